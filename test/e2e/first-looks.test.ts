// What VS Code draws of Galley, the walkthrough and the Shelf: in three themes and at six sizes it looks as it did and is laid out whole.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copySample, freshFolder } from "../../scripts/vscode.mjs";
import { COLOUR_RULES, problemsIn } from "../webview/axe.ts";
import { layoutProblems } from "../webview/layout.ts";
import { differenceFromPicture, hasFontsOfPictures, isUpdating } from "../webview/picture.ts";
import { chip } from "./panel.ts";
import { openWindow, quickPick, type Window } from "./window.ts";

const folder = join(import.meta.dirname, "screens");
const THEMES = { dark: "Dark Modern", light: "Light Modern", "hc-dark": "Default High Contrast" } as const;
/** What VS Code puts on its window, and on the body of a webview. */
const KINDS = {
  dark: ["vs-dark", "vscode-dark"],
  light: ["vs", "vscode-light"],
  "hc-dark": ["hc-black", "vscode-high-contrast"],
} as const;
type ThemeName = keyof typeof THEMES;
const NAMES: readonly ThemeName[] = ["dark", "light", "hc-dark"];
const WIDTHS = [280, 400, 900];
const HEIGHTS = [500, 850];

/** Those about what Galley gives; the rest is VS Code's own markup. */
const RULES = [...COLOUR_RULES, "aria-treeitem-name", "button-name", "link-name"];

const WALKTHROUGH = ".gettingStartedContainer";
const SIDE_BAR = ".part.auxiliarybar";

describe("what VS Code draws of Galley", () => {
  let window: Window;
  let panel: Frame | undefined;

  beforeAll(async () => {
    const workspace = copySample(join(freshFolder("folder"), "sample"));
    writeFileSync(join(workspace, "AGENTS.md"), "Write plain English.\n");
    mkdirSync(join(workspace, "src/ui"), { recursive: true });
    writeFileSync(join(workspace, "src/ui/a-component-with-quite-a-long-name.test.ts"), "export {};\n");
    window = await openWindow({ folder: workspace, viewport: { width: 948, height: 850 } });
  });

  afterAll(() => window.close());

  /** By the settings of the folder, which VS Code watches. */
  async function wear(theme: ThemeName): Promise<void> {
    mkdirSync(join(window.folder, ".vscode"), { recursive: true });
    const settings = { "workbench.colorTheme": THEMES[theme] };
    writeFileSync(join(window.folder, ".vscode/settings.json"), JSON.stringify(settings));
    const [ofWindow, ofPage] = KINDS[theme];
    await window.page.locator(`.monaco-workbench.${ofWindow}`).waitFor();
    await panel?.waitForFunction((kind) => document.body.dataset["vscodeThemeKind"] === kind, ofPage);
  }

  /** The problems of a place in every look, and pictures of it where the fonts are those of the pictures. */
  async function lookAt(name: string, place: string, resize: (width: number, height: number) => Promise<void>) {
    const { page } = window;
    const problems: string[] = [];
    for (const theme of NAMES) {
      await wear(theme);
      for (const width of WIDTHS)
        for (const height of HEIGHTS) {
          await resize(width, height);
          const look = `${name}-${theme}-${String(width)}x${String(height)}`;
          const taken = await calm(page, place, look);
          const found = await layoutProblems({ page }, place);
          if (await hasFontsOfPictures(page, folder))
            found.push((await differenceFromPicture(page, look, { folder, taken })) ?? "");
          problems.push(...found.filter(Boolean).map((problem) => `${look}: ${problem}`));
        }
      const found = await problemsIn({ page }, { within: place, rules: RULES });
      problems.push(...found.map((problem) => `${name} ${theme}: ${problem}`));
    }
    return problems;
  }

  it("is a walkthrough with its steps and their buttons whole", async () => {
    const { page } = window;
    await page.keyboard.press("Control+b");
    await page.locator(".part.sidebar").waitFor({ state: "hidden" });
    if (await page.locator(SIDE_BAR).isVisible()) await page.keyboard.press("Control+Alt+b");
    await page.locator(SIDE_BAR).waitFor({ state: "hidden" });
    await quickPick(page, "F1", ">Welcome: Open Walkthrough", "Welcome: Open Walkthrough");
    await page.keyboard.type("Get Started with Galley");
    await page.getByRole("option", { name: /Get Started with Galley/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Select Model…" }).waitFor();
    const resize = async (width: number, height: number): Promise<void> => {
      await page.setViewportSize({ width: width + 48, height });
    };
    expect(await lookAt("walkthrough", WALKTHROUGH, resize)).toEqual([]);
  });

  it("is a Shelf whose lines can be read", async () => {
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
  });
});

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

/** A picture of a place when nothing in it moves any more, which is at once if it looks as the one that was kept. */
async function calm(page: Page, place: string, name: string): Promise<Buffer> {
  await page.mouse.move(0, 0);
  const path = join(import.meta.dirname, "../../test-results", `${name}.png`);
  const kept = join(folder, `${name}.png`);
  let last: Buffer | undefined = !isUpdating && existsSync(kept) ? readFileSync(kept) : undefined;
  const isCalm = async (): Promise<boolean> => {
    const clip = (await page.locator(place).first().boundingBox()) ?? undefined;
    const next = await page.screenshot({
      path,
      ...(clip && { clip }),
      animations: "disabled",
      caret: "hide",
      // They come and go.
      style: ".monaco-scrollable-element > .scrollbar { visibility: hidden; }",
    });
    const isSame = last?.equals(next) === true;
    last = next;
    return isSame;
  };
  await expect.poll(isCalm, { interval: 100 }).toBe(true);
  if (last === undefined) throw new Error("There is no picture.");
  return last;
}
