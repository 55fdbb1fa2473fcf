// Pictures of what VS Code draws of Galley: a window in each theme, and a picture of a place once nothing in it moves.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Page } from "playwright-core";
import { expect } from "vitest";
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

/** How a place differs from the picture that was kept of it: nothing if it does not, or if this machine has other fonts. */
export async function differenceOf(page: Page, place: string, name: string): Promise<string[]> {
  const taken = await calm(page, place, name);
  if (!(await hasFontsOfPictures(page, folder))) return [];
  const difference = await differenceFromPicture(page, name, { folder, taken });
  return difference === undefined ? [] : [difference];
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
