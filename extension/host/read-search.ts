// What the Search view shows, as a fact. It is told to nobody but the clipboard, so it is read when asked for and not as one types.
import * as vscode from "vscode";
import { context, nothing } from "../acquire/context.ts";
import { searchResults } from "../acquire/search.ts";
import type { Resolved } from "../message/resolved.ts";
import { readThroughClipboard } from "./through-clipboard.ts";
import { pathOf } from "./workspace.ts";

export async function readSearch(now: number): Promise<Resolved> {
  const copied = await readThroughClipboard("search.action.copyAll");
  const found = searchResults(copied, (path) => pathOf(vscode.Uri.file(path)));
  return found === "" ? nothing("the Search view shows no results") : context("search", found, now);
}
