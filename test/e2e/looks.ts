// Pictures of what VS Code draws of Galley: a window in each theme, and how a place differs from the picture that was kept of it.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Page } from "playwright-core";
import { expect } from "vitest";
import { whileSeen } from "../../scripts/unseen.mjs";
import { differenceFromPicture, hasFontsOfPictures, isUpdating } from "../webview/picture.ts";
import type { Window } from "./window.ts";

const folder = join(import.meta.dirname, "screens");
const THEMES = { dark: "Dark Modern", light: "Light Modern", "hc-dark": "Default High Contrast" } as const;
/** What VS Code puts on its window, and on the body of a webview. */
const KINDS = {
  dark: ["vs-dark", "vscode-dark"],
  light: ["vs", "vscode-light"],
  "hc-dark": ["hc-black", "vscode-high-contrast"],
} as const;
type ThemeName = keyof typeof THEMES;
export const THEME_NAMES: readonly ThemeName[] = ["dark", "light", "hc-dark"];

/** By the settings of the folder, which VS Code watches. */
export async function wear(window: Window, theme: ThemeName, panel?: Frame): Promise<void> {
  mkdirSync(join(window.folder, ".vscode"), { recursive: true });
  const settings = { "workbench.colorTheme": THEMES[theme] };
  writeFileSync(join(window.folder, ".vscode/settings.json"), JSON.stringify(settings));
  const [ofWindow, ofPage] = KINDS[theme];
  await window.page.locator(`.monaco-workbench.${ofWindow}`).waitFor();
  await panel?.waitForFunction((kind) => document.body.dataset["vscodeThemeKind"] === kind, ofPage);
}

/**
 * By how much a place differs from its picture: nothing if it does not, or if this machine has other fonts. A picture is
 * taken until it does not: what comes late has its time.
 */
export async function differenceOf(page: Page, place: string, name: string): Promise<string[]> {
  if (!(await hasFontsOfPictures(page, folder))) return [];
  await page.mouse.move(0, 0);
  let difference: string | undefined;
  const looksAsKept = async (): Promise<boolean> => {
    const taken = isUpdating ? await still(page, place, name) : await photograph(page, place, name);
    difference = await differenceFromPicture(page, name, { folder, taken });
    return difference === undefined;
  };
  await expect
    .poll(looksAsKept, { timeout: 5_000 })
    .toBe(true)
    .catch(() => undefined);
  return difference === undefined ? [] : [difference];
}

/** When nothing in it has moved for a second. */
async function still(page: Page, place: string, name: string): Promise<Buffer> {
  let last = await photograph(page, place, name);
  const isSame = async (): Promise<boolean> => {
    const next = await photograph(page, place, name);
    const same = next.equals(last);
    last = next;
    return same;
  };
  await expect.poll(isSame, { interval: 1_000 }).toBe(true);
  return last;
}

async function photograph(page: Page, place: string, name: string): Promise<Buffer> {
  const clip = (await page.locator(place).first().boundingBox()) ?? undefined;
  const options = {
    path: join(import.meta.dirname, "../../test-results", `${name}.png`),
    ...(clip && { clip }),
    animations: "disabled",
    caret: "hide",
    // They come and go.
    style: ".monaco-scrollable-element > .scrollbar, .notifications-toasts { visibility: hidden; }",
  } as const;
  return whileSeen(page, () => page.screenshot(options));
}
