// Watches text at the cursor from inside the extension host: does what the benchmark asks over HTTP, and tells what it saw.
const { writeFileSync } = require("node:fs");
const { createServer } = require("node:http");
const { join } = require("node:path");
const { setTimeout: wait } = require("node:timers/promises");
const v8 = require("node:v8");
const vm = require("node:vm");
const vscode = require("vscode");
const { registerSimple } = require("./simple-providers.js");
const { clock, seen, takeSeen, watchDocuments, watchFetch, watchGalley } = require("./watch.js");

/** The command says to the driver that the provider of Galley will be watched, whenever it is registered. */
exports.activate = async (context) => {
  watchFetch();
  watchGalley();
  context.subscriptions.push(watchDocuments());
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const deed = deeds[request.url.slice(1)];
    const result = await deed(JSON.parse(body)).catch((error) => ({ error: String(error?.stack ?? error) }));
    response.end(JSON.stringify(result ?? {}));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const folder = vscode.workspace.workspaceFolders[0].uri.fsPath;
  writeFileSync(join(folder, "control.json"), JSON.stringify({ port: server.address().port }));
  context.subscriptions.push(
    { dispose: () => server.close() },
    vscode.commands.registerCommand("bench.completion.ready", () => undefined),
  );
};

/** The baseline that is asked now. */
let registered;

const deeds = {
  /** Opens a file with the cursor at an offset. */
  async open({ file, offset }) {
    const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, file);
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    place(editor, offset);
  },

  /** The user asks for a completion; resolves when the provider has answered. */
  async trigger({ offset }) {
    const before = await askAt(offset);
    const asked = () => seen.calls.slice(before).find(({ isManual, returned }) => isManual && returned !== undefined);
    for (const until = clock() + 3_000; clock() < until && !asked();) await wait(10);
    return { call: asked() };
  },

  /** The user asks, and goes elsewhere before the answer: resolves with when the host has heard of it. */
  async leave({ offset, elsewhere }) {
    const before = await askAt(offset);
    for (const until = clock() + 3_000; clock() < until && seen.calls.length === before;) await wait(10);
    // By then the server has the request.
    await wait(100);
    const { length } = seen.moves;
    place(vscode.window.activeTextEditor, elsewhere);
    for (const until = clock() + 3_000; clock() < until && seen.moves.length === length;) await wait(10);
    await wait(60);
    return { asked: seen.calls[before]?.at, left: seen.moves[length]?.at };
  },

  /** All but completion: what the panel loads when it is opened. */
  async loadGalley() {
    await vscode.extensions.getExtension("galley.galley").exports.sessions();
  },

  /** Until the host has been idle for a second. */
  async settle() {
    for (let idle = 0, rounds = 0; idle < 5 && rounds < 60; rounds += 1) {
      const before = performance.eventLoopUtilization();
      await wait(200);
      idle = performance.eventLoopUtilization(before).utilization < 0.05 ? idle + 1 : 0;
    }
  },

  /** Until completion is loaded. */
  async loaded() {
    const isLoaded = async () => (await vscode.commands.getCommands()).includes("galley.completion.accepted");
    for (const until = clock() + 20_000; clock() < until && !(await isLoaded());) await wait(50);
  },

  async memory() {
    v8.setFlagsFromString("--expose_gc");
    const gc = vm.runInNewContext("gc");
    for (let turn = 0; turn < 3; turn += 1) {
      gc();
      await wait(300);
    }
    return process.memoryUsage();
  },

  async baseline({ name, url }) {
    registered?.dispose();
    registered = registerSimple(name, url);
  },

  async take() {
    return takeSeen();
  },
};

/** Returns how many calls there were before. The command itself ends with the answer. */
async function askAt(offset) {
  place(vscode.window.activeTextEditor, offset);
  await wait(80);
  const { length } = seen.calls;
  void vscode.commands.executeCommand("editor.action.inlineSuggest.trigger");
  return length;
}

function place(editor, offset) {
  const at = editor.document.positionAt(offset);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenter);
}
