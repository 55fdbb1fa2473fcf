// Completion in a file where a refactoring is under way, or under review: quiet in the lines that wait for an answer.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { CompletionProvider } from "../../extension/host/completion/provider.ts";
import { type Facts, silenceOf } from "../../extension/pipelines/completion/session/silence.ts";
import { eventually } from "./eventually.ts";
import { selection } from "./galley.ts";
import { RefactorWindow } from "./refactor-window.ts";

const text = "const a = 1;\nconst b = \nconst c = 3;\nconst d = \n";
const accepted = "galley.test.accepted";

describe("completion beside a refactoring", () => {
  const window = RefactorWindow.open();
  let provider: vscode.Disposable;
  let facts: Facts[];

  beforeEach(() => {
    facts = [];
    const completer = {
      complete: (asked: { facts: Facts; offset: number }) => {
        facts.push(asked.facts);
        const shown = { insert: "42;", start: asked.offset, end: asked.offset, model: "fake" };
        // The setting is off in this window.
        return Promise.resolve(silenceOf({ ...asked.facts, isOn: true }) === undefined ? shown : undefined);
      },
    };
    const own = new CompletionProvider({
      completer,
      pathOf: (uri) => uri.path,
      model: () => ({ provider: "ollama", id: "m", context_window: 8_192, max_output: 64, accepts: [], tools: false }),
      isSnoozed: () => false,
      isRefactored: (document, at) => window.isAwaited(document, at),
      acceptedCommand: accepted,
    });
    provider = vscode.Disposable.from(
      vscode.languages.registerInlineCompletionItemProvider({ scheme: "file" }, own),
      vscode.commands.registerCommand(accepted, () => undefined),
    );
  });
  afterEach(() => {
    provider.dispose();
  });

  /** Types a blank at the end of a line, as the user does, and returns what the provider was told. */
  async function typeAt(editor: vscode.TextEditor, line: number): Promise<Facts | undefined> {
    const { character } = editor.document.lineAt(line).range.end;
    editor.selection = selection(line, character, line, character);
    facts.length = 0;
    await vscode.commands.executeCommand("type", { text: " " });
    await eventually(
      () => facts.length,
      (count) => count > 0,
    );
    return facts.at(-1);
  }

  async function accept({ document }: vscode.TextEditor, words: string): Promise<void> {
    await eventually(
      async () => {
        await vscode.commands.executeCommand("editor.action.inlineSuggest.commit");
        return document.getText();
      },
      (now) => now.includes(words),
    );
  }

  it("is quiet where text is awaited, and comes elsewhere in the file", async () => {
    const editor = await window.open(text);
    const { done } = await window.beginAt(editor, [selection(1, 10, 1, 10)]);
    assert.equal((await typeAt(editor, 1))?.isRefactored, true);
    assert.equal((await typeAt(editor, 3))?.isRefactored, false);
    await accept(editor, "const d =  42;");
    window.asked[0]?.answer("20;");
    await done;
    assert.equal(window.isAwaited(editor.document, new vscode.Position(1, 0)), false);
  });

  it("comes again in lines that the user has changed: the answer no longer goes there", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [0, 2]);
    assert.equal(window.isAwaited(editor.document, new vscode.Position(1, 0)), true);
    assert.equal((await typeAt(editor, 1))?.isRefactored, false);
    await window.run(".stop");
    await done;
  });

  it("comes in lines that are under review, and what is accepted stays when the change is kept", async () => {
    const editor = await window.open(text);
    const { done } = await window.begin(editor, [1, 2]);
    window.asked[0]?.answer("const b = \nconst other = ");
    await done;
    assert.equal((await typeAt(editor, 2))?.isRefactored, false);
    await accept(editor, "const other =  42;");
    await window.run(".keepAll");
    assert.match(editor.document.getText(), /const other = {2}42;/);
    assert.deepEqual(await window.lenses(editor), []);
  });
});
