// What comes into the message from beside the panel, by a command or dropped on the Shelf; and what is dropped on Pinned.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { drop } from "../../extension/host/shelf/drop.ts";
import { addFile } from "../../extension/host/shelf/commands.ts";
import { groupItem } from "../../extension/host/shelf/item.ts";
import type { ShelfItem } from "../../extension/host/shelf/view.ts";
import type { FileAttachment } from "../../extension/message/part.ts";
import { fakePane } from "../fakes/pane.ts";
import { widePng } from "../fakes/png.ts";
import { freshConversation, until } from "./galley.ts";

/** A file of the operating system that has no place here. */
function carried(name: string, bytes: Uint8Array): vscode.DataTransfer {
  const transfer = new vscode.DataTransfer();
  const file = { name, uri: undefined, data: () => Promise.resolve(bytes) };
  transfer.set("files", Object.assign(new vscode.DataTransferItem(""), { asFile: () => file }));
  return transfer;
}

function listed(...uris: vscode.Uri[]): vscode.DataTransfer {
  const transfer = new vscode.DataTransfer();
  transfer.set("text/uri-list", new vscode.DataTransferItem(uris.map(String).join("\r\n")));
  return transfer;
}

function inside(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert(folder, "the sample workspace is open");
  return vscode.Uri.joinPath(folder.uri, path);
}

const pinned = (): ShelfItem => groupItem("pinned", []);

describe("what comes into the message from beside the panel", () => {
  let outside: string;
  beforeEach(() => {
    outside = mkdtempSync(join(tmpdir(), "galley-outside-"));
  });
  afterEach(() => {
    rmSync(outside, { recursive: true, force: true });
  });

  function file(name: string, bytes: string | Buffer): vscode.Uri {
    writeFileSync(join(outside, name), bytes);
    return vscode.Uri.file(join(outside, name));
  }

  it("Add File stores a large file from outside: the draft carries none of its bytes", async () => {
    const api = await freshConversation();
    await vscode.commands.executeCommand("galley.addFile", file("long.txt", "word ".repeat(40_000)));
    const part = await until(api, (now) => now.draft.parts.find(({ type }) => type === "file-attachment"));
    const { name, size, data, content_id } = part as FileAttachment;
    assert.deepEqual([name, size, data], ["long.txt", 200_000, undefined]);
    assert.match(content_id ?? "", /^[0-9a-f]{64}$/);
  });

  it("Add File has the panel draw a smaller copy of a picture that no model takes", async function () {
    this.timeout(60_000);
    const api = await freshConversation();
    await vscode.commands.executeCommand("galley.addFile", file("wide.png", widePng(9000)));
    const part = await until(api, (now) => now.draft.parts.find(({ type }) => type === "file-attachment"));
    assert.equal((part as FileAttachment).scaled?.width, 8000);
  });

  it("Add File says what it could not add, and adds the rest", async () => {
    const pane = fakePane();
    const missing = vscode.Uri.file(join(outside, "gone.txt"));
    await assert.rejects(addFile(pane.focusedMessage, [missing]), /Could not add gone\.txt: it does not exist/);
    assert.equal(pane.revealed, 0);
    await assert.rejects(
      addFile(pane.focusedMessage, [missing, [missing, file("a.txt", "a")]]),
      /Could not add gone\.txt: /,
    );
    assert.deepEqual(
      pane.added.map((part) => part.type === "file-attachment" && part.name),
      ["a.txt"],
    );
  });

  it("a drop on the Shelf says what it could not add, and adds the rest", async () => {
    const pane = fakePane();
    const gone = vscode.Uri.file(join(outside, "gone.txt"));
    await assert.rejects(
      drop(pane.shelf, pane.focusedMessage, undefined, listed(gone, file("a.txt", "a"))),
      /Could not add gone\.txt: /,
    );
    assert.equal(pane.added.length, 1);
  });

  it("bytes dropped on the Shelf are what they are, whatever the drag calls them", async () => {
    const pane = fakePane();
    await drop(pane.shelf, pane.focusedMessage, undefined, carried("notes.md", Buffer.from("# Notes\n")));
    await drop(pane.shelf, pane.focusedMessage, undefined, carried("tool.bin", Buffer.from([0, 1, 2, 255])));
    const [notes, tool] = pane.added as FileAttachment[];
    assert.deepEqual([notes?.mime, notes?.data], ["text/markdown", Buffer.from("# Notes\n").toString("base64")]);
    assert.deepEqual([tool?.size, tool?.data], [4, Buffer.from([0, 1, 2, 255]).toString("base64")]);
  });

  it("a picture dropped on the Shelf that no model takes goes to the panel, which is opened for it", async () => {
    const pane = fakePane();
    await drop(pane.shelf, pane.focusedMessage, undefined, listed(file("wide.png", widePng(9000))));
    assert.deepEqual([pane.added, pane.posted, pane.revealed], [[], ["take-file"], 1]);
  });

  it("a picture of the workspace is a reference, or an attachment if the setting says so", async () => {
    const pane = fakePane();
    const picture = inside("dropped.png");
    const settings = vscode.workspace.getConfiguration("galley");
    await vscode.workspace.fs.writeFile(picture, widePng(1));
    try {
      await drop(pane.shelf, pane.focusedMessage, undefined, listed(picture));
      await settings.update("drop.image", "attachment", vscode.ConfigurationTarget.Global);
      await drop(pane.shelf, pane.focusedMessage, undefined, listed(picture));
      assert.deepEqual(
        pane.added.map(({ type }) => type),
        ["file-ref", "file-attachment"],
      );
    } finally {
      await settings.update("drop.image", undefined, vscode.ConfigurationTarget.Global);
      await vscode.workspace.fs.delete(picture);
    }
  });

  it("a match of Search dropped on Pinned is pinned with its lines, as it is added to the message", async () => {
    const pane = fakePane();
    const match = inside("src/page.ts").with({ fragment: "2,3-3,5" });
    await drop(pane.shelf, pane.focusedMessage, undefined, listed(match));
    await drop(pane.shelf, pane.focusedMessage, pinned(), listed(match));
    assert.deepEqual(pane.pinned, pane.added);
    assert.deepEqual(pane.pinned, [
      { type: "file-ref", ref: { kind: "path", path: "src/page.ts", range: { start: 2, end: 3 } } },
    ]);
  });

  it("a web link dropped on Pinned is refused with what to do, and the rest is pinned or added", async () => {
    const pane = fakePane();
    const dropped = listed(vscode.Uri.parse("https://example.org/a"), inside("README.md"));
    for (const [mime, item] of carried("notes.md", Buffer.from("# Notes\n"))) dropped.set(mime, item);
    await assert.rejects(
      drop(pane.shelf, pane.focusedMessage, pinned(), dropped),
      /Web links cannot be pinned\. Drop https:\/\/example\.org\/a on Current Message instead\. Files from another machine/,
    );
    assert.deepEqual(pane.pinned, [{ type: "file-ref", ref: { kind: "path", path: "README.md" } }]);
    assert.deepEqual(
      pane.added.map((part) => part.type === "file-attachment" && part.name),
      ["notes.md"],
    );
  });
});
