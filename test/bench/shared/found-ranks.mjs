// At which place the file that was meant stands, behind Galley's @ and in VS Code's Quick Open, in the same window.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { clear, focusInput } from "./mention-panel.mjs";

/** A file below this place is as good as not found, in either list. */
export const PLACES = 20;
/** High enough for Quick Open to draw so many rows. */
const SIZE = { width: 1000, height: 1200 };
/** For how long a list does not change, in milliseconds, until it is taken as complete: by what it shows of the query. */
const still = { before: 10_000, begun: 2_000, whole: 120 };

/** What the window needs to open the files of one moment after the other. */
export const keybinding = { key: "ctrl+alt+9", command: "bench.openNext" };
const key = "Control+Alt+9";

/** Without languages: the lists know names only, and no server starts for the files. Nor is anything else drawn for them. */
export const settings = {
  "files.associations": { "*": "plaintext" },
  "explorer.autoReveal": false,
  "breadcrumbs.enabled": false,
  "workbench.editor.showTabs": "none",
  "workbench.editor.empty.hint": "hidden",
};

/** For each file that is asked for its rank in both lists, 0 if it is not there. */
export async function ranksIn(page, panel, folder, moments) {
  const ranks = { galley: [], quickOpen: [] };
  await page.setViewportSize(SIZE);
  for (const [at, { asked }] of moments.entries()) {
    await page.keyboard.press(key);
    await untilOpened(folder, at + 1);
    await page.keyboard.press("Control+p");
    const input = page.locator(".quick-input-widget:visible input").first();
    await input.waitFor();
    for (const { path, typed } of asked) {
      // Emptied first: rows of the query before are not taken for those of this one.
      await input.fill("");
      await page.waitForFunction(() => !document.querySelector(".quick-input-list .highlight"));
      await input.fill(typed);
      ranks.quickOpen.push(rankOf(path, await settled(page, quickOpenRows)));
    }
    await page.keyboard.press("Escape");
    await input.waitFor({ state: "hidden" });
    await focusInput(page, panel);
    for (const { path, typed } of asked) {
      // At once: there is no list before the one for the whole of it.
      await page.keyboard.insertText(`@${typed}`);
      ranks.galley.push(rankOf(path, await settled(panel, galleyRows)));
      await clear(page);
    }
  }
  return ranks;
}

async function untilOpened(folder, count) {
  const file = join(folder, "opened.json");
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await setTimeout(50)) {
    if (existsSync(file) && Number(readFileSync(file, "utf8")) >= count) return;
  }
  throw new Error("The benchmark's driver did not open the files in a minute.");
}

function rankOf(path, rows) {
  const at = rows.slice(0, PLACES).indexOf(path);
  return at + 1;
}

/** The rows of a list when it has come to rest. */
async function settled(frame, read) {
  let before = "";
  let since = Date.now();
  for (; ; await setTimeout(30)) {
    const { rows, state } = await frame.evaluate(read);
    const now = rows.join("\n");
    if (now !== before) since = Date.now();
    before = now;
    if (Date.now() - since >= still[state]) return state === "before" ? [] : rows;
  }
}

/** In the page: paths, best first. Recently opened files are there at once; the others follow under a heading, all together. */
function quickOpenRows() {
  const rows = [...document.querySelectorAll(".quick-input-list .monaco-list-row")].map((row) => {
    const name = row.querySelector(".label-name")?.textContent ?? "";
    const folder = row.querySelector(".label-description")?.textContent ?? "";
    return { at: Number(row.dataset.index), path: folder === "" ? name : `${folder}/${name}` };
  });
  const headings = [...document.querySelectorAll(".quick-input-list .quick-input-list-separator")];
  const isHeading = (one) => one.textContent === "file results" && one.checkVisibility();
  const state = document.querySelector(".quick-input-list .highlight") ? "begun" : "before";
  return {
    rows: rows.sort((a, b) => a.at - b.at).map(({ path }) => path),
    state: state === "begun" && headings.some(isHeading) ? "whole" : state,
  };
}

/** In the panel; what is no file has no path. */
function galleyRows() {
  const rows = [...document.querySelectorAll("[role=option]")].map((row) => {
    const [name, folder] = [".name", ".detail"].map((part) => row.querySelector(part)?.textContent ?? "");
    if (row.classList.contains("folder")) return `${folder}/${name}/`;
    if (!row.classList.contains("file")) return "";
    return folder === "" ? name : `${folder}/${name}`;
  });
  const isSearching = document.body.textContent.includes("Searching…");
  return { rows, state: rows.length === 0 ? "before" : isSearching ? "begun" : "whole" };
}
