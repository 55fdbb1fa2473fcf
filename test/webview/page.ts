// The built panel in a real Chromium, under its real policy, with a host that the test plays.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { chromium, type Browser, type CDPSession, type Page } from "playwright-core";
import { afterEach, expect } from "vitest";
import { pageHtml, type PageSources } from "../../extension/host/window/page.ts";
import type { ConversationSnapshot } from "../../extension/protocol/conversation.ts";
import type { ToInspector } from "../../extension/protocol/inspection.ts";
import type { ToTry } from "../../extension/protocol/try-skill.ts";
import type { ToHost } from "../../extension/protocol/to-host.ts";
import type { ToWebview } from "../../extension/protocol/to-webview.ts";
import { chromiumFlags, quickChromium } from "../../scripts/chromium.mjs";
import { conversation } from "./samples.ts";

/** One that names no conversation is about the one that the panel shows. */
export type Told = UnlessNamed<ToWebview> | ToInspector | ToTry;
type UnlessNamed<Message> = Message extends { session_id: string }
  ? Omit<Message, "session_id"> & { session_id?: string }
  : Message;

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

/**
 * What VS Code gives a webview; posts are cloned, as the real one does, and the input's keys are bound as soon as it has the
 * focus. A test that waits for a post gets it as it comes. A page is used again: nothing that the test before it stored is
 * left, and its clock is the real one.
 */
const fakeApi = `localStorage.clear();
sessionStorage.clear();
globalThis.posted = [];
let waiting = [];
const findPosts = () => (waiting = waiting.filter((isStillWaiting) => isStillWaiting()));
globalThis.acquireVsCodeApi = () => ({
  postMessage: (message) => {
    posted.push(structuredClone(message));
    findPosts();
    if (message.type === "input-focus" && message.has) window.postMessage({ type: "keys-bound" }, "*");
  },
  getState: () => globalThis.keptState,
  setState: (state) => (globalThis.keptState = state),
});
globalThis.waitForPost = (type, count) => new Promise((found) => {
  waiting.push(() => {
    const post = posted.filter((message) => message.type === type)[count - 1];
    if (post !== undefined) found(post);
    return post === undefined;
  });
  findPosts();
});
let ahead = 0;
const realNow = Date.now;
Date.now = () => realNow() + ahead;
globalThis.letPass = (ms) => void (ahead += ms);`;

declare global {
  /** What the page has kept for the one after it. */
  var keptState: unknown;
  var posted: ToHost[];
  var waitForPost: (type: ToHost["type"], count: number) => Promise<ToHost>;
  var letPass: (ms: number) => void;
}

/** The one browser of a worker: it stays open from file to file, and so do its pages. */
export class Studio implements Opener {
  readonly #browser: Browser;
  readonly #origin: string;
  /** Pages that no test uses now, each in a context of its own. */
  readonly #free: Page[] = [];

  private constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  static async open(): Promise<Studio> {
    const browser = await chromium.launch({ executablePath: quickChromium(), args: chromiumFlags });
    const server = createServer((request, response) => {
      void answer(new URL(request.url ?? "/", `http://${request.headers.host}`)).then(
        ({ type, body }) =>
          // The browser is as young as the bundle: what it has, it need not ask for again.
          response.writeHead(200, { "content-type": type, "cache-control": "max-age=3600" }).end(body),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    server.unref();
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    return new Studio(browser, `http://127.0.0.1:${address.port}`);
  }

  async panel({ snapshot = true, isSidecar = false, isTab = false, ...options }: PanelOptions = {}): Promise<Panel> {
    const panel = await this.#page(isTab ? "editor" : isSidecar ? "sidecar" : "panel", options);
    if (snapshot !== false)
      await panel.send({ type: "snapshot", snapshot: snapshot === true ? conversation() : snapshot });
    return panel;
  }

  inspector(options: LookOptions = {}): Promise<Panel> {
    return this.#page("inspector", options);
  }

  trySkill(options: LookOptions = {}): Promise<Panel> {
    return this.#page("try", options);
  }

  async #page(view: PageSources["view"], options: LookOptions): Promise<Panel> {
    const { theme = "dark", width = 400, height = 700, isAlone = false } = options;
    const page = (isAlone ? undefined : this.#free.pop()) ?? (await this.#newPage());
    const size = page.viewportSize();
    if (size?.width !== width || size.height !== height) await page.setViewportSize({ width, height });
    const panel = new Panel(page, isAlone);
    if (isAlone) await options.before?.(page);
    const enter = options.enterBreaks === true ? "breaks" : "sends";
    await page.goto(`${this.#origin}/?theme=${theme}&view=${view}&enter=${enter}`);
    await panel.posts("ready");
    return panel;
  }

  /** A page that a test has spoiled, or that it alone was to have, is not used again. */
  async takeBack(panel: Panel, isSpoiled: boolean): Promise<void> {
    if (isSpoiled || panel.isAlone) return panel.close();
    await panel.leave();
    this.#free.push(panel.page);
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }

  async #newPage(): Promise<Page> {
    const context = await this.#browser.newContext();
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: this.#origin });
    return context.newPage();
  }
}

let studio: Promise<Studio> | undefined;

/** Opens panels. Each that a test opened ends without an error or a fault, and leaves nothing over for the next. */
export function useStudio(): Opener {
  const opened: Panel[] = [];
  afterEach(async ({ task }) => {
    const isSpoiled = task.result?.state === "fail";
    for (const panel of opened.splice(0)) {
      try {
        expect(panel.errors).toEqual([]);
        expect(await panel.posted("fault")).toEqual(panel.faults);
      } catch (error) {
        await (await studio)?.takeBack(panel, true);
        throw error;
      }
      await (await studio)?.takeBack(panel, isSpoiled);
    }
  });
  const kept = async (open: (from: Studio) => Promise<Panel>): Promise<Panel> => {
    const panel = await open(await (studio ??= Studio.open()));
    opened.push(panel);
    return panel;
  };
  return {
    panel: (options) => kept((from) => from.panel(options)),
    inspector: (options) => kept((from) => from.inspector(options)),
    trySkill: (options) => kept((from) => from.trySkill(options)),
  };
}

export interface Opener {
  panel: (options?: PanelOptions) => Promise<Panel>;
  /** The inspector's page, which is told nothing yet. */
  inspector: (options?: LookOptions) => Promise<Panel>;
  /** The page that tries a skill, which is told nothing yet. */
  trySkill: (options?: LookOptions) => Promise<Panel>;
}

export interface LookOptions {
  theme?: Theme;
  width?: number;
  height?: number;
  /** A page and a context of its own, for what cannot be taken back, as a clock; `before` the panel is loaded. */
  isAlone?: boolean;
  before?: (page: Page) => Promise<void>;
  /** The user has set that Enter breaks the line. */
  enterBreaks?: boolean;
}

export interface PanelOptions extends LookOptions {
  /** `true`: an empty conversation; `false`: the host has not answered yet. */
  snapshot?: ConversationSnapshot | boolean;
  /** The page of the second pane. */
  isSidecar?: boolean;
  /** The page of an editor tab. */
  isTab?: boolean;
}

export class Panel {
  readonly page: Page;
  readonly isAlone: boolean;
  readonly errors: string[] = [];
  /** The faults that the test expects. */
  readonly faults: Extract<ToHost, { type: "fault" }>[] = [];
  readonly #sessions: CDPSession[] = [];
  #shown = "ses_1";

  constructor(page: Page, isAlone: boolean) {
    this.page = page;
    this.isAlone = isAlone;
    page.on("pageerror", (error) => this.errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.errors.push(message.text());
    });
  }

  /** What the browser's own protocol can do: compose, touch. */
  async cdp(): Promise<CDPSession> {
    const session = await this.page.context().newCDPSession(this.page);
    this.#sessions.push(session);
    return session;
  }

  /** The page as it was before a panel was loaded into it; the document goes when the next one comes. */
  async leave(): Promise<void> {
    const { page } = this;
    page.removeAllListeners();
    // A page behind another one draws a frame a second.
    const others = page
      .context()
      .pages()
      .filter((other) => other !== page);
    await Promise.all([
      ...others.map((other) => other.close()),
      ...this.#sessions.map((session) => session.detach()),
      page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null }),
      page.unrouteAll(),
      page.mouse.move(-1, -1),
    ]);
  }

  get input() {
    return this.page.getByRole("textbox", { name: "Message" });
  }

  button(name: string) {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** The same page in another theme, as when the user changes it in an open window. */
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

  async resize(width: number, height = this.page.viewportSize()?.height ?? 700): Promise<void> {
    await this.page.setViewportSize({ width, height });
    await this.drawn();
  }

  /** Two frames from now. */
  async drawn(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((drawn) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(drawn)))),
    );
  }

  /** Returns when the panel has taken it in and drawn it. */
  async send(...messages: Told[]): Promise<void> {
    const batch: unknown[] = messages.map((message) => {
      if (message.type === "snapshot") this.#shown = message.snapshot.session.id;
      return { session_id: this.#shown, ...message };
    });
    await this.page.evaluate(async (given) => {
      for (const message of given) window.postMessage(message, "*");
      await new Promise((drawn) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    }, batch);
  }

  /**
   * For 200 ms after a focus ProseMirror takes a caret that jumps to the start for a whim of the browser, and after 20 it
   * puts its own selection right: here the first have passed, and the timer of the second was set before this one.
   */
  async focus(): Promise<void> {
    await this.send({ type: "focus" });
    await this.page.evaluate(async () => {
      await new Promise((settled) => setTimeout(settled, 20));
      globalThis.letPass(210);
    });
  }

  /** What the host says when the user presses the key for a card, wherever it is bound. */
  async goToAsk(): Promise<void> {
    await this.send({ type: "focus-ask" });
  }

  async posted<T extends ToHost["type"]>(type: T): Promise<Extract<ToHost, { type: T }>[]> {
    const found = await this.page.evaluate(
      (wanted) => globalThis.posted.filter((message) => message.type === wanted),
      type,
    );
    return found.filter((message): message is Extract<ToHost, { type: T }> => message.type === type);
  }

  /** Waits for the `count`th post of a type and returns it. */
  async posts<T extends ToHost["type"]>(type: T, count = 1): Promise<Extract<ToHost, { type: T }>> {
    const late = Promise.withResolvers<never>();
    const patience = setTimeout(() => late.reject(new Error(`no ${type} was posted, or fewer than ${count}`)), 10_000);
    const post = this.page.evaluate(([wanted, nth]) => globalThis.waitForPost(wanted, nth), [type, count] as const);
    const found = await Promise.race([post, late.promise]).finally(() => clearTimeout(patience));
    return found as Extract<ToHost, { type: T }>;
  }

  /** What would be sent now, as the panel tells the host when it is hidden. */
  async draft(): Promise<Extract<ToHost, { type: "draft" }>["draft"]["parts"]> {
    await this.page.keyboard.type("§");
    await this.page.keyboard.press("Backspace");
    await this.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    const draft = (await this.posted("draft")).at(-1)?.draft;
    if (draft === undefined) throw new Error("no draft was posted");
    return draft.parts;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
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
    style: await readFile(join(root, "dist/webview/main.css"), "utf8"),
    first: await readFile(join(root, "dist/first.js"), "utf8"),
    main: "/webview/main.js",
    imports: ["/webview/chunks/host.js"],
    enterSends: url.searchParams.get("enter") !== "breaks",
  });
  const body = html
    // The theme's style sheet, which VS Code writes into the page in another way.
    .replace("style-src ", `style-src ${url.origin} `)
    .replace(
      "<title>",
      `<script nonce="${nonce}">${fakeApi}</script><link rel="stylesheet" href="/themes/${theme}.css"><title>`,
    )
    .replace("<body ", `<body class="${bodyClasses[theme]}" `);
  return { type: "text/html", body };
}
