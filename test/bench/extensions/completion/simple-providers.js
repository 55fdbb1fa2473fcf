// Providers of text at the cursor that do no more than they must: the two baselines, and the floor.
const vscode = require("vscode");
const baselines = require("./baselines.js");
const { watched } = require("./watch.js");

const after = (ms, call) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

/** The floor: each call asks, and a move of the cursor ends it. What it takes, VS Code and the network take. */
const bare = (ask, signal) => ask(signal);

const ways = { fixed: () => baselines.fixedWait(after), oneInFlight: baselines.oneInFlight, bare: () => bare };

exports.registerSimple = (name, url) => {
  const way = ways[name]();
  const provider = { provideInlineCompletionItems: (...given) => simply(way, url, ...given) };
  return vscode.Disposable.from(
    vscode.languages.registerInlineCompletionItemProvider({ pattern: "**" }, watched(provider)),
    ...(name === "bare" ? [vscode.window.onDidChangeTextEditorSelection(endAll)] : []),
  );
};

/** The calls that are not answered yet. */
const asking = new Set();

function endAll() {
  for (const stop of asking) stop.abort();
}

async function simply(way, url, document, position, _context, token) {
  const stop = new AbortController();
  asking.add(stop);
  token.onCancellationRequested(() => stop.abort());
  const request = baselines.requestAt(document.getText(), document.offsetAt(position));
  const text = await way((signal) => ask(url, request, signal), stop.signal);
  asking.delete(stop);
  return text ? [new vscode.InlineCompletionItem(text, new vscode.Range(position, position))] : [];
}

/** What comes of a fault or a stop is no text. */
async function ask(url, request, signal) {
  try {
    const until = AbortSignal.any([signal, AbortSignal.timeout(30_000)]);
    const answer = await fetch(`${url}/api/generate`, { method: "POST", body: JSON.stringify(request), signal: until });
    if (!answer.ok) return undefined;
    const lines = (await answer.text()).trim().split("\n");
    return lines.map((line) => JSON.parse(line).response).join("");
  } catch {
    return undefined;
  }
}
