// Completion in a real editor, with a server on loopback that answers as Ollama does.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { placeOfDocument } from "../../extension/host/completion/places.ts";
import type { Behaviour } from "../fakes/fim/exchange.ts";
import { type FimServer, runFimServer } from "../fakes/fim/run-server.ts";
import { eventually } from "./eventually.ts";
import { galley, selection } from "./galley.ts";

const set = (key: string, value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration("galley").update(key, value, vscode.ConfigurationTarget.Global);

describe("completion", () => {
  let server: FimServer;
  let behaviour: Behaviour;

  beforeEach(async () => {
    await galley();
    behaviour = { pieces: ["42", ";"] };
    server = await runFimServer("ollama", behaviour);
    await set("providers.ollama.baseUrl", server.url);
    await set("completion.model", "ollama/coder:1.5b");
    await set("completion.enabled", true);
    await eventually(
      async () => vscode.commands.getCommands(),
      (commands) => commands.includes("galley.completion.accepted"),
    );
  });

  afterEach(async () => {
    for (const key of ["completion.enabled", "completion.model", "completion.languages", "providers.ollama.baseUrl"])
      await set(key, undefined);
    server.close();
    while (vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0))
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  /** `‸` is the cursor. */
  async function open(marked: string, name = "sample.ts"): Promise<vscode.TextEditor> {
    const file = join(mkdtempSync(join(tmpdir(), "galley-completion-")), name);
    writeFileSync(file, marked.replace("‸", ""));
    const document = await vscode.workspace.openTextDocument(file);
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    const { line, character } = document.positionAt(marked.indexOf("‸"));
    editor.selection = selection(line, character, line, character);
    return editor;
  }

  /** In the workspace, with the cursor at its end. Returns what removes it. */
  async function hiddenFile(text: string): Promise<() => void> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
    const [rules, file] = [join(folder, ".galleyignore"), join(folder, "hidden-completion.ts")];
    writeFileSync(rules, "hidden-completion.ts\n");
    writeFileSync(file, text);
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
    editor.selection = selection(0, text.length, 0, text.length);
    return () => {
      rmSync(rules);
      rmSync(file);
    };
  }

  const type = (text: string): Thenable<unknown> => vscode.commands.executeCommand("type", { text });
  const trigger = (): Thenable<unknown> => vscode.commands.executeCommand("galley.completion.trigger");
  const prompts = (): string[] =>
    server.requests.flatMap(({ path, body }) => (path === "POST /api/generate" ? [JSON.stringify(body)] : []));

  async function isAsked(words: string): Promise<void> {
    await eventually(prompts, (all) => all.some((one) => one.includes(words)));
  }

  async function hasText({ document }: vscode.TextEditor, expected: string): Promise<void> {
    await eventually(
      () => document.getText(),
      (now) => now === expected,
    );
  }

  /** Accepts as soon as something is shown. */
  async function accept({ document }: vscode.TextEditor, expected: string): Promise<void> {
    await eventually(
      async () => {
        await vscode.commands.executeCommand("editor.action.inlineSuggest.commit");
        return document.getText();
      },
      (now) => now === expected,
    );
  }

  it("is asked of the server, shown and accepted as one edit", async () => {
    const editor = await open("const answer = ‸\n");
    await trigger();
    await isAsked("const answer = ");
    await accept(editor, "const answer = 42;\n");
    await vscode.commands.executeCommand("undo");
    await hasText(editor, "const answer = \n");
  });

  it("is asked for while the user types, and is there again without a request after it was undone", async () => {
    const editor = await open("const typed‸\n");
    await type(" = ");
    await isAsked("const typed = ");
    await accept(editor, "const typed = 42;\n");
    await vscode.commands.executeCommand("undo");
    await hasText(editor, "const typed = \n");
    await trigger();
    await accept(editor, "const typed = 42;\n");
    assert.equal(prompts().filter((one) => one.includes('const typed = "')).length, 1);
  });

  it("takes the place of a bracket that the editor has closed", async () => {
    behaviour.pieces = ["a, b)"];
    const editor = await open("call‸\n");
    await type("(");
    await hasText(editor, "call()\n");
    await isAsked("call(");
    await accept(editor, "call(a, b)\n");
  });

  it("goes on from the entry that is selected in the list of suggestions", async () => {
    behaviour.pieces = ["sole.log(1)"];
    const listed = vscode.languages.registerCompletionItemProvider("python", {
      provideCompletionItems: () => [new vscode.CompletionItem("console", vscode.CompletionItemKind.Variable)],
    });
    try {
      const editor = await open("con‸\n", "sample.py");
      await vscode.commands.executeCommand("editor.action.triggerSuggest");
      await trigger();
      await isAsked("con");
      await accept(editor, "console.log(1)\n");
    } finally {
      listed.dispose();
    }
  });

  it("waits while a place of a snippet is selected, and comes at its last place", async () => {
    const editor = await open("‸\n");
    await editor.insertSnippet(new vscode.SnippetString("let ${1:placeholder_one} = $0"));
    await trigger();
    await type("named_two");
    await vscode.commands.executeCommand("jumpToNextSnippetPlaceholder");
    await trigger();
    await isAsked("let named_two = ");
    assert.doesNotMatch(prompts().join("\n"), /placeholder_one/);
    await accept(editor, "let named_two = 42;\n");
  });

  it("keeps the line ends of Windows", async () => {
    behaviour.pieces = ["if (a) {\n    b();\n  }"];
    const editor = await open("function f() {\r\n  ‸\r\n}\r\n");
    await trigger();
    await accept(editor, "function f() {\r\n  if (a) {\r\n    b();\r\n  }\r\n}\r\n");
  });

  it("sends nothing of a file that is secret, ignored or large, with several cursors, or in a language that is off", async () => {
    const hidden = await hiddenFile("IGNORED_ONE = ");
    await trigger();
    // Not TypeScript, which would report each of its lines as a problem from then on.
    await open(`${`${"x".repeat(999)}\n`.repeat(2_001)}LARGE_ONE = ‸`, "large.py");
    await trigger();
    await open("SECRET_ONE=‸", ".env");
    await trigger();
    const editor = await open("const several_two = ‸\nconst b = \n");
    editor.selections = [selection(0, 20, 0, 20), selection(1, 10, 1, 10)];
    await trigger();
    await set("completion.languages", { typescript: false });
    await open("const language_three‸\n");
    await type(" =");
    // What was asked before this would have been sent before this.
    await open("allowed_four = ‸\n", "sample.py");
    await trigger();
    await isAsked("allowed_four");
    assert.doesNotMatch(prompts().join("\n"), /SECRET_ONE|IGNORED_ONE|LARGE_ONE|several_two|language_three/);
    hidden();
  });

  it("asks nothing while it is off", async () => {
    await set("completion.enabled", false);
    await open("const off_one = ‸\n");
    await vscode.commands.executeCommand("editor.action.inlineSuggest.trigger");
    await set("completion.enabled", true);
    await open("const on_two = ‸\n");
    await trigger();
    await isAsked("on_two");
    assert.doesNotMatch(prompts().join("\n"), /off_one/);
  });

  it("leaves a server that fails alone, and asks it again when the user asks", async () => {
    behaviour.status = 500;
    await open("const fails = ‸\n");
    await trigger();
    await isAsked("const fails = ");
    delete behaviour.status;
    const editor = await open("const works = ‸\n");
    await trigger();
    await accept(editor, "const works = 42;\n");
  });

  it("ends a request that the next key makes useless", async () => {
    behaviour.never = "begins";
    await open("const useless‸\n");
    await type(" = ");
    await isAsked("const useless = ");
    await vscode.commands.executeCommand("deleteLeft");
    await server.left;
    assert.equal(prompts().filter((one) => one.includes('const useless = "')).length, 1);
  });

  it("takes the cells of a notebook as documents of one file", async () => {
    const cell = (text: string) => new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, "python");
    const data = new vscode.NotebookData([cell("a = 1"), cell("b = 2")]);
    const notebook = await vscode.workspace.openNotebookDocument("jupyter-notebook", data);
    const second = placeOfDocument(notebook.cellAt(1).document, () => "book.ipynb");
    assert.equal(second.uri.toString(), notebook.uri.toString());
    assert.equal(second.path, "book.ipynb#2");
    assert.deepEqual(
      second.cells.map(({ path }) => path),
      ["book.ipynb#1"],
    );
  });
});
