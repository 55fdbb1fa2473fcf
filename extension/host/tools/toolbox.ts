// What the model may call in this window: built-in tools, memory, and tools of MCP servers and other extensions.
import { join } from "node:path";
import * as vscode from "vscode";
import { GrepThread } from "../../disk/threads/grep-thread.ts";
import { PdfThread } from "../../disk/threads/pdf-thread.ts";
import { diskFiles } from "../../disk/tool-files.ts";
import { diskSpill } from "../../disk/spill.ts";
import { memoryTools } from "../../memory/tools.ts";
import type { UserMessage } from "../../message/message.ts";
import { findAttachment } from "../../persist/contents/find-attachment.ts";
import { builtinTools } from "../../tools/builtin.ts";
import { nodeWeb } from "../../tools/web/node-web.ts";
import type { Files, Located, Spill } from "../../tools/ports.ts";
import { decide } from "../../tools/rules/rules.ts";
import type { Tool } from "../../tools/tool.ts";
import { bounded } from "../../tools/truncate.ts";
import { rulesOf } from "../../turn/allowed.ts";
import type { Core } from "../core.ts";
import { Edits } from "../edits/edits.ts";
import { excluded } from "../files/file-index.ts";
import { extensionTools } from "./extension-tools.ts";
import { TerminalShell } from "./shell.ts";
import { RESULTS, storageFolder } from "../files/storage.ts";

export class Toolbox implements vscode.Disposable {
  readonly edits: Edits;
  readonly #core: Core;
  readonly shell = new TerminalShell();
  readonly #files: Files;
  readonly #search: GrepThread;
  readonly pdfs: PdfThread;
  readonly #spill: Spill;
  readonly #own: readonly Tool[];

  constructor(core: Core) {
    this.#core = core;
    this.edits = new Edits(core);
    const kept = join(storageFolder(core.context), RESULTS);
    this.#spill = diskSpill(kept);
    this.#search = new GrepThread(join(core.context.extensionPath, "dist", "grep-worker.js"));
    this.pdfs = new PdfThread(join(core.context.extensionPath, "dist", "pdf-worker.js"));
    const exclude = (folder: string): string[] => excluded(vscode.Uri.file(folder));
    this.#files = diskFiles({ folders: workFolders, exclude, kept: [kept] });
    this.#own = builtinTools({
      files: this.#files,
      documents: this.edits,
      shell: this.shell,
      web: nodeWeb,
      spill: this.#spill,
      blobs: { find: (wanted, session_id) => Promise.resolve(findAttachment(core.store, wanted, session_id)) },
      pdfs: this.pdfs,
      matcher: this.#search,
      judge: (need, session_id) => decide(rulesOf(core.rooms, session_id), need),
    });
  }

  /** Before the folder is trusted only what neither writes, runs nor fetches. */
  async offered(sessionId: string, turn?: UserMessage): Promise<readonly Tool[]> {
    const bound = (tool: Tool): Tool => bounded(tool, this.#spill);
    const ports = { files: this.#files, documents: this.edits };
    const listed = [
      ...this.#own,
      bound(await this.#core.skills.tool(sessionId)),
      ...(await this.#core.skills.authoringTools(sessionId, turn, ports)),
      ...memoryTools(this.#core.memories.store),
      ...extensionTools(this.#core.log).map(bound),
    ];
    const names = listed.map(({ name }) => name);
    const all = unique([...listed, ...this.#core.mcp.tools(sessionId, names, bound)]);
    return vscode.workspace.isTrusted ? all : all.filter(({ harmless }) => harmless);
  }

  /** Where a path leads, as the tools find it. */
  locate(path: string): Promise<Located> {
    return this.#files.locate(path);
  }

  dispose(): void {
    this.edits.dispose();
    this.#search.dispose();
    this.pdfs.dispose();
    this.shell.dispose();
  }
}

/** Wires refuse two tools of one name: the first of them is offered. */
function unique(tools: readonly Tool[]): Tool[] {
  return [...new Map(tools.toReversed().map((tool) => [tool.name, tool])).values()].reverse();
}

function workFolders(): { name: string; path: string }[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter(({ uri }) => uri.scheme === "file").map(({ name, uri }) => ({ name, path: uri.fsPath }));
}
