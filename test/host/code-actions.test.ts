import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { actOnCode } from "../../extension/host/edits/code-actions.ts";
import { followEditors } from "../../extension/host/window/last-editor.ts";
import { eventually } from "./eventually.ts";
import { openSample, selection, withoutAutoSave } from "./galley.ts";

const active = (): vscode.TextEditor => {
  const editor = vscode.window.activeTextEditor;
  assert(editor, "an editor is active");
  return editor;
};

const place = (path: string): string => join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "", path);

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

  it("keeps line breaks of Windows, a mark of byte order and what is unsaved", () =>
    withoutAutoSave(async () => {
      const file = "\ufeffconst one = 1;\r\nfunction sum() {\r\n\treturn one;\r\n}\r\nconst last = 9;\r\n";
      writeFileSync(place("dos.ts"), file);
      const { document } = await openSample("dos.ts");
      const unsaved = new vscode.WorkspaceEdit();
      unsaved.replace(document.uri, document.lineAt(4).range, "const unsaved = 8;");
      await vscode.workspace.applyEdit(unsaved);
      await actOnCode({ action: "apply", info: "dos.ts", text: "function sum() {\n  return one + one;\n}" });
      assert.equal(readFileSync(place("dos.ts"), "utf8"), file, "nothing is written before it is saved");
      await document.save();
      const after = file.replace("return one;", "return one + one;").replace("const last = 9;", "const unsaved = 8;");
      assert.equal(readFileSync(place("dos.ts"), "utf8"), after);
      rmSync(place("dos.ts"));
    }));

  it("says why when the file is binary or too large, or the path leads out of the workspace", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const apply = (path: string) => actOnCode({ action: "apply", info: `ts ${path}`, text: "const a = 1;" });
    writeFileSync(place("bytes.bin"), Buffer.from([0, 1, 2, 0, 255, 254, 0, 0]));
    writeFileSync(place("huge.ts"), "x".repeat(10 * 1024 * 1024 + 1));
    await assert.rejects(apply("bytes.bin"), /Could not open bytes\.bin as text/);
    await assert.rejects(apply("huge.ts"), /huge\.ts is larger than 10 MB/);
    await assert.rejects(apply("../outside.ts"), /does not name a workspace file/);
    for (const name of ["bytes.bin", "huge.ts"]) rmSync(place(name));
  });

  it("leaves a file alone that the settings call read-only, and says so", async () => {
    const before = "export const limit = 1;\nexport const least = 2;\n";
    const files = vscode.workspace.getConfiguration("files");
    await files.update("readonlyInclude", { "locked.ts": true }, vscode.ConfigurationTarget.Global);
    writeFileSync(place("locked.ts"), before);
    try {
      const named = { info: "ts locked.ts", text: "export const limit = 10;\nexport const least = 2;" };
      await assert.rejects(actOnCode({ action: "apply", ...named }), /locked\.ts.*read-only/);
      const editor = await openSample("locked.ts");
      editor.selection = selection(0, 0, 0, 5);
      const over = { info: "ts", text: "export const other = 5;" };
      await assert.rejects(actOnCode({ action: "apply", ...over }), /locked\.ts.*read-only/);
      assert.deepEqual([editor.document.getText(), editor.document.isDirty], [before, false]);
      assert.equal(readFileSync(place("locked.ts"), "utf8"), before);
    } finally {
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await files.update("readonlyInclude", undefined, vscode.ConfigurationTarget.Global);
      rmSync(place("locked.ts"));
    }
  });

  it("of a shell is never applied, and what is empty is nothing to apply", async () => {
    await openSample("README.md");
    await assert.rejects(actOnCode({ action: "apply", info: "sh run.sh", text: "ls" }), /Insert into Terminal/);
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
    await assert.rejects(actOnCode({ action: "apply", info: "", text: "x" }), /Open the file that you want to change/);
  });
});
