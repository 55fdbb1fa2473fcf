// What the editor knows, as parts: on real documents, a real notebook, a real comparison and a real repository.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { GalleyApi } from "../../extension/host/api/api.ts";
import { changedPaths } from "../../extension/host/files/changed-files.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import type { ContextOffer } from "../../extension/protocol/context-offer.ts";
import { eventually } from "./eventually.ts";
import {
  freshConversation,
  openSample,
  selection,
  settled,
  until,
  whileNothingCanBeStored,
  withoutAutoSave,
} from "./galley.ts";

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

  it("another conversation that is mentioned is the one that was chosen, whatever else has its title", async () => {
    const api = await freshConversation();
    await api.submit([text("one title for two")]);
    await settled(api);
    await api.submit([text("said in the first")]);
    const first = await settled(api);
    await freshConversation();
    await api.submit([text("one title for two")]);
    const { session } = await settled(api);
    assert.equal(session.title, first.session.title);
    const name = `conversation:${session.title}`;
    const { request } = await api.preview([
      text("x "),
      { type: "mention", target: { kind: "context", name, id: first.session.id } },
    ]);
    assert.match(JSON.stringify(request), /said in the first/);
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

  it("a symbol that ends before the first character of a line does not take that line along", async () => {
    const api = await freshConversation();
    const editor = await openSample("src/net/upload.ts");
    const registered = vscode.languages.registerDocumentSymbolProvider("*", {
      provideDocumentSymbols: () => [
        new vscode.DocumentSymbol(
          "Half",
          "",
          vscode.SymbolKind.Class,
          new vscode.Range(3, 0, 6, 0),
          new vscode.Range(3, 0, 3, 1),
        ),
      ],
    });
    // The language's own server starts with the first question, and Galley does not wait for it.
    await vscode.commands.executeCommand("vscode.executeDocumentSymbolProvider", editor.document.uri);
    editor.selection = selection(4, 0, 4, 0);
    await vscode.commands.executeCommand("galley.copySymbolReference");
    assert.equal(await vscode.env.clipboard.readText(), "src/net/upload.ts:4-6");
    await requestOf(api, "cursor", /lines 4-6/);
    registered.dispose();
  });

  it("a mentioned symbol goes with its lines of now, and not at all once it is deleted", async () => {
    const api = await freshConversation();
    const editor = await openSample("src/net/upload.ts");
    const { document } = editor;
    let name = "Moved";
    const registered = vscode.languages.registerDocumentSymbolProvider("*", {
      provideDocumentSymbols: () => [
        new vscode.DocumentSymbol(
          name,
          "",
          vscode.SymbolKind.Class,
          new vscode.Range(3, 0, 5, 1),
          new vscode.Range(3, 0, 3, 1),
        ),
      ],
    });
    try {
      await vscode.commands.executeCommand("vscode.executeDocumentSymbolProvider", document.uri);
      const target = { kind: "symbol", name: "Moved", path: "src/net/upload.ts", range: { start: 1, end: 2 } } as const;
      const seen = await api.preview([text("x "), { type: "mention", target }]);
      assert.match(JSON.stringify(seen.request), /lines: 4-6/);
      name = "Other";
      // VS Code asks for symbols again when the text has changed.
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "\n"));
      const without = await api.preview([text("x "), { type: "mention", target }]);
      assert.doesNotMatch(JSON.stringify(without.request), /Moved/);
      assert.match(JSON.stringify(without.manifest.dropped), /mention Moved/);
      const gone = await api.preview([text("x "), { type: "mention", target: { ...target, path: "src/net/none.ts" } }]);
      assert.match(JSON.stringify(gone.manifest.dropped), /its file does not exist/);
    } finally {
      registered.dispose();
      await vscode.commands.executeCommand("workbench.action.files.revert");
    }
  });

  it("@folder and @related name files near the active one, and never what is ignored or secret", async () => {
    const api = await freshConversation();
    const place = join(folder(), "nearby");
    mkdirSync(place, { recursive: true });
    try {
      writeFileSync(join(place, "one.ts"), 'import "./two.ts";\nimport "./secrets.json";\n');
      writeFileSync(join(place, "two.ts"), "export {};\n");
      writeFileSync(join(place, "one.test.ts"), "export {};\n");
      writeFileSync(join(place, "secrets.json"), "{}");
      await openSample("nearby/one.ts");
      const beside = await requestOf(api, "folder", /nearby\/two\.ts/);
      assert.doesNotMatch(beside, /secrets\.json/);
      const related = await requestOf(api, "related", /nearby\/two\.ts \(imported\)/);
      assert.match(related, /nearby\/one\.test\.ts \(its test\)/);
      assert.doesNotMatch(related, /secrets\.json/);
      await requestOf(api, "recent", /nearby\/one\.ts \(active\)/);
    } finally {
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      rmSync(place, { recursive: true });
    }
  });

  it("a byte range of a file that is not text goes as a hex dump", async () => {
    const api = await freshConversation();
    const path = join(folder(), "some.bin");
    writeFileSync(path, Buffer.from([0, 1, 2, 3, 0x41, 0x42]));
    try {
      const range = { unit: "byte", start: 1, end: 6 } as const;
      const { request } = await api.preview([{ type: "file-ref", ref: { kind: "path", path: "some.bin", range } }]);
      assert.match(JSON.stringify(request), /00000001 {2}01 02 03 41 42 +\|\.\.\.AB\|/);
    } finally {
      rmSync(path);
    }
  });

  it("a tab without text leaves the editor that was active before it the one that is meant", async () => {
    const api = await freshConversation();
    const editor = await openSample("src/net/upload.ts");
    editor.selection = selection(4, 0, 5, 3);
    await requestOf(api, "selection", /lines 5-6/);
    const tab = vscode.window.createWebviewPanel("facts.test", "A page", vscode.ViewColumn.Beside);
    try {
      await eventually(
        () => vscode.window.activeTextEditor === undefined,
        (isSo) => isSo,
      );
      await requestOf(api, "selection", /lines 5-6/);
      await requestOf(api, "cursor", /src\/net\/upload\.ts/);
      await requestOf(api, "viewport", /src\/net\/upload\.ts/);
      await requestOf(api, "open", /src\/net\/upload\.ts \(active\)/);
    } finally {
      tab.dispose();
    }
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
    const ask = actions.find(({ title }) => title === "Ask Galley About Problem");
    assert(ask?.command, "the lightbulb has it");
    await vscode.commands.executeCommand(ask.command.command, ...((ask.command.arguments ?? []) as unknown[]));
    await until(api, ({ draft }) => /the moon is full.*"start":4,"end":4/.test(JSON.stringify(draft)));
    found.dispose();
  });

  it("the lightbulb on a selection adds it to the message; without one it stays dark", async () => {
    const api = await freshConversation();
    const document = await vscode.workspace.openTextDocument({ language: "plaintext", content: "one\ntwo\nthree" });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = selection(1, 0, 1, 3);
    const offered = async (range: vscode.Range): Promise<vscode.CodeAction[]> => {
      const command = "vscode.executeCodeActionProvider";
      const all = await vscode.commands.executeCommand<vscode.CodeAction[]>(command, document.uri, range);
      return all.filter(({ title }) => title === "Add Selection to Galley Message");
    };
    assert.deepEqual(await offered(selection(1, 0, 1, 0)), []);
    const [add] = await offered(editor.selection);
    assert(add?.command, "the lightbulb has it");
    await vscode.commands.executeCommand(add.command.command);
    await until(api, ({ draft }) =>
      /"path":"untitled:[^"]+","range":\{"start":2,"end":2\}/.test(JSON.stringify(draft)),
    );
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
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
      // Suggestions of files know it, too.
      await eventually(changedPaths, (paths) => paths.includes("src/page.ts"));
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
    await requestOf(api, "history", /no recent edits/);
    const editor = await openSample("src/page.ts");
    await withoutAutoSave(async () => {
      await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), "// note\n"));
      await requestOf(api, "history", /edited src\/page\.ts:2-3/);
      await requestOf(api, "last", /edited src\/page\.ts/);
    });
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await vscode.commands.executeCommand("galley.forgetEdits");
  });

  it("@history does not take a file that changed on disk for an edit of the user", async () => {
    const api = await freshConversation();
    const path = join(folder(), "on-disk.txt");
    writeFileSync(path, "one\n");
    const { document } = await openSample("on-disk.txt");
    await vscode.commands.executeCommand("galley.forgetEdits");
    writeFileSync(path, "one\ntwo\n");
    await eventually(
      () => document.getText(),
      (text) => text === "one\ntwo\n",
    );
    await requestOf(api, "history", /no recent edits/);
    rmSync(path);
  });

  it("Copy Selection Reference writes path and lines; Send Selection with Message sends both", async () => {
    const api = await freshConversation();
    const editor = await openSample("src/net/upload.ts");
    editor.selection = selection(9, 0, 24, 3);
    await vscode.commands.executeCommand("galley.copyReference");
    assert.equal(await vscode.env.clipboard.readText(), "src/net/upload.ts:10-25");
    await vscode.commands.executeCommand("galley.sendWithSelection", "what is this?");
    const { messages } = await settled(api);
    assert.match(JSON.stringify(messages[0]), /"start":10,"end":25.*what is this\?/);
  });

  it("Send Selection with Message in an ignored file is not sent before the user allows it", async () => {
    const api = await freshConversation();
    writeFileSync(join(folder(), ".galleyignore"), "hidden.txt\n");
    writeFileSync(join(folder(), "hidden.txt"), "password\n");
    const editor = await openSample("hidden.txt");
    editor.selection = selection(0, 0, 0, 8);
    // The window of tests shows no dialog, so the user cannot allow it.
    await vscode.commands.executeCommand("galley.sendWithSelection", "what is this?");
    const { messages } = await until(api, (now) => /hidden\.txt.*what is this/.test(JSON.stringify(now.draft)) && now);
    assert.deepEqual(messages, []);
    rmSync(join(folder(), ".galleyignore"));
    rmSync(join(folder(), "hidden.txt"));
  });

  it("Send with Selection that is refused leaves what was typed in the message", async () => {
    const api = await freshConversation();
    const editor = await openSample("src/net/upload.ts");
    editor.selection = selection(9, 0, 24, 3);
    await whileNothingCanBeStored(async () => {
      await vscode.commands.executeCommand("galley.sendWithSelection", "long and well considered");
    });
    const { messages } = await until(
      api,
      (now) => /"start":10,"end":25.*long and well considered/.test(JSON.stringify(now.draft)) && now,
    );
    assert.deepEqual(messages, []);
  });
});

describe("context that offers itself", () => {
  const config = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration("galley");

  async function watch(
    api: GalleyApi,
  ): Promise<{ until: (fits: (offers: ContextOffer[]) => boolean) => Promise<ContextOffer[]>; end: () => void }> {
    let offers: ContextOffer[] = [];
    const listening = api.onEvent(({ event }) => {
      if (event.type === "ghosts") offers = event.ghosts;
    });
    await vscode.commands.executeCommand("galley.open");
    return {
      end: () => {
        listening.dispose();
      },
      until: async (fits) => {
        for (const deadline = Date.now() + 20_000; !fits(offers);) {
          if (Date.now() > deadline) {
            const { document, selection: selected } = vscode.window.activeTextEditor ?? {};
            const where = `${document?.uri.path ?? "no editor"} ${JSON.stringify(selected)}`;
            assert.fail(`The offers in ${where} are ${JSON.stringify(offers)}`);
          }
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        return offers;
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
    const isSelection = ({ name, mode, label }: ContextOffer, how: string): boolean =>
      name === "selection" && mode === how && label === "upload.ts:10-13";
    const [offer] = await seen.until((all) => all.some((one) => isSelection(one, "ask")));
    assert(offer && offer.tokens > 0, "it is counted");
    const { request } = await api.preview();
    assert.doesNotMatch(JSON.stringify(request), /upload\.ts/);
    await config().update("context.selection", "always", vscode.ConfigurationTarget.Global);
    await seen.until((all) => all.some((one) => isSelection(one, "always")));
    await config().update("context.selection", "never", vscode.ConfigurationTarget.Global);
    await seen.until((all) => !all.some(({ name }) => name === "selection"));
    seen.end();
  });

  it("goes with Send with Selection, submit and preview if the policy is always, once and behind what was given", async () => {
    const api = await freshConversation();
    const editor = await openSample("src/net/upload.ts");
    editor.selection = selection(9, 0, 12, 3);
    await config().update("context.selection", "always", vscode.ConfigurationTarget.Global);
    const { request } = await api.preview([{ type: "text", text: "what is this?" }]);
    assert.match(JSON.stringify(request), /upload\.ts \(lines 10-13\)/);
    await api.submit([{ type: "text", text: "what is this?" }]);
    const [typed] = (await settled(api)).messages;
    assert.match(JSON.stringify(typed), /what is this\?.*"start":10,"end":13/);
    await freshConversation();
    await vscode.commands.executeCommand("galley.sendWithSelection", "what is this?");
    const [sent] = (await settled(api)).messages;
    assert.equal(JSON.stringify(sent).split('"start":10,"end":13').length, 2);
  });

  it("never are changes of a file that ignore rules leave out, nor that it was edited", async function () {
    this.timeout(60_000);
    const git = (...args: string[]): void => void execFileSync("git", args, { cwd: folder(), stdio: "ignore" });
    const exported = await vscode.extensions
      .getExtension<{ getAPI(version: 1): { openRepository(uri: vscode.Uri): unknown } }>("vscode.git")
      ?.activate();
    if (exported === undefined) return this.skip();
    mkdirSync(join(folder(), "secret"), { recursive: true });
    writeFileSync(join(folder(), ".galleyignore"), "secret/\nstaged\n");
    writeFileSync(join(folder(), "secret/key.txt"), "one\n");
    git("init");
    git("add", "src/page.ts", "secret/key.txt");
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-m", "first");
    const api = await freshConversation();
    const seen = await watch(api);
    try {
      writeFileSync(join(folder(), "secret/key.txt"), "the password\n");
      writeFileSync(join(folder(), "secret/new.txt"), "new\n");
      writeFileSync(join(folder(), "src/page.ts"), "export const changed = true;\n");
      git("add", "src/page.ts", "secret/key.txt");
      await exported.getAPI(1).openRepository(vscode.Uri.file(folder()));
      await config().update("context.diff", "ask", vscode.ConfigurationTarget.Global);
      await config().update("context.last-action", "ask", vscode.ConfigurationTarget.Global);
      const hidden = await openSample("secret/key.txt");
      await hidden.edit((edit) => edit.insert(new vscode.Position(0, 0), "edited "));
      // A chip called after git's word for what is staged is of no file of that name.
      const all = await seen.until((offers) => /"diff"/.test(JSON.stringify(offers)));
      assert.match(JSON.stringify(all), /changed = true/);
      assert.doesNotMatch(JSON.stringify(all), /password|key\.txt|new\.txt/);
    } finally {
      seen.end();
      await config().update("context.diff", undefined, vscode.ConfigurationTarget.Global);
      await config().update("context.last-action", undefined, vscode.ConfigurationTarget.Global);
      await vscode.commands.executeCommand("workbench.action.files.revert");
      git("checkout", "HEAD", "--", "src/page.ts");
      for (const made of [".git", ".galleyignore", "secret"])
        rmSync(join(folder(), made), { recursive: true, force: true });
    }
  });

  it("never is a file that ignore rules leave out; when they change, it follows", async () => {
    const api = await freshConversation();
    const seen = await watch(api);
    mkdirSync(join(folder(), "secret"), { recursive: true });
    writeFileSync(join(folder(), ".galleyignore"), "secret/\n");
    // Of its own name: a file that was open before and is written anew loses the selection when VS Code reads it again.
    writeFileSync(join(folder(), "secret/left-out.txt"), "one\ntwo\n");
    const open = await openSample("src/page.ts");
    open.selection = selection(0, 0, 0, 5);
    await seen.until((all) => all.some(({ label }) => label === "page.ts:1"));
    const hidden = await openSample("secret/left-out.txt");
    hidden.selection = selection(0, 0, 0, 3);
    const all = await seen.until((offers) => !offers.some(({ name }) => name === "selection"));
    assert.doesNotMatch(JSON.stringify(all), /left-out/);
    rmSync(join(folder(), ".galleyignore"));
    await seen.until((offers) => offers.some(({ label }) => label === "left-out.txt:1"));
    writeFileSync(join(folder(), ".galleyignore"), "secret/\n");
    await seen.until((offers) => !offers.some(({ name }) => name === "selection"));
    rmSync(join(folder(), ".galleyignore"));
    rmSync(join(folder(), "secret"), { recursive: true });
    seen.end();
  });

  it("never is a file that holds secrets", async () => {
    const api = await freshConversation();
    const seen = await watch(api);
    writeFileSync(join(folder(), "prod.env"), "TOKEN=one\n");
    const open = await openSample("src/page.ts");
    open.selection = selection(0, 0, 0, 5);
    await seen.until((all) => all.some(({ label }) => label === "page.ts:1"));
    const hidden = await openSample("prod.env");
    hidden.selection = selection(0, 0, 0, 5);
    const all = await seen.until((offers) => !offers.some(({ name }) => name === "selection"));
    assert.doesNotMatch(JSON.stringify(all), /prod\.env/);
    rmSync(join(folder(), "prod.env"));
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
    const issue = (id: string): KnownPart => ({
      type: "mention",
      target: { kind: "context", name: "issues", id, label: "Crash" },
    });
    const { request: chosen } = await api.preview([text("x "), issue("7")]);
    assert.match(JSON.stringify(chosen), /kind=.{1,4}ref.{1,4} source=.{1,4}issues:7.*It crashes at noon\./);
    const { manifest } = await api.preview([text("x "), issue("8")]);
    assert.deepEqual(manifest.dropped, [{ what: "mention @issues:Crash", why: "it has no content" }]);
    const { request } = await api.preview([text("/forecast Sunday")]);
    assert.match(JSON.stringify(request), /Degrees are Celsius\..*Forecast for Sunday\./);
    sample.setWeather(undefined);
    await requestOf(api, "weather", /it has no content/);
    sample.end();
    await requestOf(api, "weather", /no extension provides this context/);
  });
});
