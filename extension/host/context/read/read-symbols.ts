// Asks the language of a document for its symbols.
import * as vscode from "vscode";
import type { SymbolsRead } from "../../../acquire/symbols/find-symbol.ts";
import type { SymbolNode } from "../../../acquire/symbols/symbol.ts";
import { documentOf } from "../../files/open-documents.ts";
import { kindAt, uriOf } from "../../files/workspace.ts";
import { linesOf } from "../../window/editor.ts";
import * as words from "../words.ts";

/** How long to wait for a language's symbols. */
const ANSWER_MS = 1_500;

type Found = (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined;

/** The questions that have not been answered: a slow provider is asked once. */
const asked = new Map<string, Thenable<Found>>();

/** Empty if no provider answers in time. */
export async function readSymbols(uri: vscode.Uri): Promise<SymbolNode[]> {
  const read = await inTime(ask(uri));
  return read.state === "read" ? [...read.symbols] : [];
}

/** For a symbol that a message mentions. Never rejects. */
export async function symbolsIn(path: string): Promise<SymbolsRead> {
  return inTime(look(path));
}

async function look(path: string): Promise<SymbolsRead> {
  const uri = uriOf(path);
  if (uri === undefined) return { state: "gone", reason: words.fileGone };
  const open = await documentOf(uri);
  // Without a file system, only the provider can tell.
  const isStored = uri.scheme !== "untitled" && vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== undefined;
  if (open === undefined && (uri.scheme === "untitled" || (isStored && (await kindAt(uri)) !== "file")))
    return { state: "gone", reason: words.fileGone };
  // VS Code gives the same answer for no provider and for no symbols.
  if (open?.getText().trim() === "") return { state: "read", symbols: [] };
  return ask(open?.uri ?? uri);
}

async function ask(uri: vscode.Uri): Promise<SymbolsRead> {
  const key = uri.toString();
  const asking = asked.get(key) ?? vscode.commands.executeCommand<Found>("vscode.executeDocumentSymbolProvider", uri);
  asked.set(key, asking);
  try {
    const found = await asking;
    if (found === undefined) return { state: "unchecked", reason: words.noSymbols };
    return { state: "read", symbols: found.map(toNode) };
  } finally {
    asked.delete(key);
  }
}

async function inTime(reading: Promise<SymbolsRead>): Promise<SymbolsRead> {
  const { promise: late, resolve } = Promise.withResolvers<SymbolsRead>();
  const timer = setTimeout(() => resolve({ state: "unchecked", reason: words.symbolsLate }), ANSWER_MS);
  // A provider of another extension failed.
  const read = reading.catch((): SymbolsRead => ({ state: "unchecked", reason: words.symbolsFailed }));
  try {
    return await Promise.race([read, late]);
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
