// The folder for this workspace's conversations: the same one in every window on the workspace.
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type * as vscode from "vscode";

/** Folders in it: tool results that are too long for a request, and copies of attachments for tools and agents. */
export const RESULTS = "results";
export const ATTACHMENTS = "attachments";

/**
 * VS Code locks a workspace's storage folder and gives the second window on the same workspace another one, `NAME-1`.
 * Galley's store supports several windows, so all of them use the first. Without a workspace, it is the global one.
 */
export function storageFolder({
  storageUri,
  globalStorageUri,
}: Pick<vscode.ExtensionContext, "storageUri" | "globalStorageUri">): string {
  if (storageUri === undefined) return globalStorageUri.fsPath;
  const workspace = dirname(storageUri.fsPath);
  const first = workspace.replace(/-[1-9]$/, "");
  const isSecond = first !== workspace && existsSync(join(first, "vscode.lock"));
  return isSecond ? join(first, basename(storageUri.fsPath)) : storageUri.fsPath;
}
