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

  it("is applied in the editor to the part it rewrites, and one undo takes it back", async () => {
    const named = (await openSample("src/net/backoff.ts")).document;
    await openSample("README.md");
    const before = named.getText();
    await actOnCode({
      action: "apply",
      info: "ts src/net/backoff.ts",
      text: "export const patient: Backoff = { first: 1 };",
    });
    assert.equal(
      named.getText(),
      before.replace(/export const patient.*/, "export const patient: Backoff = { first: 1 };"),
    );
    assert.equal(named.isDirty, true, "it is not saved");
    await vscode.window.showTextDocument(named);
    await vscode.commands.executeCommand("undo");
    assert.deepEqual([named.getText(), named.isDirty], [before, false]);
  });

  it("that names no file goes over the selection, the same way", async () => {
    const editor = await openSample("src/page.ts");
    const before = editor.document.getText();
    editor.selection = selection(0, 0, 1, 0);
    await actOnCode({ action: "apply", info: "ts", text: "// new\n" });
    assert.equal(editor.document.getText(), before.replace(/^.*\n/, "// new\n"));
    await vscode.window.showTextDocument(editor.document);
    await vscode.commands.executeCommand("undo");
    assert.equal(editor.document.getText(), before);
  });

  it("of a shell is never applied, and what is empty is nothing to apply", async () => {
    await openSample("README.md");
    await assert.rejects(actOnCode({ action: "apply", info: "sh run.sh", text: "ls" }), /into a terminal/);
    await assert.rejects(actOnCode({ action: "apply", info: "ts", text: " \n" }), /empty/);
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
