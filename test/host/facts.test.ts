// What the editor knows, as parts: on real documents, a real notebook, a real comparison and a real repository.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { GalleyApi } from "../../extension/host/api.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import type { Ghost } from "../../extension/protocol/ghost.ts";
import { freshConversation, openSample, selection, settled, until } from "./galley.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });
const at = (name: string): KnownPart => ({ type: "mention", target: { kind: "context", name } });
const folder = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail("no folder is open");

async function requestOf(api: GalleyApi, name: string, expected: RegExp): Promise<string> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const { request, manifest } = await api.preview([text("x "), at(name)]);
    const seen = JSON.stringify({ request, dropped: manifest.dropped });
    if (expected.test(seen)) return seen;
    if (Date.now() > deadline) assert.fail(`@${name} never became ${String(expected)}: ${seen}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe("facts", () => {
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("@selection is every selection's lines, in document order, unsaved text included", async () => {
    const api = await freshConversation();
    const editor = await openSample("src/net/upload.ts");
    editor.selections = [selection(20, 0, 22, 0), selection(2, 0, 3, 4)];
    const seen = await requestOf(api, "selection", /lines 3-4/);
    assert.match(seen, /lines 3-4\).*lines 21-22\)/);
    const untitled = await vscode.workspace.openTextDocument({ content: "first\nsecond", language: "plaintext" });
    const other = await vscode.window.showTextDocument(untitled);
    other.selection = selection(1, 0, 1, 6);
    assert.match(await requestOf(api, "selection", /second/), /unsaved/);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("with nothing selected it is left out, and the message says so and goes", async () => {
    const api = await freshConversation();
    const editor = await openSample("src/page.ts");
    editor.selection = selection(0, 0, 0, 0);
    await requestOf(api, "selection", /"what":"mention @selection","why":"nothing is selected"/);
    await api.submit([text("still goes "), at("selection")]);
    await settled(api);
  });

  it("a later turn repeats what a mention stood for", async () => {
    const api = await freshConversation();
    const editor = await openSample("src/net/upload.ts");
    editor.selection = selection(4, 0, 5, 3);
    await requestOf(api, "selection", /lines 5-6/);
    await api.submit([text("this "), at("selection")]);
    await settled(api);
    editor.selection = selection(9, 0, 9, 3);
    const { request } = await api.preview([text("and now?")]);
    assert.match(JSON.stringify(request), /lines 5-6/);
    assert.doesNotMatch(JSON.stringify(request), /lines 10-10/);
  });

  it("@open names the open editors; @viewport is the lines in view; @cursor names the symbol", async () => {
    const api = await freshConversation();
    await vscode.window.showTextDocument(vscode.Uri.file(join(folder(), "src/page.ts")), { preview: false });
    const editor = await openSample("src/net/upload.ts");
    const seen = await requestOf(api, "open", /src\/net\/upload\.ts \(active\)/);
    assert.match(seen, /src\/page\.ts/);
    await requestOf(api, "viewport", /File: src\/net\/upload\.ts \(lines 1-/);
    const registered = vscode.languages.registerDocumentSymbolProvider("*", {
      provideDocumentSymbols: (document) => [
        new vscode.DocumentSymbol(
          "Everything",
          "",
          vscode.SymbolKind.Class,
          new vscode.Range(0, 0, document.lineCount, 0),
          new vscode.Range(0, 0, 0, 1),
        ),
      ],
    });
    editor.selection = selection(12, 0, 12, 0);
    await requestOf(api, "cursor", /kind=\\\\\\"cursor\\\\\\"|kind=\\"cursor\\"/);
    await requestOf(api, "cursor", /lines \d+-\d+/);
    registered.dispose();
  });

  it("@problems tells what the languages found; the lightbulb offers to ask about one", async () => {
    const api = await freshConversation();
    const editor = await openSample("src/page.ts");
    const found = vscode.languages.createDiagnosticCollection("facts");
    const range = new vscode.Range(3, 0, 3, 5);
    found.set(editor.document.uri, [new vscode.Diagnostic(range, "the moon is full", vscode.DiagnosticSeverity.Error)]);
    await requestOf(api, "problems", /error src\/page\.ts:4 the moon is full/);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      editor.document.uri,
      range,
    );
    const ask = actions.find(({ title }) => title === "Ask Galley About This Problem");
    assert(ask?.command, "the lightbulb has it");
    await vscode.commands.executeCommand(ask.command.command, ...((ask.command.arguments ?? []) as unknown[]));
    await until(api, ({ draft }) => /the moon is full.*"start":4,"end":4/.test(JSON.stringify(draft)));
    found.dispose();
  });

  it("@diff is what git says: staged, changed and new files", async function () {
    this.timeout(60_000);
    const api = await freshConversation();
    const git = (...args: string[]): void => void execFileSync("git", args, { cwd: folder(), stdio: "ignore" });
    git("init");
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--allow-empty", "-m", "first");
    git("add", "src/page.ts");
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-m", "page");
    try {
      writeFileSync(join(folder(), "src/page.ts"), "export const changed = true;\n");
      const extension = vscode.extensions.getExtension<{
        getAPI(version: 1): { openRepository(uri: vscode.Uri): unknown };
      }>("vscode.git");
      const exported = await extension?.activate();
      if (exported === undefined) return this.skip();
      await exported.getAPI(1).openRepository(vscode.Uri.file(folder()));
      await requestOf(api, "diff", /working tree.*\+export const changed = true;/);
      git("add", "src/page.ts");
      await requestOf(api, "diff", /kind=\\+"diff\\+" source=\\+"staged\\+"/);
    } finally {
      git("checkout", "HEAD", "--", "src/page.ts");
      rmSync(join(folder(), ".git"), { recursive: true, force: true });
    }
  });

  it("@history and @last follow what is done, and can be forgotten", async () => {
    const api = await freshConversation();
    await vscode.commands.executeCommand("galley.forgetEdits");
    await requestOf(api, "history", /nothing was edited yet/);
    const editor = await openSample("src/page.ts");
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), "// note\n"));
    await requestOf(api, "history", /edited src\/page\.ts:2-3/);
    await requestOf(api, "last", /edited src\/page\.ts/);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await vscode.commands.executeCommand("galley.forgetEdits");
  });

  it("Copy Galley Reference writes path and lines; Send with Selection sends both", async () => {
    const api = await freshConversation();
    const editor = await openSample("src/net/upload.ts");
    editor.selection = selection(9, 0, 24, 3);
    await vscode.commands.executeCommand("galley.copyReference");
    assert.equal(await vscode.env.clipboard.readText(), "src/net/upload.ts:10-25");
    await vscode.commands.executeCommand("galley.sendWithSelection", "what is this?");
    const { messages } = await settled(api);
    assert.match(JSON.stringify(messages[0]), /"start":10,"end":25.*what is this\?/);
  });
});

describe("context that offers itself", () => {
  const config = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration("galley");

  async function watch(
    api: GalleyApi,
  ): Promise<{ until: (fits: (ghosts: Ghost[]) => boolean) => Promise<Ghost[]>; end: () => void }> {
    let ghosts: Ghost[] = [];
    const listening = api.onEvent(({ event }) => {
      if (event.type === "ghosts") ghosts = event.ghosts;
    });
    await vscode.commands.executeCommand("galley.open");
    return {
      end: () => {
        listening.dispose();
      },
      until: async (fits) => {
        for (const deadline = Date.now() + 10_000; !fits(ghosts);) {
          if (Date.now() > deadline) assert.fail(`The offers are ${JSON.stringify(ghosts)}`);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        return ghosts;
      },
    };
  }

  afterEach(async () => {
    await config().update("context.selection", undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("is asked for, always there, or never, as the setting says", async () => {
    const api = await freshConversation();
    const seen = await watch(api);
    const editor = await openSample("src/net/upload.ts");
    editor.selection = selection(9, 0, 12, 3);
    const isSelection = ({ name, mode, label }: Ghost, how: string): boolean =>
      name === "selection" && mode === how && label === "upload.ts:10-13";
    const [ghost] = await seen.until((all) => all.some((one) => isSelection(one, "ask")));
    assert(ghost && ghost.tokens > 0, "it is counted");
    const { request } = await api.preview();
    assert.doesNotMatch(JSON.stringify(request), /upload\.ts/);
    await config().update("context.selection", "always", vscode.ConfigurationTarget.Global);
    await seen.until((all) => all.some((one) => isSelection(one, "always")));
    await config().update("context.selection", "never", vscode.ConfigurationTarget.Global);
    await seen.until((all) => !all.some(({ name }) => name === "selection"));
    seen.end();
  });

  it("never is a file that ignore rules leave out", async () => {
    const api = await freshConversation();
    const seen = await watch(api);
    mkdirSync(join(folder(), "secret"), { recursive: true });
    writeFileSync(join(folder(), ".galleyignore"), "secret/\n");
    writeFileSync(join(folder(), "secret/key.txt"), "one\ntwo\n");
    const open = await openSample("src/page.ts");
    open.selection = selection(0, 0, 0, 5);
    await seen.until((all) => all.some(({ label }) => label === "page.ts:1-1"));
    const hidden = await openSample("secret/key.txt");
    hidden.selection = selection(0, 0, 0, 3);
    const all = await seen.until((ghosts) => !ghosts.some(({ name }) => name === "selection"));
    assert.doesNotMatch(JSON.stringify(all), /key\.txt/);
    rmSync(join(folder(), ".galleyignore"));
    rmSync(join(folder(), "secret"), { recursive: true });
    seen.end();
  });
});

describe("another extension", () => {
  it("brings a context, a command and a pin, and takes them away again", async () => {
    const api = await freshConversation();
    const extension = vscode.extensions.getExtension<{ setWeather(next: unknown): void; end(): void }>(
      "galley-test.sample",
    );
    assert(extension, "the sample extension is installed");
    const sample = await extension.activate();
    await requestOf(api, "weather", /sky: clear/);
    sample.setWeather({ sky: "cloudy" });
    await requestOf(api, "weather", /sky: cloudy/);
    const { request } = await api.preview([text("/forecast Sunday")]);
    assert.match(JSON.stringify(request), /Degrees are Celsius\..*Forecast for Sunday\./);
    sample.setWeather(undefined);
    await requestOf(api, "weather", /it has nothing to say now/);
    sample.end();
    await requestOf(api, "weather", /nobody provides it now/);
  });
});
