// Facts of real documents: TypeScript's own language service, a notebook, a comparison, a terminal, a file system that is none.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import * as vscode from "vscode";
import type { GalleyApi } from "../../extension/host/api/api.ts";
import type { ConversationSnapshot } from "../../extension/protocol/conversation.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { noShell } from "../fakes/systems.ts";
import { freshConversation, openSample, selection, until } from "./galley.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });
const at = (name: string): KnownPart => ({ type: "mention", target: { kind: "context", name } });
const folder = (): vscode.Uri => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");
const written: string[] = [];

function write(name: string, body: string): vscode.Uri {
  const uri = vscode.Uri.joinPath(folder(), name);
  writeFileSync(uri.fsPath, body);
  written.push(uri.fsPath);
  return uri;
}

async function requestOf(api: GalleyApi, name: string, expected: RegExp, patience = 20_000): Promise<string> {
  for (const deadline = Date.now() + patience; ;) {
    const { request, manifest } = await api.preview([text("x "), at(name)]);
    const seen = JSON.stringify({ request, dropped: manifest.dropped });
    if (expected.test(seen)) return seen;
    if (Date.now() > deadline) assert.fail(`@${name} never became ${String(expected)}: ${seen}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe("facts of real documents", () => {
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    for (const path of written.splice(0)) rmSync(path, { force: true });
  });

  it("TypeScript tells its problems, and the symbol around the caret", async function () {
    this.timeout(90_000);
    const api = await freshConversation();
    const uri = write("src/wrong.ts", "export class Clock {\n  tick(): number {\n    return 'tock';\n  }\n}\n");
    const editor = await vscode.window.showTextDocument(uri);
    editor.selection = selection(2, 4, 2, 4);
    await requestOf(api, "problems", /error src\/wrong\.ts:3 .*not assignable.*ts 2322/, 60_000);
    await requestOf(api, "cursor", /tick.*lines 2-4/);
    await vscode.commands.executeCommand("galley.addSymbol");
    await until(api, ({ draft }) => JSON.stringify(draft).includes('"range":{"start":2,"end":4}'));
    await vscode.commands.executeCommand("galley.copySymbolReference");
    assert.equal(await vscode.env.clipboard.readText(), "src/wrong.ts:2-4");
    await vscode.commands.executeCommand("galley.copyProblemReference");
    assert.equal(await vscode.env.clipboard.readText(), "src/wrong.ts:3");
  });

  it("a cell of a notebook goes as its text, named by notebook and cell", async () => {
    const api = await freshConversation();
    const cell = (source: string) => ({
      cell_type: "code",
      metadata: {},
      outputs: [],
      execution_count: null,
      source: [source],
    });
    const uri = write(
      "sums.ipynb",
      JSON.stringify({ cells: [cell("one = 1"), cell("two = 2")], metadata: {}, nbformat: 4, nbformat_minor: 5 }),
    );
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    const shown = await vscode.window.showNotebookDocument(notebook);
    shown.selections = [new vscode.NotebookRange(1, 2)];
    const seen = await requestOf(api, "selection", /sums\.ipynb, cell 2/);
    assert.match(seen, /two = 2/);
    assert.doesNotMatch(seen, /one = 1/);
  });

  it("either side of a comparison is what stands there", async () => {
    const api = await freshConversation();
    const before = await vscode.workspace.openTextDocument({ content: "old line\nsame\n", language: "plaintext" });
    const after = write("src/after.txt", "new line\nsame\n");
    await vscode.commands.executeCommand("vscode.diff", before.uri, after, "before ↔ after");
    const editors = () => vscode.window.visibleTextEditors;
    await until(api, () => editors().length === 2);
    const right = editors().find(({ document }) => document.uri.toString() === after.toString());
    assert(right, "the right side is shown");
    await vscode.window.showTextDocument(right.document, right.viewColumn);
    const focused = vscode.window.activeTextEditor;
    assert(focused);
    focused.selection = selection(0, 0, 0, 8);
    await requestOf(api, "selection", /File: src\/after\.txt \(lines 1-1\).*new line/);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("a document of another file system goes as its text, and read-only is no obstacle", async () => {
    const api = await freshConversation();
    const provider = vscode.workspace.registerTextDocumentContentProvider("galley-facts", {
      provideTextDocumentContent: () => "from\nafar\n",
    });
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse("galley-facts:/far/away.txt"));
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = selection(1, 0, 1, 4);
    const seen = await requestOf(api, "selection", /afar/);
    assert.match(seen, /away\.txt/);
    provider.dispose();
  });

  (noShell ? it.skip : it)("a terminal tells its last command with what it printed", async function () {
    this.timeout(60_000);
    const api = await freshConversation();
    const terminal = vscode.window.createTerminal({ name: "facts", shellPath: "/bin/bash" });
    terminal.show();
    const begun = Date.now();
    while (terminal.shellIntegration === undefined && Date.now() - begun < 30_000)
      await new Promise((resolve) => setTimeout(resolve, 100));
    assert(terminal.shellIntegration, "the shell tells of its commands");
    terminal.shellIntegration.executeCommand("sleep 1; echo the answer is $((6 * 7))");
    await requestOf(api, "terminal", /echo the answer.*the answer is 42/);
    await vscode.env.clipboard.writeText("mine");
    terminal.shellIntegration.executeCommand("echo at once $((1 + 1))");
    await requestOf(api, "terminal", /output: at once 2/);
    terminal.dispose();
  });

  it("50 open editors, 5,000 problems and a 30,000-line change are cut, said, and hold the host no longer than 50 ms", async function () {
    this.timeout(90_000);
    const api = await freshConversation();
    const found = vscode.languages.createDiagnosticCollection("many");
    for (let file = 0; file < 50; file += 1) {
      const uri = write(`src/many${file}.txt`, "x\n".repeat(600));
      found.set(
        uri,
        Array.from({ length: 100 }, (_, line) => new vscode.Diagnostic(new vscode.Range(line, 0, line, 1), "many")),
      );
      // As a tab: to draw each one would take longer than all the rest.
      await vscode.commands.executeCommand("vscode.open", uri, { preview: false, background: true });
    }
    await requestOf(api, "open", /many49\.txt/);
    await requestOf(api, "problems", /4\d\d\d more problems/);
    const git = (...args: string[]): void => void execFileSync("git", args, { cwd: folder().fsPath, stdio: "ignore" });
    const big = write("src/big.txt", "old\n".repeat(15_000));
    git("init");
    git("add", "src/big.txt");
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-m", "big");
    writeFileSync(big.fsPath, "new\n".repeat(15_000));
    const extension = vscode.extensions.getExtension<{
      getAPI(version: 1): { openRepository(uri: vscode.Uri): unknown };
    }>("vscode.git");
    const exported = await extension?.activate();
    assert(exported, "git is there");
    await exported.getAPI(1).openRepository(folder());
    await requestOf(api, "diff", /big\.txt.*\d+ more lines/);
    // The longest of many is what else the host does; the least of three tries is what these take.
    const longest: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      await api.preview([text("x "), at("open"), at("problems"), at("diff")]);
      delay.disable();
      longest.push(delay.max / 1e6);
    }
    found.dispose();
    rmSync(vscode.Uri.joinPath(folder(), ".git").fsPath, { recursive: true, force: true });
    assert(Math.min(...longest) < 50, `the host was held for ${longest.map((ms) => ms.toFixed(0)).join(", ")} ms`);
  });

  it("what the Search view found is told by path and line, and the clipboard keeps what it had", async function () {
    this.timeout(60_000);
    const api = await freshConversation();
    await openSample("src/net/upload.ts");
    await vscode.env.clipboard.writeText("mine");
    await vscode.commands.executeCommand("workbench.action.findInFiles", { query: "export", triggerSearch: true });
    const found = ({ draft }: ConversationSnapshot): boolean =>
      /"kind":"search".*src\/net\/upload\.ts:\d+: /.test(JSON.stringify(draft));
    // Until the view has found something there is nothing to add, and the command says so.
    const adding = setInterval(() => void vscode.commands.executeCommand("galley.addSearchResults"), 1_000);
    await until(api, found);
    clearInterval(adding);
    while ((await vscode.env.clipboard.readText()) !== "mine") await new Promise((resolve) => setTimeout(resolve, 50));
    await vscode.commands.executeCommand("workbench.view.explorer");
  });
});
