// What a link or a chip may open: the web and places of the workspace, and no other scheme.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { openLink } from "../../extension/host/panel/open-part.ts";
import { KnownPart } from "../../extension/message/part.ts";
import { eventually } from "./eventually.ts";
import { freshConversation, settled } from "./galley.ts";

/** As a click on its line in the Shelf does, which is as Enter on its chip does. */
const open = (part: KnownPart): Thenable<unknown> =>
  vscode.commands.executeCommand("galley.shelf.open", { row: { part } });

const shown = (): vscode.Tab["input"] => vscode.window.tabGroups.activeTabGroup.activeTab?.input;

const pathShown = (): string => {
  const input = shown();
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri.path : "";
};

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("opening a link", () => {
  for (const href of [
    "command:workbench.action.closeAllEditors",
    "vscode://galley.galley/x",
    "file:///etc/hostname",
    "javascript:alert(1)",
    "data:text/html,x",
  ])
    it(`${href} is not opened`, async () => {
      await assert.rejects(openLink(href), /Could not open .*: this link type is not supported/);
    });

  it("a place of the workspace is shown with its lines", async () => {
    await openLink("src/net/upload.ts#L10-L12");
    const editor = vscode.window.activeTextEditor;
    assert.match(editor?.document.uri.path ?? "", /src\/net\/upload\.ts$/);
    assert.equal(editor?.selection.start.line, 9);
  });

  it("a file below the home is shown with its lines", async () => {
    const path = join(homedir(), "opened-by-a-link.txt");
    writeFileSync(path, "one\ntwo\nthree\n");
    try {
      await openLink("~/opened-by-a-link.txt:3");
      const editor = vscode.window.activeTextEditor;
      assert.match(editor?.document.uri.path ?? "", /opened-by-a-link\.txt$/);
      assert.equal(editor?.selection.start.line, 2);
    } finally {
      rmSync(path);
    }
  });

  it("a picture is shown as one, a folder in the Explorer, and what is gone is said", async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail("no folder is open");
    writeFileSync(join(folder, "dot.png"), Buffer.from(PNG, "base64"));
    try {
      await openLink("dot.png");
      await eventually(pathShown, (path) => path.endsWith("/dot.png"));
      assert(shown() instanceof vscode.TabInputCustom);
    } finally {
      rmSync(join(folder, "dot.png"));
    }
    await openLink("src/net");
    await assert.rejects(openLink("src/nowhere.ts"));
  });

  it("an escaped address of another scheme is not opened either", async () => {
    await assert.rejects(openLink("command%3Aworkbench.action.closeAllEditors"));
  });
});

describe("opening a chip", () => {
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("a symbol is shown where it stands", async () => {
    const range = { start: 10, end: 12 };
    await open({ type: "mention", target: { kind: "symbol", name: "upload", path: "src/net/upload.ts", range } });
    assert.equal(vscode.window.activeTextEditor?.selection.start.line, 9);
    assert.match(pathShown(), /src\/net\/upload\.ts$/);
  });

  it("an attachment is shown, and cannot be written", async () => {
    const data = Buffer.from("what was attached\n").toString("base64");
    await open({ type: "file-attachment", name: "note.txt", mime: "text/plain", size: 18, data });
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.getText(), "what was attached\n");
    assert.equal(vscode.workspace.fs.isWritableFileSystem(document.uri.scheme), false);
  });

  it("an attached picture is shown as one", async () => {
    await open({ type: "file-attachment", name: "dot.png", mime: "image/png", size: 70, data: PNG });
    await eventually(pathShown, (path) => path.endsWith("/dot.png"));
    assert(shown() instanceof vscode.TabInputCustom);
  });

  it("a large attachment is shown as it is stored", async () => {
    const api = await freshConversation();
    const bytes = Buffer.alloc(2 << 20, "stored line\n");
    const whole = { type: "file-attachment", name: "long.txt", mime: "text/plain", size: bytes.length } as const;
    await api.submit([{ ...whole, data: bytes.toString("base64") }]);
    const stored = KnownPart.parse((await settled(api)).messages[0]?.parts[0]);
    assert(stored.type === "file-attachment" && stored.content_id !== undefined, "it is in the store");
    await open(stored);
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? "", /^stored line\n/);
  });

  it("what an editor told is shown as the model sees it", async () => {
    await open({ type: "editor-context", kind: "problems", payload: "the moon is full", emitted_at: 1 });
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? "", /the moon is full/);
  });
});
