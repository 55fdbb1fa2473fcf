// What happens at the cursor, with the time of each: changes, moves, and the calls of providers with what they return.
const Module = require("node:module");
const vscode = require("vscode");

/** The same in all processes of a machine, in milliseconds. */
const clock = () => Number(process.hrtime.bigint()) / 1e6;

const seen = { changes: [], moves: [], calls: [] };

function takeSeen() {
  const taken = { changes: seen.changes, moves: seen.moves, calls: seen.calls };
  Object.assign(seen, { changes: [], moves: [], calls: [] });
  return taken;
}

const nameOf = ({ uri }) => uri.path.split("/").at(-1);

function watchDocuments() {
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.scheme !== "file" || contentChanges.length === 0) return;
      const changes = contentChanges.map(({ rangeOffset, rangeLength, text }) => [rangeOffset, rangeLength, text]);
      seen.changes.push({ at: clock(), file: nameOf(document), version: document.version, changes });
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor: { document, selection } }) => {
      if (document.uri.scheme !== "file") return;
      const offset = document.offsetAt(selection.active);
      seen.moves.push({ at: clock(), file: nameOf(document), version: document.version, offset });
    }),
  );
}

/** When the request of a call leaves: what comes then is the network's and the server's time. Call it before Galley is loaded. */
function watchFetch() {
  const { fetch } = globalThis;
  globalThis.fetch = (url, ...given) => {
    const call = seen.calls.at(-1);
    if (call !== undefined && String(url).endsWith("/api/generate")) call.left ??= clock();
    return fetch(url, ...given);
  };
}

/** The same provider; each call is kept. */
function watched(provider) {
  const provide = async (document, position, context, token) => {
    const isManual = context.triggerKind === vscode.InlineCompletionTriggerKind.Invoke;
    const offset = document.offsetAt(position);
    const call = { at: clock(), file: nameOf(document), version: document.version, offset, isManual, items: [] };
    seen.calls.push(call);
    token.onCancellationRequested(() => (call.cancelled = clock()));
    const items = await provider.provideInlineCompletionItems(document, position, context, token);
    call.returned = clock();
    call.items = items.map(({ insertText, range }) => ({ insert: insertText, start: document.offsetAt(range.start) }));
    return items;
  };
  return { provideInlineCompletionItems: provide };
}

/** Galley is given an API whose registration of a provider comes by here. Call it before Galley is activated. */
function watchGalley() {
  const load = Module._load;
  const apis = new Map();
  Module._load = function (request, parent, ...rest) {
    const api = load.call(this, request, parent, ...rest);
    if (request !== "vscode" || !/[\\/]galley[\\/]dist[\\/]/.test(parent?.filename ?? "")) return api;
    if (!apis.has(api)) apis.set(api, withWatch(api));
    return apis.get(api);
  };
}

function withWatch(api) {
  const register = (selector, provider) =>
    api.languages.registerInlineCompletionItemProvider(selector, watched(provider));
  const languages = Object.create(api.languages, { registerInlineCompletionItemProvider: { value: register } });
  return Object.create(api, { languages: { value: languages, enumerable: true } });
}

module.exports = { clock, seen, takeSeen, watchDocuments, watchFetch, watchGalley, watched };
