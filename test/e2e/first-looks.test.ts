// What VS Code draws of Galley, the walkthrough and the views: at six sizes and in three themes it looks as it did, is laid out whole, and axe finds nothing.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copySample, freshFolder } from "../../scripts/vscode.mjs";
import { COLOUR_RULES, problemsIn } from "../webview/axe.ts";
import { layoutProblems } from "../webview/layout.ts";
import { line } from "./lists.ts";
import { differenceOf, THEME_NAMES, wear } from "./looks.ts";
import { chip } from "./panel.ts";
import { openWindow, quickPick, type Window } from "./window.ts";

const USUAL = { width: 400, height: 850 };
const SIZES = [280, 400, 900].flatMap((width) => [500, 850].map((height) => ({ width, height })));

/** Those about what Galley gives; the rest is VS Code's own markup. */
const RULES = [...COLOUR_RULES, "aria-treeitem-name", "button-name", "link-name"];

const FILES = {
  "AGENTS.md": "Write plain English.\n",
  "src/ui/a-component-with-quite-a-long-name.test.ts": "export {};\n",
};
/** What the lists show besides: written later, for it adds views to the side bar. */
const LISTED_FILES = {
  ".galley/memory/release.md": "---\nname: release\ndescription: Releases are cut on Mondays\n---\nBy Ada.\n",
  ".vscode/mcp.json": JSON.stringify({ servers: { docs: { command: "docs-server" } } }),
};

const WALKTHROUGH = ".gettingStartedContainer";
const SIDE_BAR = ".part.auxiliarybar";

/** The steps of the walkthrough, by the names of their pictures. */
const STEPS = ["model", "ask", "context", "command", "refactor"];

/** The views that list something, and what is in each. */
const LISTED = { Memories: /^release/, Skills: /^Built-in/, "MCP Servers": /^docs/ };

describe("what VS Code draws of Galley", () => {
  let window: Window;
  let panel: Frame | undefined;

  beforeAll(async () => {
    const workspace = copySample(join(freshFolder("folder"), "sample"));
    write(workspace, FILES);
    window = await openWindow({ folder: workspace, viewport: { width: 948, height: 850 }, isDrawn: true });
  });

  afterAll(() => window.close());

  /** How a place differs from its pictures, where the fonts are those of the pictures, and what is wrong with it. */
  async function lookAt(name: string, place: string, resize: (width: number, height: number) => Promise<void>) {
    const { page } = window;
    const problems: string[] = [];
    for (const theme of THEME_NAMES) {
      await wear(window, theme, panel);
      // Another theme draws the same in other colours.
      for (const { width, height } of theme === "dark" ? SIZES : [USUAL]) {
        await resize(width, height);
        const look = `${name}-${theme}-${String(width)}x${String(height)}`;
        problems.push(...(await differenceOf(page, place, look)));
        if (theme === "dark") problems.push(...(await layoutProblems({ page }, place)).map((one) => `${look}: ${one}`));
      }
      problems.push(...(await axeProblems(theme, place)));
    }
    return problems;
  }

  async function axeProblems(theme: string, within: string): Promise<string[]> {
    const found = await problemsIn(window, { within, rules: RULES });
    return found.map((problem) => `${theme}: ${problem}`);
  }

  it("is a walkthrough with its steps and their buttons whole, and in a wide window with the picture of each step", async () => {
    const { page } = window;
    await page.keyboard.press("Control+b");
    await page.locator(".part.sidebar").waitFor({ state: "hidden" });
    if (await page.locator(SIDE_BAR).isVisible()) await page.keyboard.press("Control+Alt+b");
    await page.locator(SIDE_BAR).waitFor({ state: "hidden" });
    await quickPick(page, "F1", ">Welcome: Open Walkthrough", "Welcome: Open Walkthrough");
    await page.keyboard.type("Get Started with Galley");
    await page.getByRole("option", { name: /Get Started with Galley/ }).waitFor();
    await page.keyboard.press("Enter");
    const steps = page.locator(".getting-started-step");
    await expect.poll(() => steps.count()).toBe(5);
    const resize = async (width: number, height: number): Promise<void> => {
      await page.setViewportSize({ width: width + 48, height });
    };
    expect(await lookAt("walkthrough", WALKTHROUGH, resize)).toEqual([]);
    await resize(1352, 850);
    for (const [at, name] of [...STEPS.entries()].reverse()) {
      await steps.nth(at).click();
      await expect.poll(() => stepPicture(page)).toContain(`${name}-hc-dark.webp`);
    }
  });

  it("is a Shelf whose lines can be read, and lists in which axe finds nothing", async () => {
    const { page } = window;
    await page.setViewportSize({ width: 1300, height: 850 });
    panel = await window.composer();
    await window.openFile("src/ui/a-component-with-quite-a-long-name.test.ts");
    await window.runCommand("Galley: Pin to Conversation");
    await window.openFile("README.md");
    await window.runCommand("Galley: Pin to Conversation");
    await window.openFile("src/net/upload.ts", { from: 46, to: 53 });
    await page.keyboard.press("Control+Alt+.");
    await chip(panel, /^upload\.ts:46-53/).waitFor();
    const lines = page.getByRole("tree", { name: "Shelf" }).getByRole("treeitem", { level: 2 });
    await expect.poll(() => lines.count()).toBeGreaterThanOrEqual(3);
    const resize = async (width: number, height: number): Promise<void> => {
      await page.setViewportSize({ width: width + 400, height });
      await widen(page, width);
    };
    expect(await lookAt("shelf", SIDE_BAR, resize)).toEqual([]);

    write(window.folder, LISTED_FILES);
    for (const [view, name] of Object.entries(LISTED)) {
      await window.runCommand(`Galley: Show ${view}`);
      await page.getByRole("tree", { name: view }).getByRole("treeitem", { name }).first().waitFor();
    }
    await (await line(window, "Draft: ")).waitFor();
    const problems: string[] = [];
    for (const theme of THEME_NAMES) {
      await wear(window, theme, panel);
      problems.push(...(await axeProblems(theme, SIDE_BAR)));
    }
    expect(problems).toEqual([]);
  });
});

function write(workspace: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
}

/** The file of the picture that a step shows, once it is drawn. */
function stepPicture(page: Page): Promise<string> {
  return page
    .locator(".getting-started-media img")
    .evaluateAll((images: HTMLImageElement[]) =>
      images.filter((one) => one.naturalWidth > 0).map((one) => one.currentSrc),
    )
    .then((files) => files.map(decodeURIComponent).join());
}

/** By its border, as a user would. */
async function widen(page: Page, width: number): Promise<void> {
  const bar = page.locator(SIDE_BAR);
  const widthNow = async (): Promise<number> => Math.round((await bar.boundingBox())?.width ?? 0);
  const isWide = async (): Promise<boolean> => {
    const missing = width - (await widthNow());
    if (missing === 0) return true;
    const { x = 0, y = 0 } = (await bar.boundingBox()) ?? {};
    await page.mouse.move(x - 2, y + 200);
    await page.mouse.down();
    await page.mouse.move(x - 2 - missing, y + 200, { steps: 4 });
    await page.mouse.up();
    return (await widthNow()) === width;
  };
  await expect.poll(isWide).toBe(true);
}
