// Refactoring in a real editor: what is changed, followed, kept, undone and refused.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { eventually } from "./eventually.ts";
import { selection } from "./galley.ts";
import { RefactorWindow } from "./refactor-window.ts";

const text = "const a = 1;\nconst b = 2;\nconst c = 3;\nconst d = 4;\n";

/** Presses Enter in the box until it has led somewhere: VS Code ignores the key until the box is there. */
async function acceptBox(isDone: () => boolean, isLastEntry = false): Promise<void> {
  await eventually(
    async () => {
      if (isLastEntry) await vscode.commands.executeCommand("quickInput.last");
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      return isDone();
    },
    (now) => now,
  );
}

describe("refactoring", () => {
  const window = RefactorWindow.open();

  it("changes only the lines that differ, as one undo step, and shows actions above each change", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [0, 3]);
    assert.equal(window.asked[0]?.instruction, "make it better");
    assert.equal(window.asked[0].text, text);
    window.asked[0].answer("```ts\nconst a = 10;\nconst b = 2;\nconst c = 3;\nconst d = 40;\n```");
    await done;
    assert.equal(editor.document.getText(), text.replace("= 1", "= 10").replace("= 4", "= 40"));
    assert.deepEqual(await window.lensLines(editor, "Keep"), [0, 3]);
    await vscode.commands.executeCommand("undo");
    await eventually(
      () => editor.document.getText(),
      (now) => now === text,
    );
    assert.deepEqual(await window.lensLines(editor, "Keep"), [], "what the editor's undo took back is not reviewed");
  });

  it("keeps one change and undoes another, as the user wrote in between", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [0, 3]);
    window.asked[0]?.answer("const a = 10;\nconst b = 2;\nconst c = 3;\nconst d = 40;");
    await done;
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), "// mine\n"));
    const [keep] = (await window.lenses(editor)).filter(({ command }) => command?.title === "Keep");
    await window.run(".keep", ...((keep?.command?.arguments ?? []) as unknown[]));
    assert.deepEqual(await window.lensLines(editor, "Undo"), [4]);
    await window.run(".undo");
    assert.equal(editor.document.getText(), text.replace("= 1", "= 10").replace("const b", "// mine\nconst b"));
    assert.deepEqual(await window.lenses(editor), []);
    assert.throws(() => window.run(".keep"), /No changes/);
  });

  it("follows its target while the user writes above it", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [2, 2]);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "// one\n// two\n"));
    window.asked[0]?.answer("const c = 33;");
    await done;
    assert.equal(editor.document.getText(), `// one\n// two\n${text.replace("= 3", "= 33")}`);
  });

  it("follows its target while the instruction is written, asks for a new selection if that changed, and keeps the instruction until it has gone somewhere", async () => {
    const editor = await window.open(text);
    editor.selections = [selection(2, 0, 2, 12)];
    const done = window.run("");
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "// one\n// two\n"));
    await acceptBox(() => window.asked.length > 0);
    window.asked[0]?.answer("const c = 33;");
    await done;
    assert.equal(editor.document.getText(), `// one\n// two\n${text.replace("= 3", "= 33")}`);

    editor.selections = [selection(2, 0, 2, 12)];
    let problem = "";
    const refused = Promise.resolve(window.run("")).catch((error: unknown) => (problem = String(error)));
    await editor.edit((edit) => edit.insert(new vscode.Position(2, 6), "x"));
    await acceptBox(() => problem !== "");
    await refused;
    assert.match(problem, /changed while you wrote the instruction. Select it again/);
    assert.equal(window.asked.length, 1);

    // Its last entry is the chat, which is offered only for an instruction that is in the box.
    problem = "";
    window.chatProblem = "no panel";
    const lost = Promise.resolve(window.run("")).catch((error: unknown) => (problem = String(error)));
    await acceptBox(() => problem !== "", true);
    await lost;
    assert.match(problem, /no panel/);
    window.chatProblem = "";
    const moved = window.run("");
    await acceptBox(() => window.moved.length > 0, true);
    await moved;
    assert.match(JSON.stringify(window.moved), /make it better/);
    assert.equal(window.asked.length, 1);
  });

  it("shows the proposal beside the code if the user changed the code meanwhile", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [2, 2]);
    await editor.edit((edit) => edit.insert(new vscode.Position(2, 6), "x"));
    const now = editor.document.getText();
    window.asked[0]?.answer("const c = 33;");
    await done;
    assert.equal(editor.document.getText(), now);
    assert.match(window.told.join(), /changed while the model answered/);
    const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
    assert(
      inputs.some((input) => input instanceof vscode.TabInputTextDiff),
      "a comparison is open",
    );
  });

  it("stopped, leaves the document as it was", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [0, 1]);
    await window.run(".stop");
    await done;
    assert.equal(window.asked[0]?.signal.aborted, true);
    assert.equal(editor.document.getText(), text);
    assert.equal(editor.document.version, 1);
  });

  it("of several selections is one undo step, reviewed together", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [0, 0], [3, 3]);
    window.asked[1]?.answer("const d = 40;");
    window.asked[0]?.answer("const a = 10;");
    await done;
    assert.equal(editor.document.getText(), text.replace("= 1", "= 10").replace("= 4", "= 40"));
    assert.deepEqual(await window.lensLines(editor, "Keep"), [0, 3]);
    await vscode.commands.executeCommand("undo");
    await eventually(
      () => editor.document.getText(),
      (now) => now === text,
    );
  });

  it("twice at once in one file changes both places; the same lines are refused while they are asked about", async () => {
    const editor = await window.open(text);
    const one = await window.begin(editor, [0, 0]);
    await assert.rejects(() => Promise.resolve(window.run(".repeat")), /being refactored already/);
    const other = await window.begin(editor, [3, 3]);
    window.asked[0]?.answer("const a = 10;\nconst aa = 11;");
    await one.done;
    window.asked[1]?.answer("const d = 40;");
    await other.done;
    assert.equal(
      editor.document.getText(),
      text.replace("const a = 1;", "const a = 10;\nconst aa = 11;").replace("= 4", "= 40"),
    );
  });

  it("asks for an alternative with the old text in place", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [1, 2]);
    window.asked[0]?.answer("const b = 20;\nconst more = 0;\nconst c = 30;");
    await done;
    const again = window.run(".alternative");
    await eventually(
      () => window.asked.length,
      (now) => now === 2,
    );
    assert.equal(window.asked[1]?.text, text);
    assert.deepEqual(window.asked[1].target, window.asked[0]?.target);
    assert.equal(window.asked[1].instruction, "make it better");
    window.asked[1].answer("const b = 21;\nconst c = 3;");
    await again;
    assert.equal(editor.document.getText(), text.replace("= 2", "= 21"));
  });

  it("changes nothing for an answer without code, and keeps the answer", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [0, 0]);
    window.asked[0]?.answer("I would need to know what you want this to do before I can change it, sorry.");
    await done;
    assert.equal(editor.document.getText(), text);
    assert.match(window.told.join(), /Nothing was changed/);
  });

  it("keeps the answer readable if the file has become read-only meanwhile", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [0, 0]);
    const files = vscode.workspace.getConfiguration("files");
    await files.update("readonlyInclude", { "**/sample.ts": true }, vscode.ConfigurationTarget.Global);
    try {
      window.asked[0]?.answer("const a = 10;");
      await done;
      assert.equal(editor.document.getText(), text);
      assert.match(window.told.join(), /is read-only/);
      assert.deepEqual(window.offered.at(-1), ["Show Answer", "Show Request"]);
    } finally {
      await files.update("readonlyInclude", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it("keeps CR LF, and the missing line break at the end", async () => {
    const editor = await window.open("if (a) {\r\n\tb();\r\n}");
    const { done } = await window.begin(editor, [1, 2]);
    window.asked[0]?.answer("\tb();\n\tc();\n}");
    await done;
    assert.equal(editor.document.getText(), "if (a) {\r\n\tb();\r\n\tc();\r\n}");
  });

  it("puts text in at the cursor of an empty selection", async () => {
    const editor = await window.open("function f() {\n\n}\n\nfunction g() {\n  h();\n}\n");
    const { done } = await window.begin(editor, [1, 1]);
    window.asked[0]?.answer("return 1;");
    await done;
    assert.equal(editor.document.getText(), "function f() {\n  return 1;\n}\n\nfunction g() {\n  h();\n}\n");
  });

  it("shows the text before, and the actions, where the pointer rests on a change", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [0, 3]);
    window.asked[0]?.answer("const a = 10;\nconst c = 3;\nconst d = 4;");
    await done;
    const hoverAt = async (line: number): Promise<string> => {
      const at = new vscode.Position(line, 8);
      const { uri } = editor.document;
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", uri, at);
      const contents = hovers.flatMap((hover) => hover.contents);
      return contents.map((one) => (one instanceof vscode.MarkdownString ? one.value : "")).join("\n");
    };
    assert.match(await hoverAt(0), /const a = 1;\nconst b = 2;[^]*\[Keep\]\(command:galley\.refactor\.keep/);
    assert.doesNotMatch(await hoverAt(2), /Keep/);
    await window.press(editor, "Keep");
    assert.doesNotMatch(await hoverAt(0), /Keep/);
  });

  it("shows the request of a change, and of any that was sent when no change waits", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [0, 0]);
    window.asked[0]?.answer("const a = 10;");
    await done;
    await window.press(editor, "Show Request");
    assert.equal(window.shown.length, 1);
    await window.press(editor, "Keep");
    await window.run(".showRequest");
    assert.equal(window.shown.length, 2, "the only one that was sent is shown without a list");
  });

  it("brought back by the editor's undo, reviews no deleted lines", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [0, 3]);
    window.asked[0]?.answer("const a = 1;\nconst c = 3;\nconst d = 4;");
    await done;
    assert.deepEqual(await window.lensLines(editor, "Keep"), [1]);
    await vscode.commands.executeCommand("undo");
    await eventually(
      () => editor.document.getText(),
      (now) => now === text,
    );
    assert.deepEqual(await window.lenses(editor), []);
  });

  it("of lines that are under review keeps the change there, and is undone alone", async () => {
    const editor = await window.open(text);
    const first = await window.begin(editor, [0, 3]);
    window.asked[0]?.answer("const a = 10;\nconst b = 2;\nconst c = 3;\nconst d = 40;");
    await first.done;
    const second = await window.begin(editor, [0, 1]);
    window.asked[1]?.answer("const a = 11;\nconst b = 2;");
    await second.done;
    assert.deepEqual(await window.lensLines(editor, "Keep"), [0, 3]);
    await window.run(".undoAll");
    assert.equal(editor.document.getText(), text.replace("= 1", "= 10"));
    assert.deepEqual(await window.lenses(editor), []);
  });

  it("ends the review of a change that the user joins with other lines, and undoes the others", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [0, 3]);
    window.asked[0]?.answer("const a = 10;\nconst b = 2;\nconst c = 3;\nconst d = 40;");
    await done;
    await editor.edit((edit) => edit.replace(new vscode.Range(0, 13, 1, 0), " "));
    assert.deepEqual(await window.lensLines(editor, "Keep"), [2]);
    await window.run(".undoAll");
    assert.equal(editor.document.getText(), "const a = 10; const b = 2;\nconst c = 3;\nconst d = 4;\n");
  });

  it("says that an answer has changes outside the selection, which are not applied", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [3, 3]);
    const whole = text.replace("= 1", "= 10").replace("= 4", "= 40");
    window.asked[0]?.answer(`\`\`\`ts\n${whole}\`\`\``);
    await done;
    assert.equal(editor.document.getText(), text.replace("= 4", "= 40"));
    assert.match(window.told.join(), /also changes 1 line outside the selection/);
    assert.deepEqual(window.offered.at(-1), ["Show Answer", "Show Request"]);
  });

  it("compares the file with the text before", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [1, 1]);
    window.asked[0]?.answer("const b = 20;");
    await done;
    await window.press(editor, "Show Diff");
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert(input instanceof vscode.TabInputTextDiff, "a comparison is open");
    assert.equal((await vscode.workspace.openTextDocument(input.original)).getText(), text);
    assert.equal(input.modified.toString(), editor.document.uri.toString());
  });
});
