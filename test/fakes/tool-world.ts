// Tools on a real folder: files, links and threads are real, the shell and the attachments are what a test says.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { diskSpill } from "../../extension/disk/spill.ts";
import { diskDocuments } from "../../extension/disk/tool-documents.ts";
import { diskFiles } from "../../extension/disk/tool-files.ts";
import { PdfThread } from "../../extension/disk/threads/pdf-thread.ts";
import { builtinTools } from "../../extension/tools/builtin.ts";
import { GrepThread } from "../../extension/disk/threads/grep-thread.ts";
import { nodeWeb } from "../../extension/tools/web/node-web.ts";
import type { Ports } from "../../extension/tools/ports.ts";
import { decide } from "../../extension/tools/rules/rules.ts";
import type { Outcome, Prepared, ReadyCall } from "../../extension/tools/tool.ts";
import { temporaryFolder } from "./folder.ts";

export const ABOUT = { session_id: "s", message_id: "m", call_id: "c" };

export interface ToolWorld {
  /** The workspace folder. */
  root: string;
  /** Outside of it. */
  outside: string;
  ports: Ports;
  write: (files: Record<string, string | Uint8Array>, folder?: string) => void;
  prepare: (tool: string, input: unknown) => Promise<Prepared>;
  /** The call of arguments that are fine. */
  ready: (tool: string, input: unknown) => Promise<ReadyCall>;
  /** Prepared and, unless that failed, run. */
  call: (tool: string, input: unknown, signal?: AbortSignal) => Promise<Outcome>;
}

export function toolWorld(own: Partial<Ports> = {}, exclude: string[] = []): ToolWorld {
  const base = temporaryFolder();
  const [root, outside, kept] = ["work", "outside", "kept"].map((name) => join(base, name)) as [string, string, string];
  for (const folder of [root, outside, kept]) mkdirSync(folder);
  const matcher = new GrepThread(new URL("../../extension/disk/threads/grep-worker.ts", import.meta.url));
  const pdfs = new PdfThread(new URL("../../extension/disk/threads/pdf-worker.ts", import.meta.url));
  onTestFinished(() => {
    matcher.dispose();
    pdfs.dispose();
  });
  const ports: Ports = {
    files: diskFiles({ folders: () => [{ name: "work", path: root }], exclude: () => exclude, kept: [kept] }),
    documents: diskDocuments,
    shell: { kind: "posix", run: () => Promise.reject(new Error("no shell")) },
    web: nodeWeb,
    spill: diskSpill(kept),
    blobs: { find: () => Promise.resolve(undefined) },
    pdfs,
    matcher,
    judge: (need) => decide([], need),
    ...own,
  };
  const prepare = async (tool: string, input: unknown): Promise<Prepared> => {
    const found = builtinTools(ports).find(({ name }) => name === tool);
    if (found === undefined) throw new Error(`no tool ${tool}`);
    return found.prepare(input, ABOUT);
  };
  return {
    root,
    outside,
    ports,
    write(files, folder = root) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
    },
    prepare,
    async ready(tool, input) {
      const prepared = await prepare(tool, input);
      if (!prepared.ok) throw new Error(prepared.output);
      return prepared.call;
    },
    async call(tool, input, signal = new AbortController().signal) {
      const prepared = await prepare(tool, input);
      return prepared.ok ? prepared.call.run(signal) : prepared;
    },
  };
}
