// The configuration of MCP servers, from the settings and each folder's `.vscode/mcp.json`.
import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import * as vscode from "vscode";
import { type McpConfig, mergeMcpConfigs, parseMcpConfig } from "../../mcp/config/config.ts";
import { USER_SETTINGS, WORKSPACE_SETTINGS } from "../../mcp/config/place.ts";
import { workspaceValues } from "../settings/setting-rules.ts";
import { FolderWatch, nameOf, readDefinition } from "../files/definition-files.ts";
import { makeText } from "../files/save-file.ts";
import { readSetting } from "../settings/settings.ts";
import { kindAt } from "../files/workspace.ts";
import * as words from "./words.ts";

const FILE = [".vscode", "mcp.json"];

/** The user's own settings come first, so that a workspace cannot replace one of the user's servers. */
export async function readMcpConfig(): Promise<McpConfig> {
  const values = vscode.workspace.getConfiguration("galley").inspect<unknown>("mcp.servers") ?? {};
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  return mergeMcpConfigs([
    parseMcpConfig(readSetting("mcp.servers") ?? {}, USER_SETTINGS, "user"),
    ...workspaceValues(values).map((value) => parseMcpConfig(value, WORKSPACE_SETTINGS, "workspace")),
    ...(await Promise.all(folders.map(({ uri }) => readFile(vscode.Uri.joinPath(uri, ...FILE))))),
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
    (vscode.workspace.workspaceFolders ?? []).map((folder) => new vscode.RelativePattern(folder, FILE.join("/")));
  return vscode.Disposable.from(settings, new FolderWatch(patterns, changed));
}

/** Opens `mcp.json` of the first folder, and creates it if needed. Without a folder, opens the settings. */
export async function openMcpConfig(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "galley.mcp.servers");
    return;
  }
  const uri = vscode.Uri.joinPath(folder.uri, ...FILE);
  await makeText(uri, EMPTY);
  await vscode.window.showTextDocument(uri);
}

const EMPTY = `{
  "servers": {
  }
}
`;
