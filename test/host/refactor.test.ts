// Refactoring in a real editor, with a model that the test plays: what is changed, followed, kept, undone and refused.
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Result } from "../../extension/message/result.ts";
import type { Refusal } from "../../extension/pipelines/refactor/finish.ts";
import type { RefactorNeeds, RefactorRequest } from "../../extension/host/refactor/needs.ts";
import { type Refactor, registerRefactor } from "../../extension/host/refactor/register.ts";
import { eventually } from "./eventually.ts";
import { selection } from "./galley.ts";

const { showWarningMessage, showInformationMessage } = vscode.window;

interface Asked extends RefactorRequest {
  signal: AbortSignal;
  answer: (output: string) => void;
}

describe("refactoring", () => {
  let refactor: Refactor;
  let asked: Asked[];
  let told: string[];
  let offered: string[][];

  beforeEach(() => {
    asked = [];
    told = [];
    offered = [];
    const note = (message: string, ...buttons: string[]) => {
      told.push(message);
      offered.push(buttons);
      return Promise.resolve(undefined);
    };
    Object.assign(vscode.window, { showWarningMessage: note, showInformationMessage: note });
    const state = new Map<string, unknown>([["galley.refactor.recents", ["make it better"]]]);
    const needs: RefactorNeeds = {
      workspaceState: {
        keys: () => [...state.keys()],
        get: (key: string) => state.get(key) as never,
        update: (key: string, value: unknown) => Promise.resolve(void state.set(key, value)),
      },
      modelName: () => "Fake",
      ask: (request, { signal, received }) => {
        const { promise, resolve } = Promise.withResolvers<Result<string, Refusal>>();
        const stopped: Refusal = { stage: "send", code: "stopped", message: "stopped", retryable: true, answer: "" };
        signal.addEventListener("abort", () => resolve({ ok: false, failure: stopped }));
        received(1);
        asked.push({ ...request, signal, answer: (value) => resolve({ ok: true, value }) });
        return promise;
      },
      tokensOf: () => Promise.resolve(100),
      preview: () => Promise.resolve(),
      continueInChat: () => Promise.resolve(),
      pinned: () => [],
    };
    refactor = registerRefactor(needs);
  });

  afterEach(async () => {
    refactor.dispose();
    Object.assign(vscode.window, { showWarningMessage, showInformationMessage });
    while (vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0))
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  const text = "const a = 1;\nconst b = 2;\nconst c = 3;\nconst d = 4;\n";

  async function open(content = text): Promise<vscode.TextEditor> {
    const file = join(mkdtempSync(join(tmpdir(), "galley-refactor-")), "sample.ts");
    writeFileSync(file, content);
    const document = await vscode.workspace.openTextDocument(file);
    return vscode.window.showTextDocument(document, { preview: false });
  }

  const run = (command: string, ...given: unknown[]): unknown =>
    refactor.commands[`galley.refactor${command}`]?.(...given);

  /** Begins on lines, from 0, and waits until the model is asked. */
  async function begin(editor: vscode.TextEditor, ...lines: [number, number][]): Promise<{ done: unknown }> {
    editor.selections = lines.map(([from, to]) => selection(from, 0, to, editor.document.lineAt(to).text.length));
    const count = asked.length + lines.length;
    const done = run(".repeat");
    await eventually(
      () => asked.length,
      (now) => now >= count,
    );
    return { done };
  }

  const lenses = async ({ document }: vscode.TextEditor): Promise<vscode.CodeLens[]> =>
    (await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri)).filter(
      ({ command }) => command?.command.startsWith("galley.refactor"),
    );

  const lensLines = async (editor: vscode.TextEditor, title: string): Promise<number[]> =>
    (await lenses(editor)).flatMap(({ command, range }) => (command?.title === title ? [range.start.line] : []));

  it("changes only the lines that differ, as one undo step, and shows actions above each change", async () => {
    const editor = await open();
    const { done } = await begin(editor, [0, 3]);
    assert.equal(asked[0]?.instruction, "make it better");
    assert.equal(asked[0].text, text);
    asked[0].answer("```ts\nconst a = 10;\nconst b = 2;\nconst c = 3;\nconst d = 40;\n```");
    await done;
    assert.equal(editor.document.getText(), text.replace("= 1", "= 10").replace("= 4", "= 40"));
    assert.deepEqual(await lensLines(editor, "Keep"), [0, 3]);
    await vscode.commands.executeCommand("undo");
    await eventually(
      () => editor.document.getText(),
      (now) => now === text,
    );
    assert.deepEqual(await lensLines(editor, "Keep"), [], "what the editor's undo took back is not reviewed");
  });

  it("keeps one change and undoes another, as the user wrote in between", async () => {
    const editor = await open();
    const { done } = await begin(editor, [0, 3]);
    asked[0]?.answer("const a = 10;\nconst b = 2;\nconst c = 3;\nconst d = 40;");
    await done;
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), "// mine\n"));
    const [keep] = (await lenses(editor)).filter(({ command }) => command?.title === "Keep");
    await run(".keep", ...((keep?.command?.arguments ?? []) as unknown[]));
    assert.deepEqual(await lensLines(editor, "Undo"), [4]);
    await run(".undo");
    assert.equal(editor.document.getText(), text.replace("= 1", "= 10").replace("const b", "// mine\nconst b"));
    assert.deepEqual(await lenses(editor), []);
    assert.throws(() => run(".keep"), /No changes/);
  });

  it("follows its target while the user writes above it", async () => {
    const editor = await open();
    const { done } = await begin(editor, [2, 2]);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "// one\n// two\n"));
    asked[0]?.answer("const c = 33;");
    await done;
    assert.equal(editor.document.getText(), `// one\n// two\n${text.replace("= 3", "= 33")}`);
  });

  it("shows the proposal beside the code if the user changed the code meanwhile", async () => {
    const editor = await open();
    const { done } = await begin(editor, [2, 2]);
    await editor.edit((edit) => edit.insert(new vscode.Position(2, 6), "x"));
    const now = editor.document.getText();
    asked[0]?.answer("const c = 33;");
    await done;
    assert.equal(editor.document.getText(), now);
    assert.match(told.join(), /changed while the model answered/);
    const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
    assert(
      inputs.some((input) => input instanceof vscode.TabInputTextDiff),
      "a comparison is open",
    );
  });

  it("stopped, leaves the document as it was", async () => {
    const editor = await open();
    const { done } = await begin(editor, [0, 1]);
    await run(".stop");
    await done;
    assert.equal(asked[0]?.signal.aborted, true);
    assert.equal(editor.document.getText(), text);
    assert.equal(editor.document.version, 1);
  });

  it("of several selections is one undo step, reviewed together", async () => {
    const editor = await open();
    const { done } = await begin(editor, [0, 0], [3, 3]);
    asked[1]?.answer("const d = 40;");
    asked[0]?.answer("const a = 10;");
    await done;
    assert.equal(editor.document.getText(), text.replace("= 1", "= 10").replace("= 4", "= 40"));
    assert.deepEqual(await lensLines(editor, "Keep"), [0, 3]);
    await vscode.commands.executeCommand("undo");
    await eventually(
      () => editor.document.getText(),
      (now) => now === text,
    );
  });

  it("twice at once in one file changes both places; the same lines are refused while they are asked about", async () => {
    const editor = await open();
    const one = await begin(editor, [0, 0]);
    await assert.rejects(() => Promise.resolve(run(".repeat")), /being refactored already/);
    const other = await begin(editor, [3, 3]);
    asked[0]?.answer("const a = 10;\nconst aa = 11;");
    await one.done;
    asked[1]?.answer("const d = 40;");
    await other.done;
    assert.equal(
      editor.document.getText(),
      text.replace("const a = 1;", "const a = 10;\nconst aa = 11;").replace("= 4", "= 40"),
    );
  });

  it("asks for an alternative with the old text in place", async () => {
    const editor = await open();
    const { done } = await begin(editor, [1, 2]);
    asked[0]?.answer("const b = 20;\nconst more = 0;\nconst c = 30;");
    await done;
    const again = run(".alternative");
    await eventually(
      () => asked.length,
      (now) => now === 2,
    );
    assert.equal(asked[1]?.text, text);
    assert.deepEqual(asked[1].target, asked[0]?.target);
    assert.equal(asked[1].instruction, "make it better");
    asked[1].answer("const b = 21;\nconst c = 3;");
    await again;
    assert.equal(editor.document.getText(), text.replace("= 2", "= 21"));
  });

  it("changes nothing for an answer without code, and keeps the answer", async () => {
    const editor = await open();
    const { done } = await begin(editor, [0, 0]);
    asked[0]?.answer("I would need to know what you want this to do before I can change it, sorry.");
    await done;
    assert.equal(editor.document.getText(), text);
    assert.match(told.join(), /Nothing was changed/);
  });

  it("keeps the answer readable if the file has become read-only meanwhile", async () => {
    const editor = await open();
    const { done } = await begin(editor, [0, 0]);
    const files = vscode.workspace.getConfiguration("files");
    await files.update("readonlyInclude", { "**/sample.ts": true }, vscode.ConfigurationTarget.Global);
    try {
      asked[0]?.answer("const a = 10;");
      await done;
      assert.equal(editor.document.getText(), text);
      assert.match(told.join(), /is read-only/);
      assert.deepEqual(offered.at(-1), ["Show Answer"]);
    } finally {
      await files.update("readonlyInclude", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it("keeps CR LF, and the missing line break at the end", async () => {
    const editor = await open("if (a) {\r\n\tb();\r\n}");
    const { done } = await begin(editor, [1, 2]);
    asked[0]?.answer("\tb();\n\tc();\n}");
    await done;
    assert.equal(editor.document.getText(), "if (a) {\r\n\tb();\r\n\tc();\r\n}");
  });

  it("puts text in at the cursor of an empty selection", async () => {
    const editor = await open("function f() {\n\n}\n\nfunction g() {\n  h();\n}\n");
    const { done } = await begin(editor, [1, 1]);
    asked[0]?.answer("return 1;");
    await done;
    assert.equal(editor.document.getText(), "function f() {\n  return 1;\n}\n\nfunction g() {\n  h();\n}\n");
  });
});
