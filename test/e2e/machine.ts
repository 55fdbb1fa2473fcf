// The VS Code server and the browser that the windows of a worker share: started once, clean for each window.
import { rmSync } from "node:fs";
import { type Browser, type Page, chromium } from "playwright-core";
import { chromium as chromiumPath, chromiumFlags } from "../../scripts/chromium.mjs";
import { type Server, type ServerOptions, offline, startServer } from "../../scripts/server.mjs";
import { removeUserFiles, writeUserFiles } from "../../scripts/user-files.mjs";
import { freshFolder, prepareVsCode } from "../../scripts/vscode.mjs";

interface Borrowed {
  readonly server: Server;
  /** Nothing of its windows runs any more. */
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
      await server.endHosts();
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
      rmSync(server.data, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function start(options: ServerOptions): Promise<Server> {
  prepareVsCode();
  return startServer({ ...options, isLean: true, data: freshFolder("window"), env: { ...offline, ...options.env } });
}

export function sharedBrowser(): Promise<Browser> {
  return (browser ??= chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags }));
}
