// The configuration of MCP servers, from the settings and the files of each folder.
import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import * as vscode from "vscode";
import { type McpConfig, mergeMcpConfigs, parseMcpConfig } from "../../mcp/config/config.ts";
import { FOLDER_FILES, USER_SETTINGS, WORKSPACE_SETTINGS } from "../../mcp/config/place.ts";
import { workspaceValues } from "../settings/setting-rules.ts";
import { FolderWatch, nameOf, readDefinition } from "../files/definition-files.ts";
import { makeText } from "../files/save-file.ts";
import { readSetting } from "../settings/settings.ts";
import { kindAt } from "../files/workspace.ts";
import * as words from "./words.ts";

/** The user's own settings come first, so that a workspace cannot replace one of the user's servers. */
export async function readMcpConfig(): Promise<McpConfig> {
  const values = vscode.workspace.getConfiguration("galley").inspect<unknown>("mcp.servers") ?? {};
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  return mergeMcpConfigs([
    parseMcpConfig(readSetting("mcp.servers") ?? {}, USER_SETTINGS, "user"),
    ...workspaceValues(values).map((value) => parseMcpConfig(value, WORKSPACE_SETTINGS, "workspace")),
    ...(await Promise.all(
      folders.flatMap(({ uri }) => FOLDER_FILES.map((file) => readFile(vscode.Uri.joinPath(uri, file)))),
    )),
  ]);
}

async function readFile(uri: vscode.Uri): Promise<McpConfig> {
  const from = nameOf(uri);
  const fault = (reason: string): McpConfig => ({ servers: [], inputs: [], faults: [{ from, name: "", reason }] });
  if ((await kindAt(uri)) === undefined) return { servers: [], inputs: [], faults: [] };
  const read = await readDefinition(uri);
  if (!("text" in read)) return fault(read.reason);
  const errors: ParseError[] = [];
  const value: unknown = parse(read.text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error === undefined) return parseMcpConfig(value, from, "workspace");
  const line = read.text.slice(0, error.offset).split("\n").length;
  return fault(words.syntaxError(line, printParseErrorCode(error.error)));
}

/** Also calls `changed` when the user trusts the workspace or its folders change. */
export function onMcpConfig(changed: () => void): vscode.Disposable {
  const settings = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("galley.mcp")) changed();
  });
  const patterns = (): vscode.RelativePattern[] =>
    (vscode.workspace.workspaceFolders ?? []).flatMap((folder) =>
      FOLDER_FILES.map((file) => new vscode.RelativePattern(folder, file)),
    );
  return vscode.Disposable.from(settings, new FolderWatch(patterns, changed));
}

/** Opens the file of the first folder, and creates one if there is none. Without a folder, opens the settings. */
export async function openMcpConfig(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "galley.mcp.servers");
    return;
  }
  const uriOf = (file: (typeof FOLDER_FILES)[number]): vscode.Uri => vscode.Uri.joinPath(folder.uri, file);
  const kinds = await Promise.all(FOLDER_FILES.map((file) => kindAt(uriOf(file))));
  const uri = uriOf(FOLDER_FILES.find((_, index) => kinds[index] === "file") ?? FOLDER_FILES[0]);
  await makeText(uri, EMPTY);
  await vscode.window.showTextDocument(uri);
}

const EMPTY = `{
  "servers": {
  }
}
`;
