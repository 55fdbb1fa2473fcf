// What the model may call in this window: built-in tools, memory, and tools of MCP servers and other extensions.
import { join } from "node:path";
import * as vscode from "vscode";
import { thisMachine } from "../../disk/process/machine.ts";
import { GrepThread } from "../../disk/threads/grep-thread.ts";
import { PdfThread } from "../../disk/threads/pdf-thread.ts";
import { diskFiles } from "../../disk/tool-files.ts";
import { withVirtualDocuments, withVirtualFiles } from "../../disk/virtual-files.ts";
import { diskSpill } from "../../disk/spill.ts";
import type { UserMessage } from "../../message/message.ts";
import type { EditorContext } from "../../message/part.ts";
import type { Sending } from "../../message/resolved.ts";
import { findAttachment } from "../../persist/contents/find-attachment.ts";
import { builtinTools } from "../../tools/builtin.ts";
import { nodeWeb } from "../../tools/web/node-web.ts";
import { isProxied } from "../../tools/web/proxy.ts";
import type { Files, Located, Ports, Spill } from "../../tools/ports.ts";
import { offeredIn, readingElsewhere } from "../../tools/on-disk.ts";
import { decide } from "../../tools/rules/rules.ts";
import { type SearchPorts, searchWorkspace } from "../../tools/search/search-workspace.ts";
import type { Tool } from "../../tools/tool.ts";
import { bounded } from "../../tools/truncate.ts";
import { decodingOf } from "../files/decoding.ts";
import { workFolders } from "../files/disk-folders.ts";
import { excluded } from "../files/file-index.ts";
import { readableFolders } from "../files/virtual-folders.ts";
import { proxySettings } from "../settings/proxy-settings.ts";
import { extensionTools } from "./extension-tools.ts";
import type { ToolboxNeeds, ToolSources } from "./needs.ts";
import { TerminalShell } from "./shell.ts";

/** The search of a message that is sent: what it finds in this time goes. */
const SEARCH_MS = 10_000;

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
      workFolders().flatMap(({ path }) => path ?? []),
    );
    const { extensionPath, resultsFolder, attachmentsFolder } = needs;
    this.#spill = diskSpill(resultsFolder);
    this.#search = new GrepThread(join(extensionPath, "dist", "grep-worker.js"));
    this.pdfs = new PdfThread(join(extensionPath, "dist", "pdf-worker.js"));
    const exclude = (folder: string): string[] => excluded(vscode.Uri.file(folder));
    this.#files = diskFiles({ folders: workFolders, exclude, kept: [resultsFolder, attachmentsFolder] });
    const ports: Ports = {
      files: this.#files,
      documents: needs.documents,
      shell: this.shell,
      web: nodeWeb((url) => isProxied(url, proxySettings())),
      spill: this.#spill,
      blobs: { find: (wanted, session_id) => Promise.resolve(findAttachment(needs.store, wanted, session_id)) },
      decode: async (bytes, full) =>
        (await decodingOf(full === undefined ? undefined : vscode.Uri.file(full))).text(bytes),
      pdfs: this.pdfs,
      matcher: this.#search,
      judge: (need, session_id) => decide(needs.rules(session_id), need),
    };
    const reading = builtinTools({
      ...ports,
      files: withVirtualFiles(ports.files, readableFolders),
      documents: withVirtualDocuments(ports.documents, readableFolders),
    });
    this.#own = readingElsewhere(builtinTools(ports), reading);
  }

  /** In an untrusted workspace, only tools that neither write, run nor fetch; where no folder is on disk, none that need one. */
  async offered(conversationId: string, turn?: UserMessage): Promise<readonly Tool[]> {
    const bound = (tool: Tool): Tool => bounded(tool, this.#spill);
    const listed = [
      ...offeredIn(workFolders(), this.#own),
      bound(this.#needs.skillTool()),
      ...(await this.#needs.authoringTools(conversationId, turn, this.#files)),
      ...this.#needs.memoryTools(),
      ...extensionTools(this.#needs.log).map(bound),
    ];
    const names = listed.map(({ name }) => name);
    const all = unique([...listed, ...this.#needs.serverTools(conversationId, names, bound)]);
    return vscode.workspace.isTrusted ? all : all.filter(({ harmless }) => harmless);
  }

  /** The names and the texts of files that have the words of a query, ranked. Never rejects. */
  searchWorkspace(query: string, session_id: string, sending?: Sending): Promise<EditorContext> {
    const folders = workFolders();
    const roots = folders.length > 1 ? folders.map(({ name }) => name) : folders.map(() => ".");
    const late = AbortSignal.timeout(SEARCH_MS);
    const signal = sending?.signal === undefined ? late : AbortSignal.any([late, sending.signal]);
    const rules = this.#needs.rules(session_id);
    const judge: SearchPorts["judge"] = (need) => decide(rules, need);
    const ports = { files: this.#files, matcher: this.#search, judge };
    return searchWorkspace(ports, { query, session_id, roots, now: Date.now(), signal });
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
