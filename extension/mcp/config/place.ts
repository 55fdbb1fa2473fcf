// Where a configuration is written: `from` identifies the place in keys and comparisons, and people read its name.
import * as words from "./words.ts";

// The keys of stored input values contain these ids: if one changes, Galley asks for the values again.
export const USER_SETTINGS = "user settings";
export const WORKSPACE_SETTINGS = "workspace settings";

/** A file is named by its path, which is its id too. */
export function placeName(from: string): string {
  if (from === USER_SETTINGS) return words.userSettings;
  return from === WORKSPACE_SETTINGS ? words.workspaceSettings : from;
}

/** In each workspace folder. Of servers with one name, the first file counts. */
export const FOLDER_FILES = [".vscode/mcp.json", ".mcp.json"] as const;

/** `.mcp.json` is shared with programs that write variables of the environment as `${NAME}` and `${NAME:-default}`. */
export function hasPlainVariables(from: string): boolean {
  return /(?:^|\/)\.mcp\.json$/.test(from);
}
