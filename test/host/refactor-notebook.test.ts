// Refactoring in a cell of a notebook, which is a document like any other.
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { eventually } from "./eventually.ts";
import { selection } from "./galley.ts";
import { RefactorWindow } from "./refactor-window.ts";

describe("refactoring in a notebook", () => {
  const window = RefactorWindow.open();

  /** Opens a notebook, and edits its second cell. */
  async function openCell(
    second = ["def half(x):\n", "    return x / 2\n", "\n", "print(half(3))"],
  ): Promise<vscode.TextEditor> {
    const cell = (...source: string[]) => ({
      ...{ cell_type: "code", metadata: {}, outputs: [], execution_count: null },
      source,
    });
    const cells = [cell("import math"), cell(...second)];
    const file = join(mkdtempSync(join(tmpdir(), "galley-refactor-")), "sums.ipynb");
    writeFileSync(file, JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }));
    const notebook = await vscode.workspace.openNotebookDocument(vscode.Uri.file(file));
    const shown = await vscode.window.showNotebookDocument(notebook, { preview: false });
    shown.selections = [new vscode.NotebookRange(1, 2)];
    await vscode.commands.executeCommand("notebook.cell.edit");
    const { document } = notebook.cellAt(1);
    const editor = await eventually(
      () => vscode.window.activeTextEditor,
      (now) => now?.document === document,
    );
    assert(editor);
    return editor;
  }

  it("changes a selection of a cell, marks it, keeps one change and undoes another", async () => {
    const editor = await openCell();
    const before = editor.document.getText();
    const { done } = await window.begin(editor, [0, 3]);
    assert.match(window.asked[0]?.path ?? "", /sums\.ipynb#2$/);
    assert.equal(window.asked[0]?.text, before);
    window.asked[0].answer("```python\ndef half(n):\n    return x / 2\n\nprint(half(4))\n```");
    await done;
    const changed = "def half(n):\n    return x / 2\n\nprint(half(4))";
    assert.equal(editor.document.getText(), changed);
    assert.deepEqual(await window.lensLines(editor, "Keep"), [0, 3]);
    await window.run(".next");
    assert.equal(editor.selection.active.line, 3, "the cursor is at the next change, in the cell");
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 1);
    await window.run(".next");
    assert.equal(editor.selection.active.line, 0);
    await window.press(editor, "Keep");
    assert.deepEqual(await window.lensLines(editor, "Undo"), [3]);
    await window.run(".undo");
    assert.equal(editor.document.getText(), "def half(n):\n    return x / 2\n\nprint(half(3))");
    assert.deepEqual(await window.lenses(editor), []);
    assert.equal(vscode.window.activeNotebookEditor?.notebook.cellCount, 2, "the notebook stays in front");
  });

  it("is one undo step of the notebook", async () => {
    const editor = await openCell();
    const before = editor.document.getText();
    const { done } = await window.begin(editor, [0, 3]);
    window.asked[0]?.answer("def half(n):\n    return n / 2\n\nprint(half(4))");
    await done;
    assert.notEqual(editor.document.getText(), before);
    await vscode.commands.executeCommand("undo");
    await eventually(
      () => editor.document.getText(),
      (now) => now === before,
    );
    assert.deepEqual(await window.lenses(editor), []);
  });

  it("puts code in at the cursor of a cell", async () => {
    const editor = await openCell(["total = 1\n", "\n", "print(total)"]);
    const { done } = await window.beginAt(editor, [selection(1, 0, 1, 0)]);
    window.asked[0]?.answer("```python\ntotal += 1\n```");
    await done;
    assert.equal(editor.document.getText(), "total = 1\ntotal += 1\nprint(total)");
    await window.press(editor, "Undo");
    assert.equal(editor.document.getText(), "total = 1\n\nprint(total)");
  });

  it("changes nothing if the cell is deleted while the model answers", async () => {
    const editor = await openCell();
    const notebook = vscode.window.activeNotebookEditor?.notebook;
    assert(notebook);
    const { done } = await window.begin(editor, [0, 1]);
    const edit = new vscode.WorkspaceEdit();
    edit.set(notebook.uri, [vscode.NotebookEdit.deleteCells(new vscode.NotebookRange(1, 2))]);
    await vscode.workspace.applyEdit(edit);
    await eventually(
      () => editor.document.isClosed,
      (now) => now,
    );
    window.asked[0]?.answer("def half(n):\n    return n / 2");
    await done;
    assert.match(window.told.join(), /sums\.ipynb was closed/);
    assert.deepEqual(window.offered.at(-1), ["Show Answer", "Show Request"]);
    assert.equal(notebook.cellCount, 1);
  });
});
