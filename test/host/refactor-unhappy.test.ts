// Refactoring where something is in the way: files that close, cannot be written, are not saved or are too large, and stops at any moment.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { eventually } from "./eventually.ts";
import { selection } from "./galley.ts";
import { RefactorWindow } from "./refactor-window.ts";

const text = "const a = 1;\nconst b = 2;\nconst c = 3;\nconst d = 4;\n";

describe("refactoring in the way of something", () => {
  const window = RefactorWindow.open();

  it("changes nothing in a document that is closed while the model answers, and keeps the answer", async () => {
    // VS Code lets go of one that was never saved at once; of a file only some minutes later.
    const document = await vscode.workspace.openTextDocument({ language: "typescript", content: text });
    const { done } = await window.begin(await vscode.window.showTextDocument(document), [0, 0]);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await eventually(
      () => document.isClosed,
      (now) => now,
    );
    window.asked[0]?.answer("const a = 10;");
    await done;
    assert.match(window.told.join(), /was closed while the model answered/);
    assert.deepEqual(window.offered.at(-1), ["Show Answer", "Show Request"]);
  });

  it("shows a file again that was only hidden while the model answered, with its change", async () => {
    const { document } = await window.open(text);
    const { done } = await window.begin(await vscode.window.showTextDocument(document), [0, 0]);
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    window.asked[0]?.answer("const a = 10;");
    await done;
    assert.equal(document.getText(), text.replace("= 1", "= 10"));
    assert.deepEqual(await window.lensLines({ document }, "Keep"), [0]);
    assert(vscode.window.visibleTextEditors.some((editor) => editor.document === document));
  });

  it("refuses a file that a setting makes read-only, before anything is asked", async () => {
    await window.open(text);
    const files = vscode.workspace.getConfiguration("files");
    await files.update("readonlyInclude", { "**/sample.ts": true }, vscode.ConfigurationTarget.Global);
    try {
      await assert.rejects(() => Promise.resolve(window.run(".repeat")), /is read-only/);
      assert.equal(window.asked.length, 0);
    } finally {
      await files.update("readonlyInclude", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it("refuses a document of a file system that takes no writes", async () => {
    const provider = vscode.workspace.registerTextDocumentContentProvider("galley-afar", {
      provideTextDocumentContent: () => text,
    });
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse("galley-afar:/far/away.ts"));
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = selection(0, 0, 0, 12);
    const refused = Promise.resolve()
      .then(() => window.run(".repeat"))
      .then(() => "it ran");
    const first = await Promise.race([
      refused.catch(String),
      eventually(
        () => window.asked.length,
        (now) => now > 0,
      ).then(() => "the model was asked"),
    ]);
    provider.dispose();
    assert.match(first, /is read-only/);
  });

  it("changes a document that was never saved", async () => {
    const document = await vscode.workspace.openTextDocument({ language: "typescript", content: text });
    const editor = await vscode.window.showTextDocument(document);
    const { done } = await window.begin(editor, [1, 1]);
    assert.equal(window.asked[0]?.isUnsaved, true);
    window.asked[0].answer("const b = 20;");
    await done;
    assert.equal(document.getText(), text.replace("= 2", "= 20"));
    assert.deepEqual(await window.lensLines(editor, "Keep"), [1]);
  });

  it("works on the text of the editor, not of the disk, and saves nothing", async () => {
    const editor = await window.open(text);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "// not saved\n"));
    const { done } = await window.begin(editor, [1, 1]);
    assert.equal(window.asked[0]?.text, `// not saved\n${text}`);
    assert.equal(window.asked[0].isUnsaved, true);
    window.asked[0].answer("const a = 10;");
    await done;
    assert.equal(editor.document.getText(), `// not saved\n${text.replace("= 1", "= 10")}`);
    assert.equal(editor.document.isDirty, true);
    assert.equal(Buffer.from(await vscode.workspace.fs.readFile(editor.document.uri)).toString(), text);
  });

  it("refuses an enormous file before it is sent", async () => {
    const document = await vscode.workspace.openTextDocument({
      content: `${"x".repeat(1023)}\n`.repeat(10 * 1024 + 1),
    });
    await vscode.window.showTextDocument(document);
    await assert.rejects(() => Promise.resolve(window.run(".repeat")), /larger than 10 MB/);
    assert.equal(window.asked.length, 0);
  });

  it("refuses in a workspace that is not trusted", async () => {
    await window.open(text);
    const trusted = Object.getOwnPropertyDescriptor(vscode.workspace, "isTrusted");
    assert(trusted);
    Object.defineProperty(vscode.workspace, "isTrusted", { ...trusted, get: () => false });
    try {
      await assert.rejects(() => Promise.resolve(window.run(".repeat")), /Restricted Mode/);
      assert.equal(window.asked.length, 0);
    } finally {
      Object.defineProperty(vscode.workspace, "isTrusted", trusted);
    }
  });

  it("keeps tabs where the file has tabs, and spaces where it has spaces", async () => {
    const editor = await window.open("if (a) {\n\tb();\n}\nif (c) {\n    d();\n}\n");
    const { done } = await window.begin(editor, [0, 2], [3, 5]);
    window.asked[0]?.answer("if (a) {\n  b(1);\n}");
    window.asked[1]?.answer("if (c) {\n  d(1);\n}");
    await done;
    assert.equal(editor.document.getText(), "if (a) {\n\tb(1);\n}\nif (c) {\n    d(1);\n}\n");
  });

  it("changes the whole file", async () => {
    const editor = await window.open("a\nb\nc");
    const { done } = await window.begin(editor, [0, 2]);
    window.asked[0]?.answer("a\nB\nc\nd");
    await done;
    assert.equal(editor.document.getText(), "a\nB\nc\nd");
    await window.run(".undoAll");
    assert.equal(editor.document.getText(), "a\nb\nc");
  });

  it("changes half a line, and nothing beside it", async () => {
    const editor = await window.open("const sum = add(one, two); // total\n");
    const { done } = await window.beginAt(editor, [selection(0, 12, 0, 25)]);
    window.asked[0]?.answer("```ts\none + two\n```");
    await done;
    assert.equal(editor.document.getText(), "const sum = one + two; // total\n");
  });

  it("changes a template literal that contains fences", async () => {
    const before = "const help = `\n```sh\nrun\n```\n`;\n";
    const editor = await window.open(before);
    const { done } = await window.begin(editor, [0, 4]);
    window.asked[0]?.answer("````ts\nconst help = `\n```sh\nrun --fast\n```\n`;\n````");
    await done;
    assert.equal(editor.document.getText(), before.replace("run", "run --fast"));
  });

  it("undone by the editor after one change was kept, brings back the text before both", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [0, 3]);
    window.asked[0]?.answer("const a = 10;\nconst b = 2;\nconst c = 3;\nconst d = 40;");
    await done;
    await window.press(editor, "Keep");
    assert.deepEqual(await window.lensLines(editor, "Keep"), [3]);
    await vscode.commands.executeCommand("undo");
    await eventually(
      () => editor.document.getText(),
      (now) => now === text,
    );
    assert.deepEqual(await window.lenses(editor), []);
  });

  it("undoes the rest after one change was kept, and the editor's undo brings it back", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [0, 3]);
    window.asked[0]?.answer("const a = 10;\nconst b = 2;\nconst c = 3;\nconst d = 40;");
    await done;
    await window.press(editor, "Keep");
    await window.run(".undoAll");
    assert.equal(editor.document.getText(), text.replace("= 1", "= 10"));
    await vscode.commands.executeCommand("undo");
    await eventually(
      () => editor.document.getText(),
      (now) => now === text.replace("= 1", "= 10").replace("= 4", "= 40"),
    );
  });

  it("tries again where the lines are now if VS Code accepts nothing because of keys that Galley has not heard of", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [1, 1]);
    // Out of view, it is changed in VS Code's way for any document.
    await window.open("", "other.ts");
    const { applyEdit } = vscode.workspace;
    const mine = new vscode.WorkspaceEdit();
    mine.insert(editor.document.uri, new vscode.Position(0, 0), "// mine\n");
    const late = async (): Promise<boolean> => {
      Object.assign(vscode.workspace, { applyEdit });
      setTimeout(() => void applyEdit(mine), 50);
      return Promise.resolve(false);
    };
    Object.assign(vscode.workspace, { applyEdit: late });
    try {
      window.asked[0]?.answer("const b = 20;");
      await done;
    } finally {
      Object.assign(vscode.workspace, { applyEdit });
    }
    assert.equal(editor.document.getText(), `// mine\n${text.replace("= 2", "= 20")}`);
    assert.deepEqual(await window.lensLines(editor, "Keep"), [2]);
    assert.deepEqual(window.told, []);
  });

  it("stopped when one of several answers is there, changes nothing", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [0, 0], [3, 3]);
    window.asked[0]?.answer("const a = 10;");
    await window.run(".stop");
    await done;
    assert.equal(window.asked[1]?.signal.aborted, true);
    assert.equal(editor.document.getText(), text);
    assert.equal(editor.document.version, 1);
    assert.deepEqual(await window.lenses(editor), []);
  });

  it("stopped at any moment before the change, changes nothing; after it, stops nothing", async () => {
    const editor = await window.open(text);
    for (let steps = 0; steps < 40; steps += 1) {
      const { done } = await window.begin(editor, [0, 0]);
      const { version } = editor.document;
      const asked = window.asked.at(-1);
      asked?.answer("const a = 10;");
      for (let step = 0; step < steps; step += 1) await Promise.resolve();
      await window.run(".stop");
      const isStopped = asked?.signal.aborted === true;
      await done;
      assert.equal(editor.document.getText(), isStopped ? text : text.replace("= 1", "= 10"), `after ${steps} steps`);
      assert.equal(editor.document.version === version, isStopped);
      if (!isStopped) await window.run(".undoAll");
    }
  });

  it("stopped while more selections wait than are asked about at once, asks about none of them", async () => {
    const editor = await window.open(text);
    editor.selections = [0, 1, 2, 3].map((line) => selection(line, 0, line, 12));
    const done = window.run(".repeat");
    await eventually(
      () => window.asked.length,
      (now) => now === 3,
    );
    await window.run(".stop");
    await done;
    assert.equal(window.asked.length, 3);
    assert.equal(editor.document.getText(), text);
  });

  it("stopped while an answer goes into the document, stops no refactoring of another file", async () => {
    const other = await window.open(text, "other.ts");
    const elsewhere = await window.begin(other, [0, 0]);
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [0, 0]);
    let isStopped = false;
    const listening = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document !== editor.document || isStopped) return;
      isStopped = true;
      window.run(".stop");
    });
    window.asked[1]?.answer("const a = 10;");
    await done;
    listening.dispose();
    assert.equal(isStopped, true);
    assert.equal(editor.document.getText(), text.replace("= 1", "= 10"));
    assert.equal(window.asked[0]?.signal.aborted, false);
    window.asked[0].answer("const a = 11;");
    await elsewhere.done;
    assert.equal(other.document.getText(), text.replace("= 1", "= 11"));
  });

  for (const [kind, answer] of [
    ["leaves out code", "```ts\nconst a = 10;\n// … existing code …\n```"],
    ["is cut off", "```ts\nconst a = 10;\nconst b = "],
  ] as const)
    it(`changes nothing for an answer that ${kind}: it can be read, and asked for again`, async () => {
      const editor = await window.open(text);
      const { done } = await window.begin(editor, [0, 3]);
      window.asked[0]?.answer(answer);
      await done;
      assert.equal(editor.document.getText(), text);
      assert.equal(editor.document.version, 1);
      assert.deepEqual(await window.lenses(editor), []);
      assert.match(window.told.join(), /^Nothing was changed\./);
      assert.deepEqual(window.offered.at(-1), ["Show Answer", "Try Again", "Show Request"]);
    });
});
