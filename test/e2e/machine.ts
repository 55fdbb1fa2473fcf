// The VS Code server and the browser that the windows of a worker share: started once, clean for each window.
import { rmSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { type Browser, type Page, chromium } from "playwright-core";
import { chromium as chromiumPath, chromiumFlags } from "../../scripts/chromium.mjs";
import { type Server, type ServerOptions, offline, startServer } from "../../scripts/server.mjs";
import { removeUserFiles, writeUserFiles } from "../../scripts/user-files.mjs";
import { freshFolder, prepareVsCode } from "../../scripts/vscode.mjs";

export interface Borrowed {
  readonly server: Server;
  /** Ends the extension hosts; the server would keep them for hours, in case their windows come back. */
  readonly giveBack: () => Promise<void>;
}

/** A window adds its page when it opens and takes it out when it closes. */
export const openPages = new Set<Page>();

let kept: Server | undefined;
let isLent = false;
let browser: Promise<Browser> | undefined;

/** The server that is kept, or one of its own for a window that asks for what a running server cannot change. */
export async function borrowServer(options: ServerOptions): Promise<Borrowed> {
  if (isLent || options.env || options.trusted === false) return startOwn(options);
  isLent = true;
  if (kept) {
    removeUserFiles(kept.data);
    writeUserFiles(kept.data, options);
  }
  const server = (kept ??= await start(options));
  return {
    server,
    async giveBack() {
      await endHosts(server);
      isLent = false;
    },
  };
}

async function startOwn(options: ServerOptions): Promise<Borrowed> {
  const server = await start(options);
  return {
    server,
    async giveBack() {
      await server.stop();
      rmSync(server.data, { recursive: true, force: true });
    },
  };
}

function start(options: ServerOptions): Promise<Server> {
  prepareVsCode();
  return startServer({ ...options, data: freshFolder("window"), env: { ...offline, ...options.env } });
}

async function endHosts(server: Server): Promise<void> {
  for (const pid of server.hostPids()) process.kill(pid, "SIGKILL");
  while (server.hostPids().length > 0) await setTimeout(20);
}

export function sharedBrowser(): Promise<Browser> {
  return (browser ??= chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags }));
}
