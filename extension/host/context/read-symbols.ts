// Asks the language of a document for its symbols.
import * as vscode from "vscode";
import type { SymbolNode } from "../../acquire/symbol.ts";
import { linesOf } from "../window/editor.ts";

/** How long to wait for a language's symbols. */
const ANSWER_MS = 1_500;

/** Empty if no provider answers in time. */
export async function readSymbols(uri: vscode.Uri): Promise<SymbolNode[]> {
  const asked = vscode.commands.executeCommand<(vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined>(
    "vscode.executeDocumentSymbolProvider",
    uri,
  );
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ANSWER_MS);
  try {
    return ((await Promise.race([asked, late])) ?? []).map(toNode);
  } catch {
    // A provider of another extension failed: the file counts as one without symbols.
    return [];
  } finally {
    clearTimeout(timer);
  }
}

function toNode(symbol: vscode.DocumentSymbol | vscode.SymbolInformation): SymbolNode {
  const isTree = "children" in symbol;
  const range = isTree ? symbol.range : symbol.location.range;
  return {
    name: symbol.name,
    kind: vscode.SymbolKind[symbol.kind].toLowerCase(),
    range: linesOf(range),
    children: isTree ? symbol.children.map(toNode) : [],
  };
}
