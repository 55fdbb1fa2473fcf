// Galley's panel in a window of a benchmark: opened, its index of files filled, its input focused and emptied.
import { setTimeout } from "node:timers/promises";
import { watch } from "./paints.mjs";

/** Long enough for a list to come to rest. */
export const pause = 700;

/** For how long the input has the focus until it is taken as its own. */
const FOCUSED_MS = 300;

export async function openPanel(page) {
  await page.keyboard.press("Control+Alt+8");
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await setTimeout(200)) {
    for (const frame of page.frames()) {
      if (await frame.evaluate(() => !!document.querySelector("[aria-label=Message]")).catch(() => false)) return frame;
    }
  }
  throw new Error("Galley's panel did not open in a minute.");
}

/** Until nothing has been said of searching for a while: the index is complete. */
export async function untilIndexed(page, panel, typed) {
  await panel.evaluate(watch, "body");
  await page.keyboard.type(`@${typed}`);
  await panel.waitForFunction(() => document.querySelector("[role=option]"), undefined, { timeout: 120_000 });
  const isSearching = () => panel.evaluate(() => document.body.textContent.includes("Searching…"));
  for (let quiet = 0; quiet < 10; await setTimeout(200)) quiet = (await isSearching()) ? 0 : quiet + 1;
  await clear(page);
}

export async function clear(page) {
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Backspace");
}

/** Clicked until it is there and stays for a while: Quick Open gives the focus back when it pleases. */
export async function focusInput(page, panel) {
  for (let tries = 0; tries < 20; tries += 1) {
    await panel.locator("[aria-label=Message]").click();
    if (await staysFocused(panel)) return;
  }
  throw new Error("Galley's input did not get the focus.");
}

async function staysFocused(panel) {
  const isThere = () => document.hasFocus() && document.activeElement?.role === "textbox";
  let since = Date.now();
  for (const end = since + pause; Date.now() < end; await setTimeout(50)) {
    if (!(await panel.evaluate(isThere))) since = Date.now();
    else if (Date.now() - since >= FOCUSED_MS) return true;
  }
  return false;
}
