// What the model may call in this window: built-in tools, memory, and tools of MCP servers and other extensions.
import { join } from "node:path";
import * as vscode from "vscode";
import { thisMachine } from "../../disk/process/machine.ts";
import { GrepThread } from "../../disk/threads/grep-thread.ts";
import { PdfThread } from "../../disk/threads/pdf-thread.ts";
import { diskFiles } from "../../disk/tool-files.ts";
import { diskSpill } from "../../disk/spill.ts";
import type { UserMessage } from "../../message/message.ts";
import { findAttachment } from "../../persist/contents/find-attachment.ts";
import { builtinTools } from "../../tools/builtin.ts";
import { nodeWeb } from "../../tools/web/node-web.ts";
import type { Files, Located, Spill } from "../../tools/ports.ts";
import { decide } from "../../tools/rules/rules.ts";
import type { Tool } from "../../tools/tool.ts";
import { bounded } from "../../tools/truncate.ts";
import { diskFolders } from "../files/disk-folders.ts";
import { excluded } from "../files/file-index.ts";
import { extensionTools } from "./extension-tools.ts";
import type { ToolboxNeeds, ToolSources } from "./needs.ts";
import { TerminalShell } from "./shell.ts";

export class Toolbox implements vscode.Disposable {
  readonly #needs: ToolboxNeeds & ToolSources;
  readonly shell: TerminalShell;
  readonly #files: Files;
  readonly #search: GrepThread;
  readonly pdfs: PdfThread;
  readonly #spill: Spill;
  readonly #own: readonly Tool[];

  constructor(needs: ToolboxNeeds & ToolSources) {
    this.#needs = needs;
    this.shell = new TerminalShell(
      thisMachine(),
      diskFolders().map(({ path }) => path),
    );
    const { extensionPath, resultsFolder: kept } = needs;
    this.#spill = diskSpill(kept);
    this.#search = new GrepThread(join(extensionPath, "dist", "grep-worker.js"));
    this.pdfs = new PdfThread(join(extensionPath, "dist", "pdf-worker.js"));
    const exclude = (folder: string): string[] => excluded(vscode.Uri.file(folder));
    this.#files = diskFiles({ folders: diskFolders, exclude, kept: [kept] });
    this.#own = builtinTools({
      files: this.#files,
      documents: needs.documents,
      shell: this.shell,
      web: nodeWeb,
      spill: this.#spill,
      blobs: { find: (wanted, session_id) => Promise.resolve(findAttachment(needs.store, wanted, session_id)) },
      pdfs: this.pdfs,
      matcher: this.#search,
      judge: (need, session_id) => decide(needs.rules(session_id), need),
    });
  }

  /** In an untrusted workspace, only tools that neither write, run nor fetch. */
  async offered(conversationId: string, turn?: UserMessage): Promise<readonly Tool[]> {
    const bound = (tool: Tool): Tool => bounded(tool, this.#spill);
    const listed = [
      ...this.#own,
      bound(this.#needs.skillTool()),
      ...(await this.#needs.authoringTools(conversationId, turn, this.#files)),
      ...this.#needs.memoryTools(),
      ...extensionTools(this.#needs.log).map(bound),
    ];
    const names = listed.map(({ name }) => name);
    const all = unique([...listed, ...this.#needs.serverTools(conversationId, names, bound)]);
    return vscode.workspace.isTrusted ? all : all.filter(({ harmless }) => harmless);
  }

  /** Where a path leads, as the tools find it. */
  locate(path: string): Promise<Located> {
    return this.#files.locate(path);
  }

  dispose(): void {
    this.#search.dispose();
    this.pdfs.dispose();
    this.shell.dispose();
  }
}

/** Providers refuse two tools with one name: keeps the first. */
function unique(tools: readonly Tool[]): Tool[] {
  return [...new Map(tools.toReversed().map((tool) => [tool.name, tool])).values()].reverse();
}
