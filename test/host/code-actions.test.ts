import assert from "node:assert/strict";
import * as vscode from "vscode";
import { actOnCode } from "../../extension/host/code-actions.ts";
import { openSample, selection } from "./galley.ts";

const active = (): vscode.TextEditor => {
  const editor = vscode.window.activeTextEditor;
  assert(editor, "an editor is active");
  return editor;
};

/** Presses the preview's own button until it is there to be pressed and what it does can be seen. */
async function answerPreview(button: "apply" | "discard", until: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!until()) {
    assert(Date.now() < deadline, `the preview's ${button} never took effect`);
    await vscode.commands.executeCommand(`refactorPreview.${button}`);
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

  it("is applied to the file it names, in VS Code's preview, and not before it is confirmed there", async () => {
    await openSample("README.md");
    const { document } = await openSample("src/net/backoff.ts");
    const before = document.getText();
    await openSample("README.md");
    let isOver = false;
    const applying = actOnCode({ action: "apply", info: "ts src/net/backoff.ts", text: "export {};\n" }).then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.deepEqual([isOver, document.getText()], [false, before]);
    await answerPreview("apply", () => document.getText() !== before);
    await applying;
    assert.equal(document.getText(), "export {};\n");
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  it("is left alone when the preview is put away, and then concerns the selection if it names no file", async () => {
    const editor = await openSample("src/page.ts");
    const before = editor.document.getText();
    editor.selection = selection(0, 0, 1, 0);
    let isOver = false;
    const applying = actOnCode({ action: "apply", info: "ts", text: "// new\n" }).then(() => {
      isOver = true;
    });
    await answerPreview("discard", () => isOver);
    await applying;
    assert.equal(editor.document.getText(), before);
  });

  it("says what to do when there is no editor", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await assert.rejects(actOnCode({ action: "insert", info: "", text: "x" }), /Open a text editor/);
    await assert.rejects(actOnCode({ action: "apply", info: "", text: "x" }), /open the file to change/);
  });
});
