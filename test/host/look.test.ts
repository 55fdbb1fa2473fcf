// Files and folders on disk are seen as VS Code's own file system sees them.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { entriesOf, statOf } from "../../extension/host/files/look.ts";
import { noLinks } from "../fakes/systems.ts";

describe("files on disk", () => {
  const folder = mkdtempSync(join(tmpdir(), "galley look "));
  const at = (name: string): vscode.Uri => vscode.Uri.joinPath(vscode.Uri.file(folder), name);

  before(() => {
    writeFileSync(join(folder, "file.txt"), "text");
    mkdirSync(join(folder, "folder"));
    symlinkSync(join(folder, "folder"), join(folder, "to-folder"), "junction");
    if (noLinks) return;
    symlinkSync(join(folder, "file.txt"), join(folder, "to-file"));
    symlinkSync(join(folder, "gone"), join(folder, "to-nothing"));
  });

  after(() => {
    rmSync(folder, { recursive: true });
  });

  it("have the types, times and sizes that VS Code names", async () => {
    const own = (await entriesOf(at(""))).sort();
    assert.deepEqual(own, (await vscode.workspace.fs.readDirectory(at(""))).sort());
    assert.ok(own.length >= 3);
    for (const [name] of own) {
      const { type, mtime, size } = await vscode.workspace.fs.stat(at(name));
      assert.deepEqual(await statOf(at(name)), { type, mtime, size }, name);
    }
  });

  it("that are missing are an error for both", async () => {
    await assert.rejects(statOf(at("missing")));
    await assert.rejects(entriesOf(at("missing")));
  });
});
