import assert from "node:assert/strict";
import * as vscode from "vscode";
import { actOnCode } from "../../extension/host/code-actions.ts";
import { followEditors } from "../../extension/host/last-editor.ts";
import { eventually } from "./eventually.ts";
import { openSample, selection } from "./galley.ts";

const active = (): vscode.TextEditor => {
  const editor = vscode.window.activeTextEditor;
  assert(editor, "an editor is active");
  return editor;
};

function proposed(info: string, text: string): { isOver: () => boolean } {
  let over = false;
  void actOnCode({ action: "apply", info, text }).then(() => {
    over = true;
  });
  return { isOver: () => over };
}

/** Presses the preview's own button until it is there to be pressed and the proposal is over. */
async function discardPreview(isOver: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!isOver()) {
    assert(Date.now() < deadline, "the preview never went away");
    await vscode.commands.executeCommand("refactorPreview.discard");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe("the code of an answer", () => {
  afterEach(async () => {
    while (vscode.window.activeTextEditor?.document.isDirty)
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("is inserted over the selection", async () => {
    const editor = await openSample("README.md");
    editor.selection = selection(0, 0, 0, editor.document.lineAt(0).text.length);
    await actOnCode({ action: "insert", info: "ts", text: "one\ntwo" });
    assert.equal(editor.document.getText(new vscode.Range(0, 0, 1, 3)).replace(/\r/g, ""), "one\ntwo");
  });

  it("is opened as a file of its language that is not saved anywhere", async () => {
    await actOnCode({ action: "open", info: "py", text: "a = 1" });
    const { document } = active();
    assert.deepEqual([document.languageId, document.isUntitled, document.getText()], ["python", true, "a = 1"]);
  });

  it("is proposed in VS Code's preview for the file it names, and nothing is written before it is confirmed", async () => {
    const named = (await openSample("src/net/backoff.ts")).document;
    const other = (await openSample("README.md")).document;
    const before = [named.getText(), other.getText()];
    const { isOver } = proposed("ts src/net/backoff.ts", "export {};\n");
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(isOver(), false, "it waits for the preview");
    await discardPreview(isOver);
    assert.deepEqual([named.getText(), other.getText()], before);
  });

  it("that names no file is proposed for the selection, the same way", async () => {
    const editor = await openSample("src/page.ts");
    const before = editor.document.getText();
    editor.selection = selection(0, 0, 1, 0);
    const { isOver } = proposed("ts", "// new\n");
    await discardPreview(isOver);
    assert.equal(editor.document.getText(), before);
  });

  it("is inserted into the last editor while a tab without text is active", async () => {
    const following = followEditors();
    const editor = await openSample("README.md");
    editor.selection = selection(0, 0, 0, 0);
    const tab = vscode.window.createWebviewPanel("code.test", "A page", vscode.ViewColumn.Beside);
    try {
      await eventually(
        () => vscode.window.activeTextEditor === undefined,
        (isSo) => isSo,
      );
      await actOnCode({ action: "insert", info: "", text: "first of all " });
      assert.match(editor.document.getText(), /^first of all /);
    } finally {
      tab.dispose();
      following.dispose();
    }
  });

  it("says what to do when there is no editor", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await assert.rejects(actOnCode({ action: "insert", info: "", text: "x" }), /Open a text editor/);
    await assert.rejects(actOnCode({ action: "apply", info: "", text: "x" }), /open the file to change/);
  });
});
