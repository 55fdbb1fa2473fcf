// What the Search view shows, as a context: `@search`.
import * as vscode from "vscode";
import { searchResults } from "../acquire/search.ts";
import type { ContextProvider } from "./api.ts";
import { readThroughClipboard } from "./through-clipboard.ts";
import { pathOf } from "./workspace.ts";

export const SEARCH = "search";

export const searchContext: ContextProvider = {
  title: "the results in the Search view",
  provide: async () =>
    searchResults(await readThroughClipboard("search.action.copyAll"), (path) => pathOf(vscode.Uri.file(path))),
};
