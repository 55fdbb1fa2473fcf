// The built panel in a real Chromium, under its real policy, with a host that the test plays.
import { newSession } from "../../extension/message/session.ts";
import { createServer, type Server } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { pageHtml, type PageSources } from "../../extension/host/page.ts";
import type { ConversationSnapshot } from "../../extension/protocol/conversation.ts";
import type { ToInspector } from "../../extension/protocol/inspection.ts";
import type { ToTry } from "../../extension/protocol/try-skill.ts";
import type { ToHost } from "../../extension/protocol/to-host.ts";
import type { ToWebview } from "../../extension/protocol/to-webview.ts";
import { chromium as findChromium, chromiumFlags } from "../../scripts/chromium.mjs";

export type Theme = "dark" | "light" | "hc-dark" | "hc-light";
export const themes: Theme[] = ["dark", "light", "hc-dark", "hc-light"];
const bodyClasses: Record<Theme, string> = {
  dark: "vscode-dark",
  light: "vscode-light",
  "hc-dark": "vscode-high-contrast",
  "hc-light": "vscode-high-contrast vscode-high-contrast-light",
};

const views: PageSources["view"][] = ["panel", "sidecar", "editor", "inspector", "try"];

const root = join(import.meta.dirname, "../..");
const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html" };

/** What VS Code gives a webview; posts are cloned, as the real one does. */
const fakeApi = `globalThis.posted = [];
globalThis.acquireVsCodeApi = () => ({ postMessage: (message) => void posted.push(structuredClone(message)) });`;

declare global {
  var posted: ToHost[];
}

export class Studio {
  readonly #server: Server;
  readonly #browser: Browser;
  readonly #origin: string;

  private constructor(server: Server, browser: Browser, origin: string) {
    this.#server = server;
    this.#browser = browser;
    this.#origin = origin;
  }

  static async open(): Promise<Studio> {
    const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
    const server = createServer((request, response) => {
      void answer(new URL(request.url ?? "/", `http://${request.headers.host}`)).then(
        ({ type, body }) => response.writeHead(200, { "content-type": type }).end(body),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    return new Studio(server, browser, `http://127.0.0.1:${address.port}`);
  }

  async panel({ snapshot = true, ...options }: PanelOptions = {}): Promise<Panel> {
    const panel = await this.#page(options.isSidecar === true ? "sidecar" : "panel", options);
    if (snapshot !== false)
      await panel.send({ type: "snapshot", snapshot: snapshot === true ? conversation() : snapshot });
    return panel;
  }

  /** The inspector's page, which is told nothing yet. */
  inspector(options: LookOptions = {}): Promise<Panel> {
    return this.#page("inspector", options);
  }

  /** The page that tries a skill, which is told nothing yet. */
  trySkill(options: LookOptions = {}): Promise<Panel> {
    return this.#page("try", options);
  }

  async #page(view: PageSources["view"], { theme = "dark", width = 400, height = 700 }: LookOptions): Promise<Panel> {
    const context = await this.#browser.newContext({ viewport: { width, height } });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: this.#origin });
    const page = await context.newPage();
    await page.goto(`${this.#origin}/?theme=${theme}&view=${view}`);
    const panel = new Panel(page);
    await panel.posts("ready");
    return panel;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#server.close();
  }
}

/** One browser for the tests of a file. Each panel a test opened ends without an error or a fault, and is closed. */
export function useStudio(): Pick<Studio, "panel" | "inspector" | "trySkill"> {
  let studio: Studio | undefined;
  const opened: Panel[] = [];
  beforeAll(async () => void (studio = await Studio.open()));
  afterAll(() => studio?.close());
  afterEach(async () => {
    for (const panel of opened.splice(0)) {
      expect(panel.errors).toEqual([]);
      expect(await panel.posted("fault")).toEqual([]);
      await panel.close();
    }
  });
  const started = (): Studio => {
    if (studio === undefined) throw new Error("a panel is opened inside a test");
    return studio;
  };
  const kept = async (opening: Promise<Panel>): Promise<Panel> => {
    const panel = await opening;
    opened.push(panel);
    return panel;
  };
  return {
    panel: (options) => kept(started().panel(options)),
    inspector: (options) => kept(started().inspector(options)),
    trySkill: (options) => kept(started().trySkill(options)),
  };
}

export interface LookOptions {
  theme?: Theme;
  width?: number;
  height?: number;
}

export interface PanelOptions extends LookOptions {
  /** `true`: an empty conversation; `false`: the host has not answered yet. */
  snapshot?: ConversationSnapshot | boolean;
  /** The page of the second pane. */
  isSidecar?: boolean;
}

export class Panel {
  readonly page: Page;
  readonly errors: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on("pageerror", (error) => this.errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.errors.push(message.text());
    });
  }

  get input() {
    return this.page.getByRole("textbox", { name: "Message" });
  }

  button(name: string) {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** The same page in another theme, as when somebody changes it under an open window. */
  async wear(theme: Theme): Promise<void> {
    await this.page.evaluate(
      async ([name, classes]) => {
        const link = document.querySelector<HTMLLinkElement>('link[href^="/themes/"]');
        if (link === null) throw new Error("the page wears no theme");
        const next = document.createElement("link");
        next.rel = "stylesheet";
        next.href = `/themes/${name}.css`;
        const loaded = new Promise((resolve) => next.addEventListener("load", resolve));
        link.replaceWith(next);
        await loaded;
        document.body.className = classes;
      },
      [theme, bodyClasses[theme]] as const,
    );
    await this.drawn();
  }

  async resize(width: number): Promise<void> {
    await this.page.setViewportSize({ width, height: this.page.viewportSize()?.height ?? 700 });
    await this.drawn();
  }

  /** Two frames from now. */
  async drawn(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((drawn) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(drawn)))),
    );
  }

  /** Returns when the panel has taken it in and drawn it. */
  async send(...messages: (ToWebview | ToInspector | ToTry)[]): Promise<void> {
    const batch: unknown[] = messages;
    await this.page.evaluate(async (given) => {
      for (const message of given) window.postMessage(message, "*");
      await new Promise((drawn) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    }, batch);
  }

  /** For 200 ms after a focus ProseMirror takes a caret that jumps to the start for a whim of the browser. */
  async focus(): Promise<void> {
    await this.send({ type: "focus" });
    await this.page.evaluate(() => new Promise((settled) => setTimeout(settled, 210)));
  }

  async posted<T extends ToHost["type"]>(type: T): Promise<Extract<ToHost, { type: T }>[]> {
    const all = await this.page.evaluate(() => globalThis.posted);
    return all.filter((message): message is Extract<ToHost, { type: T }> => message.type === type);
  }

  /** Waits for the `count`th post of a type and returns it. */
  async posts<T extends ToHost["type"]>(type: T, count = 1): Promise<Extract<ToHost, { type: T }>> {
    await this.page.waitForFunction(
      ([wanted, least]) => globalThis.posted.filter((message) => message.type === wanted).length >= least,
      [type, count] as const,
      { timeout: 10_000 },
    );
    const found = (await this.posted(type))[count - 1];
    if (found === undefined) throw new Error(`no ${type} was posted`);
    return found;
  }

  /** What would be sent now, as the panel tells the host. */
  async draft(): Promise<Extract<ToHost, { type: "draft" }>["draft"]["parts"]> {
    const before = (await this.posted("draft")).length;
    await this.page.keyboard.type("§");
    await this.page.keyboard.press("Backspace");
    // On a busy machine the sign itself may be told as well.
    for (let count = before + 1; ; count += 1) {
      const { draft } = await this.posts("draft", count);
      if (!JSON.stringify(draft).includes("§")) return draft.parts;
    }
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

export function conversation(changes: Partial<ConversationSnapshot> = {}): ConversationSnapshot {
  return {
    session: { ...newSession("ses_1", 1), title: "New conversation" },
    messages: [],
    earlier: 0,
    run: { state: "idle", message_id: null },
    queue: { items: [], held: false, undo: false },
    draft: { parts: [] },
    model: { key: "loopback/loopback", name: "Loopback", is_language_model: true },
    ...changes,
  };
}

async function answer(url: URL): Promise<{ type: string; body: string | Buffer }> {
  if (url.pathname === "/favicon.ico") return { type: "image/x-icon", body: "" };
  if (url.pathname !== "/") {
    const folder = url.pathname.startsWith("/themes/") ? "test/fixtures" : "dist";
    const body = await readFile(join(root, folder, url.pathname));
    return { type: types[extname(url.pathname)] ?? "application/octet-stream", body };
  }
  const nonce = "bm9uY2U";
  const theme = themes.find((known) => known === url.searchParams.get("theme")) ?? "dark";
  const html = pageHtml({
    view: views.find((known) => known === url.searchParams.get("view")) ?? "panel",
    nonce,
    cspSource: url.origin,
    script: "/webview/main.js",
    style: "/webview/main.css",
  });
  const body = html
    .replace(
      "<title>",
      `<script nonce="${nonce}">${fakeApi}</script><link rel="stylesheet" href="/themes/${theme}.css"><title>`,
    )
    .replace("<body ", `<body class="${bodyClasses[theme]}" `);
  return { type: "text/html", body };
}
