// The results of the Search view. Only the clipboard can get them, so they are read on request, not on every keystroke.
import * as vscode from "vscode";
import { context, nothing } from "../../../acquire/context.ts";
import { searchResults } from "../../../acquire/search.ts";
import type { Resolved } from "../../../message/resolved.ts";
import { readThroughClipboard } from "../../window/through-clipboard.ts";
import { pathOf } from "../../files/workspace.ts";
import * as words from "../words.ts";

export async function readSearch(now: number): Promise<Resolved> {
  const copied = await readThroughClipboard("search.action.copyAll");
  const found = searchResults(copied, (path) => pathOf(vscode.Uri.file(path)));
  return found === "" ? nothing(words.noSearchResults) : context("search", found, now);
}
