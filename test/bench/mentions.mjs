// Galley's @ against VS Code's Quick Open, in the same window: from a key to painted suggestions, and which file stands first.
import { rmSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { keybinding, settings } from "./shared/found-ranks.mjs";
import { manyFiles } from "./shared/many-files.mjs";
import { clear, focusInput, openPanel, pause, untilIndexed } from "./shared/mention-panel.mjs";
import { median, noiseOf, percentile, printTable, round } from "./shared/report.mjs";
import { watch } from "./shared/paints.mjs";
import { rankFiles } from "./shared/rank-files.mjs";
import { withWindows } from "./shared/windows.mjs";

const files = 150_000;
const aims = { p95: 30, ratio: 1 };
const typed = ["upload", "usrctl", "panel-ed", "qtok", "render"];
const rounds = 2;
const SLOW = 3_000;

export async function run() {
  const keybindings = [{ key: "ctrl+alt+8", command: "galley.open" }, keybinding];
  return withWindows({ keybindings, settings }, async (inWindow) => {
    const times = await timeFiles(inWindow);
    return { ...times, ...(await rankFiles(inWindow)) };
  });
}

async function timeFiles(inWindow) {
  const folder = manyFiles(files);
  const plan = { commands: ["galley.composer.focus"] };
  try {
    return await inWindow({ extensions: ["galley"], plan, folder }, async (page) => report(await measure(page)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(page) {
  const times = { galley: [], quickOpen: [], floor: [] };
  const panel = await openPanel(page);
  await untilIndexed(page, panel, "packages");
  await page.keyboard.press("Control+p");
  await page.locator(".quick-input-widget input").first().waitFor();
  await page.evaluate(watch, ".quick-input-list .monaco-list-rows");
  await page.keyboard.press("Escape");
  for (let index = -1; index < rounds; index += 1) {
    const [galley, quickOpen] = [[], []];
    for (const word of typed) {
      galley.push(...(await timeGalley(page, panel, word)));
      quickOpen.push(...(await timeQuickOpen(page, word)));
    }
    if (index < 0) continue;
    times.galley.push(...galley);
    times.quickOpen.push(...quickOpen);
    times.floor.push(median(quickOpen.map(({ last }) => last)));
  }
  return times;
}

async function timeGalley(page, panel, word) {
  await focusInput(page, panel);
  await page.keyboard.type("@");
  await setTimeout(pause);
  const times = await timeKeys(page, panel, word);
  await clear(page);
  return times;
}

async function timeQuickOpen(page, word) {
  await page.keyboard.press("Control+p");
  await page.locator(".quick-input-widget:visible input").first().waitFor();
  await setTimeout(pause);
  const times = await timeKeys(page, page, word);
  await page.keyboard.press("Escape");
  return times;
}

async function timeKeys(page, frame, word) {
  const times = [];
  for (const letter of word) {
    await frame.evaluate(() => (globalThis.bench.paints.length = 0));
    await page.keyboard.press(letter);
    await setTimeout(pause);
    // A slow list is waited for, or only quick ones would count; a key that changes nothing in it is left out.
    await frame.waitForFunction(() => globalThis.bench.paints.length > 0, undefined, { timeout: SLOW }).catch(() => {});
    const { key, paints } = await frame.evaluate(() => globalThis.bench);
    if (paints.length > 0) times.push({ first: paints[0] - key, last: paints.at(-1) - key });
  }
  return times;
}

function report({ galley, quickOpen, floor }) {
  if (galley.length === 0 || quickOpen.length === 0)
    throw new Error(`Only ${galley.length} keys of Galley and ${quickOpen.length} of Quick Open drew a list in time.`);
  const p95 = (values) => percentile(values, 95);
  const lists = {
    "Galley, first results": galley.map(({ first }) => first),
    "Galley, all results": galley.map(({ last }) => last),
    "Quick Open, first rows": quickOpen.map(({ first }) => first),
    "Quick Open, all rows": quickOpen.map(({ last }) => last),
  };
  const [first, all, , rows] = Object.values(lists);
  printTable(
    Object.entries(lists).map(([subject, values], index) => ({
      subject,
      median: `${median(values).toFixed(1)} ms`,
      spread: `p95 ${p95(values).toFixed(1)}`,
      ratio: (median(values) / median(rows)).toFixed(2),
      ...(index === 0 && {
        aim: `p95 < ${aims.p95} ms`,
        result: `${p95(values).toFixed(1)} ms`,
        met: p95(values) < aims.p95,
      }),
      ...(index === 1 && { aim: `< ${aims.ratio}`, met: median(values) / median(rows) < aims.ratio }),
    })),
  );
  return {
    first_p50_ms: round(median(first), 1),
    first_p95_ms: round(p95(first), 1),
    all_p50_ms: round(median(all), 1),
    all_p95_ms: round(p95(all), 1),
    all_over_quick_open: round(median(all) / median(rows)),
    all_p95_over_quick_open_p95: round(p95(all) / p95(rows)),
    floor_noise: noiseOf(floor),
  };
}
