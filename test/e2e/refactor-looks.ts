// What a refactoring looks like in dark, light and high contrast: the box, an answer that is refused, the wait and the review.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { notice } from "./ask.ts";
import { differenceOf, THEME_NAMES, wear } from "./looks.ts";
import { PATH, type Refactoring } from "./refactoring.ts";
import type { Window } from "./window.ts";

const LOW = { width: 1280, height: 520 };
const NARROW = { width: 700, height: 520 };

/** By how much each place differs from its picture. Leaves the file and the window as they were. */
export async function differencesOfLooks(window: Window, refactoring: Refactoring): Promise<string[]> {
  const { page } = window;
  const size = page.viewportSize();
  await page.setViewportSize(LOW);
  const found: string[] = [];
  const look = async (place: string, name: string): Promise<void> => {
    for (const theme of THEME_NAMES) {
      await wear(window, theme);
      found.push(...(await differenceOf(page, place, `refactor-${name}-${theme}`)));
    }
  };

  const lines = readFileSync(join(window.folder, PATH), "utf8").split("\n").slice(4, 9);
  refactoring.says("I cannot do that without the callers of this type, sorry: please select those too.");
  await window.openFile(PATH, { from: 5, to: 9 });
  await refactoring.instruct("put the unit into the names");
  await refactoring.costShown();
  await look(".quick-input-widget", "box");
  await page.keyboard.press("Enter");
  await notice(window, /Nothing was changed\. The answer contains no code/);
  // A center that is slow to open takes the focus.
  await page.locator(".editor-group-container.active .native-edit-context").focus();
  await look(".notifications-center", "refused");
  await page.keyboard.press("Escape");

  refactoring.saysCode(lines.map((line) => line.replace(/first|tries/, "$&Count")).join("\n"));
  const answer = refactoring.waits(2);
  await window.openFile(PATH, { from: 5, to: 9 });
  await refactoring.instruct("put the unit into the names");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll(".editor-instance .view-line span")];
    return all.some((one) => getComputedStyle(one, "::after").content.includes(" lines"));
  });
  await look(".part.editor", "wait");
  answer();
  await refactoring.lens("Keep").first().waitFor();
  await look(".part.editor", "review");
  await page.setViewportSize(NARROW);
  await look(".part.editor", "review-narrow");

  await refactoring.command("Undo All Refactored Lines");
  await refactoring.lens("Keep").first().waitFor({ state: "detached" });
  await wear(window, "dark");
  if (size) await page.setViewportSize(size);
  return found;
}
