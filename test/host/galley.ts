// What the in-host tests share: Galley's API, its database as another process sees it, and waiting for a state.
import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as vscode from "vscode";
import type { GalleyApi } from "../../extension/host/api/api.ts";
import type { ConversationSnapshot } from "../../extension/protocol/conversation.ts";

export async function galley(): Promise<GalleyApi> {
  const extension = vscode.extensions.getExtension<GalleyApi>("galley.galley");
  assert(extension, "Galley is installed");
  return extension.activate();
}

/** A conversation of its own, so that no test depends on another. */
export async function freshConversation(): Promise<GalleyApi> {
  const api = await galley();
  await vscode.commands.executeCommand("galley.new");
  return api;
}

/** In a browser VS Code saves by itself after a second: not while this works. */
export async function withoutAutoSave(work: () => Promise<void>): Promise<void> {
  const files = vscode.workspace.getConfiguration("files");
  await files.update("autoSave", "off", vscode.ConfigurationTarget.Global);
  try {
    await work();
  } finally {
    await files.update("autoSave", undefined, vscode.ConfigurationTarget.Global);
  }
}

/** Polls until the condition gives something; fails with the last look at the conversation. */
export async function until<Value>(
  api: GalleyApi,
  condition: (now: ConversationSnapshot) => Value | false | undefined,
): Promise<Value> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const now = await api.snapshot();
    const value = condition(now);
    if (value) return value;
    if (Date.now() > deadline) assert.fail(`It never happened. The conversation is ${JSON.stringify(now, null, 1)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function settled(api: GalleyApi): Promise<ConversationSnapshot> {
  return until(api, (now) => now.run.state !== "busy" && now.messages.at(-1)?.role === "assistant" && now);
}

/** Rows as another process reads them. The test's home lies beside the folder VS Code keeps its data in. */
export function rows(sql: string, ...values: string[]): Record<string, unknown>[] {
  return withDatabase(true, (db) => db.prepare(sql).all(...values));
}

/** No message can be stored meanwhile, as on a disk that is full. */
export async function whileNothingCanBeStored(work: () => Promise<unknown>): Promise<void> {
  const refuse = "BEGIN SELECT RAISE(ABORT, 'no room'); END";
  const change = (sql: string): void => {
    withDatabase(false, (db) => {
      db.exec(sql);
    });
  };
  change(`CREATE TRIGGER full_disk BEFORE INSERT ON chat_messages ${refuse}`);
  try {
    await work();
  } finally {
    change("DROP TRIGGER full_disk");
  }
}

function withDatabase<Value>(readOnly: boolean, work: (db: DatabaseSync) => Value): Value {
  const [path] = globSync("**/galley.galley/galley.db", { cwd: dirname(homedir()) });
  assert(path, "the database is on disk");
  const db = new DatabaseSync(join(dirname(homedir()), path), { readOnly });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

export async function openSample(path: string): Promise<vscode.TextEditor> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert(folder, "the sample workspace is open");
  return vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, path));
}

/** 0-based, as the API counts. */
export function selection(fromLine: number, fromColumn: number, toLine: number, toColumn: number): vscode.Selection {
  return new vscode.Selection(fromLine, fromColumn, toLine, toColumn);
}
