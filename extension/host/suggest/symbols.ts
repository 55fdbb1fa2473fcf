// Symbols from language providers: those of the active file, and those of the workspace.
import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import { rankNames } from "../../acquire/symbols/symbol-rank.ts";
import type { Suggestion, Trigger } from "../../protocol/suggest.ts";
import { linesOf } from "../window/editor.ts";
import { lastTextEditor } from "../window/last-editor.ts";
import type { SuggestSource } from "./ask-sources.ts";
import { pathOf } from "../files/workspace.ts";
import { ownUri } from "../files/own-uri.ts";

const MOST = 20;

/** How many symbols with exactly the typed name may come before files. */
const MOST_EXACT = 5;

/** Providers are asked when the user pauses for this long. */
const PAUSE_MS = 120;

/** With fewer letters, a provider would list the whole workspace. */
const LEAST_LETTERS = 2;

interface Symbol {
  name: string;
  container: string;
  uri: vscode.Uri;
  range: vscode.Range;
}

export function workspaceSymbols(trigger: Trigger): SuggestSource {
  return {
    trigger,
    form: "symbol",
    late: true,
    async find(query, show, signal) {
      if (query.length < LEAST_LETTERS || /[/\\\s]/.test(query)) return;
      await setTimeout(PAUSE_MS, undefined, { signal });
      const found = await vscode.commands.executeCommand<vscode.SymbolInformation[]>(
        "vscode.executeWorkspaceSymbolProvider",
        query,
      );
      const inside = found.filter(
        ({ location }) => vscode.workspace.getWorkspaceFolder(ownUri(location.uri)) !== undefined,
      );
      show(
        rank(
          inside.map((symbol) => fromInformation(symbol)),
          query,
        ),
      );
    },
  };
}

export const documentSymbols: SuggestSource = {
  trigger: "#",
  late: true,
  async find(query, show) {
    const uri = lastTextEditor()?.document.uri;
    if (uri === undefined) return;
    const found = await vscode.commands.executeCommand<
      (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
    >("vscode.executeDocumentSymbolProvider", uri);
    show(
      rank(
        (found ?? []).flatMap((symbol) => flatten(symbol, uri, "")),
        query,
      ),
    );
  },
};

function rank(symbols: readonly Symbol[], query: string): Suggestion[] {
  return rankNames(
    symbols.map((symbol) => ({ ...symbol, path: pathOf(symbol.uri) })),
    query,
  )
    .slice(0, MOST)
    .map(({ symbol, at, isExact }, index) => toSuggestion(symbol, at, isExact && index < MOST_EXACT));
}

function flatten(
  symbol: vscode.DocumentSymbol | vscode.SymbolInformation,
  uri: vscode.Uri,
  container: string,
): Symbol[] {
  if (!("children" in symbol)) return [fromInformation(symbol)];
  const { name, range, children } = symbol;
  return [{ name, container, uri, range }, ...children.flatMap((child) => flatten(child, uri, name))];
}

function fromInformation({ name, containerName, location }: vscode.SymbolInformation): Symbol {
  return { name, container: containerName, uri: location.uri, range: location.range };
}

function toSuggestion(
  { name, container, path, range }: Symbol & { path: string },
  at: number[],
  isExact: boolean,
): Suggestion {
  const lines = linesOf(range);
  return {
    key: `symbol:${path}:${lines.start}:${name}`,
    kind: "symbol",
    name,
    detail: [container, `${path}:${lines.start}`].filter((word) => word !== "").join(" · "),
    name_at: at,
    detail_at: [],
    ...(isExact && { fit: "exact" as const }),
    part: { type: "mention", target: { kind: "symbol", name, path, range: lines } },
  };
}
