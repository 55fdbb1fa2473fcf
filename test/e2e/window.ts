// A real VS Code window with Galley in it, driven as a person would drive it.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Frame, Page } from "playwright-core";
import { expect } from "vitest";
import { type Server, still } from "../../scripts/server.mjs";
import { beUnseen, whileSeen } from "../../scripts/unseen.mjs";
import { copySample, freshFolder } from "../../scripts/vscode.mjs";
import { borrowServer, openPages, sharedBrowser } from "./machine.ts";
import { selectLines } from "./select-lines.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

const themes = {
  dark: "Dark Modern",
  light: "Light Modern",
  "high-contrast": "Default High Contrast",
  "high-contrast-light": "Default High Contrast Light",
};

/** VS Code's own chat is never asked, and takes a sixth of the time in which a window opens. */
const noChat = { "chat.disableAIFeatures": true };

/** No TypeScript server, which takes seconds in each window: scripts/met-extensions.mjs puts an empty one in its place. */
const noTypeScript = { "js/ts.experimental.useTsgo": true };

/** VS Code's own reload waits until its state is stored; a reload of the page may lose which tabs were open. */
const RELOAD_KEY = "Control+Alt+Shift+F9";

export interface WindowOptions {
  /** An absolute path; a fresh copy of the sample workspace when left out. */
  readonly folder?: string;
  /** An absolute path of a .code-workspace file, opened instead of the folder. */
  readonly workspace?: string;
  readonly theme?: keyof typeof themes;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Those that belong to the machine the extension host runs on, such as addresses. */
  readonly machineSettings?: Readonly<Record<string, unknown>>;
  readonly keybindings?: readonly { key: string; command: string; when?: string; args?: unknown }[];
  readonly viewport?: { width: number; height: number };
  /** For what judges VS Code's own document by its opacity, as axe does; others are drawn for their pictures alone. */
  readonly isDrawn?: boolean;
  /** Absolute paths of the extensions under development; Galley alone when left out. */
  readonly extensions?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** `false`: VS Code is in its restricted mode. */
  readonly trusted?: boolean;
  /** Opens a second window on this one's server and storage; its `close` leaves them running. */
  readonly beside?: Window;
  /** What stands between the page and its server, before the page is loaded. */
  readonly before?: (context: BrowserContext) => Promise<void>;
}

export interface Window {
  readonly page: Page;
  readonly server: Server;
  readonly folder: string;
  /** What any frame reported against its Content Security Policy so far. */
  readonly violations: string[];
  /** The document Galley draws in; opens the view when it is hidden. Ask again after a reload. */
  composer(): Promise<Frame>;
  /** The document of the second pane, once it is there. Ask again after it was closed. */
  sidecar(): Promise<Frame>;
  /** The document of the conversation that is open in the editor area. */
  editor(): Promise<Frame>;
  /** The tab that tries a skill. */
  trySkill(): Promise<Frame>;
  /** The tab that shows what would be sent, or what was. */
  inspector(): Promise<Frame>;
  /** Runs a command by its title in the palette, with its category if it has one: "Galley: New Session". */
  runCommand(title: string): Promise<void>;
  /** Opens a file of the folder in the editor, optionally with a line range selected. */
  openFile(path: string, lines?: { from: number; to: number }): Promise<void>;
  /** As the user writes them into the settings of the machine: all windows of the server hear of it. */
  setOnMachine(settings: Readonly<Record<string, unknown>>): void;
  reload(): Promise<void>;
  /** The extension host of this window, to be killed by a test. After a restart it is the new one. */
  hostPid(): number;
  /** Writes test-results/NAME.png if GALLEY_SCREENS is set: nobody looks at the pictures of every run. */
  screenshot(name: string): Promise<void>;
  close(): Promise<void>;
}

export async function openWindow(options: WindowOptions = {}): Promise<Window> {
  const { server, context, leave } = await placeFor(options);
  const folder = options.folder ?? options.beside?.folder ?? copySample(join(freshFolder("folder"), "sample"));
  await options.before?.(context);
  const page = await context.newPage();
  if (options.viewport) await page.setViewportSize(options.viewport);
  // A busy machine takes long to load a window, and nothing else is waited for meanwhile.
  page.setDefaultNavigationTimeout(120_000);
  openPages.add(page);
  const violations: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) violations.push(message.text());
  });
  const before = server.hostPids();
  await page.goto(
    server.url({
      folder,
      extensions: options.extensions ?? [root],
      ...(options.workspace && { workspace: options.workspace }),
    }),
  );
  let host: number | undefined = await restored(page, server, before);
  return {
    page,
    server,
    folder,
    violations,
    composer: () => composer(page),
    sidecar: () => documentOf(page, "sidecar"),
    editor: () => documentOf(page, "editor"),
    trySkill: () => documentOf(page, "try"),
    inspector: () => documentOf(page, "inspector"),
    runCommand: (title) => runCommand(page, title),
    openFile: (path, lines) => openFile(page, path, lines),
    setOnMachine(settings) {
      const file = join(server.data, "user", "Machine", "settings.json");
      const before = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
      writeFileSync(file, JSON.stringify({ ...before, ...settings }));
    },
    async reload() {
      const old = server.hostPids();
      const loaded = page.waitForEvent("load", { timeout: 10_000 }).catch(() => page.reload());
      await page.keyboard.press(RELOAD_KEY);
      // A window whose extension host was killed may hear no key.
      await loaded;
      host = await restored(page, server, old);
    },
    hostPid() {
      if (!server.hostPids().includes(host ?? 0)) host = newestHost(server);
      if (host === undefined) throw new Error("No extension host is running.");
      return host;
    },
    async screenshot(name) {
      if (!process.env["GALLEY_SCREENS"]) return;
      const path = join(root, "test-results", `${name}.png`);
      await whileSeen(page, () => page.screenshot({ path }));
    },
    async close() {
      openPages.delete(page);
      await leave(page);
    },
  };
}

interface Place {
  readonly server: Server;
  readonly context: BrowserContext;
  readonly leave: (page: Page) => Promise<void>;
}

async function placeFor(options: WindowOptions): Promise<Place> {
  const { beside } = options;
  if (beside) return { server: beside.server, context: beside.page.context(), leave: (page) => page.close() };
  const { server, giveBack } = await borrowServer({
    settings: {
      ...still,
      ...noChat,
      ...noTypeScript,
      "workbench.colorTheme": themes[options.theme ?? "dark"],
      ...options.settings,
    },
    // Also without any: VS Code does not hear of a file that comes later.
    machineSettings: options.machineSettings ?? {},
    keybindings: [
      { key: "ctrl+alt+shift+f9", command: "workbench.action.reloadWindow" },
      ...(options.keybindings ?? []),
    ],
    ...(options.trusted !== undefined && { trusted: options.trusted }),
    ...(options.env && { env: options.env }),
  });
  const context = await openContext(options);
  const leave = async (): Promise<void> => {
    await context.close();
    await giveBack();
  };
  return { server, context, leave };
}

async function openContext(options: WindowOptions): Promise<BrowserContext> {
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    viewport: options.viewport ?? { width: 1280, height: 800 },
    colorScheme: options.theme?.includes("light") ? "light" : "dark",
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  if (!options.isDrawn) await context.addInitScript(beUnseen);
  return context;
}

/**
 * VS Code's own word for "everything that was open is open again"; the driver comes with the server's test flag.
 * Returns the window's extension host: the one that was not there before.
 */
async function restored(page: Page, server: Server, before: readonly number[]): Promise<number> {
  await page.waitForFunction("window.driver", undefined, { timeout: 120_000 });
  await page.evaluate("window.driver.whenWorkbenchRestored()");
  await page.locator('.monaco-workbench[class*=" vscode-theme-"]').waitFor();
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    // Not the largest: numbers of processes begin again at some time.
    const pid = server.hostPids().find((one) => !before.includes(one));
    if (pid !== undefined) return pid;
    await setTimeout(50);
  }
  throw new Error("The window's extension host did not start.");
}

function newestHost(server: Server): number | undefined {
  return server.hostPids().at(-1);
}

async function composer(page: Page): Promise<Frame> {
  const view = webviews(page).first();
  // The key does nothing until VS Code has read our manifest, so it is pressed until the view is there.
  for (let tries = 0; !(await view.isVisible()); tries += 1) {
    if (tries === 30) throw new Error("Galley's view did not open.");
    await page.keyboard.press("Control+Alt+g");
    await view.waitFor({ timeout: 2000 }).catch(() => undefined);
  }
  const panel = await documentOf(page, "panel");
  // With the conversation comes the focus that the key asked for: it would take it from a list opened before.
  await panel.getByRole("button", { name: /^Model: / }).waitFor({ timeout: 60_000 });
  return panel;
}

function webviews(page: Page): ReturnType<Page["locator"]> {
  return page.locator('iframe.webview.ready[src*="extensionId=galley.galley"]:visible');
}

/** The webviews of an extension look alike from outside: the page itself says which it is. */
async function documentOf(page: Page, view: string): Promise<Frame> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    for (const outer of await webviews(page).elementHandles()) {
      const inner = await (await outer.contentFrame())?.$("iframe#active-frame");
      const frame = await inner?.contentFrame();
      if ((await frame?.evaluate(() => document.body.dataset["view"]).catch(() => undefined)) !== view) continue;
      await frame?.waitForLoadState("domcontentloaded");
      if (frame) return frame;
    }
    await setTimeout(50);
  }
  throw new Error(`Galley's ${view} has no document.`);
}

/**
 * Answers VS Code's own file dialog by keys. It reads folders while one types, puts its own text into the field when it
 * is done, and forgets an Enter that comes meanwhile: so the path is given again until the dialog is gone.
 */
export async function chooseInDialog(page: Page, path: string): Promise<void> {
  const dialog = page.locator(".quick-input-widget:visible");
  const field = dialog.locator("input").first();
  await expect.poll(() => field.inputValue()).not.toBe("");
  await expect
    .poll(
      async () => {
        if (!(await dialog.isVisible())) return "closed";
        if ((await field.inputValue()) !== path) {
          await page.keyboard.press("Control+a");
          // As a paste would: the dialog completes what is typed.
          await page.keyboard.insertText(path);
        } else if (await dialog.getByRole("option", { name: basename(path) }).isVisible())
          await page.keyboard.press("Enter");
        return dialog.waitFor({ state: "hidden", timeout: 1000 }).then(
          () => "closed",
          () => "open",
        );
      },
      { timeout: 30_000 },
    )
    .toBe("closed");
}

async function runCommand(page: Page, title: string): Promise<void> {
  await quickPick(page, "F1", `>${title}`, title);
}

async function openFile(page: Page, path: string, lines?: { from: number; to: number }): Promise<void> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  await quickPick(page, "Control+p", path, name);
  await page.locator(`.editor-group-container.active .tab.active[data-resource-name="${name}"]`).waitFor();
  await page.locator(".editor-group-container.active .monaco-editor.focused").first().waitFor();
  if (lines) await selectLines(page, lines);
}

/** Chooses a line of a list that a key opens. VS Code hides it when something else takes the focus: then once more. */
export async function quickPick(page: Page, key: string, text: string, label: string): Promise<void> {
  const widget = page.locator(".quick-input-widget:visible");
  const line = widget.getByRole("option", { name: label }).first();
  const deadline = Date.now() + 60_000;
  await page.keyboard.press(key);
  for (;;) {
    try {
      await widget.locator("input").first().fill(text, { timeout: 1000 });
      // A search is given its time. One that found nothing, such as a new file, is made again only in a list opened anew;
      // what it may still find comes within a moment.
      const isThere = line.waitFor({ timeout: 5000 }).then(() => true);
      const isGone = widget.waitFor({ state: "hidden", timeout: 6000 });
      const isEmpty = widget.getByRole("option", { name: /^No matching/ }).waitFor({ timeout: 6000 });
      const isNotThere = Promise.race([isGone, isEmpty.then(() => setTimeout(300))]).then(
        () => false,
        () => false,
      );
      if (!(await Promise.race([isThere, isNotThere]))) throw new Error(`${label} was not in the list.`);
      // A click that is given up may still arrive, and a second would run the command twice.
      await line.click({ timeout: 10_000 });
      break;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      if (await widget.isVisible()) await page.keyboard.press("Escape");
      await page.keyboard.press(key);
    }
  }
  // A command may open the next list in the same place. A line that is drawn anew under the mouse may hear no click.
  await line.waitFor({ state: "hidden", timeout: 10_000 }).catch(() => page.keyboard.press("Enter"));
  await line.waitFor({ state: "hidden" });
}
