// Reads and checks exported conversations in a worker thread, so that a hostile file cannot block the extension host.
import { join } from "node:path";
import * as vscode from "vscode";
import { Thread } from "../../disk/threads/thread.ts";
import { MOST_EXPORT_BYTES, tooLarge } from "../../persist/transfer/export-limits.ts";
import type { CheckedImport } from "../../persist/transfer/import-lines.ts";
import type { ImportJob } from "../../persist/transfer/import-worker.ts";
import type { ReadImport } from "../../persist/transfer/read-import.ts";
import * as words from "./words.ts";

const IMPORT_LIMITS = {
  memory: { maxOldGenerationSizeMb: 2048, stackSizeMb: 4 },
  timeMs: 120_000,
  words: {
    start: words.importNotStarted,
    time: words.importTimedOut,
    memory: words.importOutOfMemory,
  },
};

export class Imports implements vscode.Disposable {
  readonly #thread: Thread;

  constructor({ extensionPath }: Pick<vscode.ExtensionContext, "extensionPath">) {
    this.#thread = new Thread(join(extensionPath, "dist", "import-worker.js"), IMPORT_LIMITS);
  }

  /** Rejects with words for the user. */
  async read(uri: vscode.Uri): Promise<CheckedImport> {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > MOST_EXPORT_BYTES) throw new Error(tooLarge(size));
    const source = uri.scheme === "file" ? { path: uri.fsPath } : { bytes: await vscode.workspace.fs.readFile(uri) };
    const job: ImportJob = { now: Date.now(), ...source };
    const read = (await this.#thread.do(job)) as ReadImport;
    if (!read.ok) throw new Error(read.failure);
    return read.value;
  }

  dispose(): void {
    this.#thread.dispose();
  }
}
