// A window that is used for hours: answers stream, tools run, conversations open and close, pages are reloaded, keys are typed.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { withWindows } from "../bench/shared/windows.mjs";
import { scriptedProvider } from "./scripted-provider.mjs";

/** A sample is taken this often, or more often in a short soak. */
const EVERY_MS = 60_000;
/** How often the pages of the window are reloaded. */
const RELOAD_MS = 150_000;
const reloadPages = "Control+Alt+9";
const files = {
  "src/a.js": "export function weigh(item) {\n  return item.weight;\n}\n",
  "src/b.js": 'import { weigh } from "./a.js";\nexport const all = (items) => items.map(weigh);\n',
};

/** Returns the samples, and how much was done. `told` gets each sample. */
export async function soakDrill(minutes, told) {
  const provider = await scriptedProvider();
  const everyMs = Math.min(EVERY_MS, (minutes * 60_000) / 20);
  // After a reload VS Code starts Galley by itself: the driver need not.
  const plan = { run: "galley.open", soak: { everyMs } };
  const keybindings = [{ key: "ctrl+alt+9", command: "workbench.action.webview.reloadWebviewAction" }];
  const settings = {
    "galley.model": "custom/scripted",
    "galley.tools.rules": [{ permission: "bash", pattern: "*", action: "allow" }],
  };
  const machineSettings = {
    "galley.providers.custom.baseUrl": provider.url,
    "galley.providers.custom.models": [{ id: "scripted", name: "Scripted" }],
  };
  try {
    return await withWindows({ keybindings, settings, machineSettings, isLean: true }, (inWindow) =>
      inWindow({ extensions: ["galley"], plan, files }, async (page, _result, folder) => {
        const used = await useWindow(page, folder, { everyMs, endsAt: Date.now() + minutes * 60_000, told });
        return { ...used, ...provider.met };
      }),
    );
  } finally {
    await provider.close();
  }
}

/** The host has its conversations by itself meanwhile. A new host would hide what grows, so the window is reloaded early. */
async function useWindow(page, folder, { everyMs, endsAt, told }) {
  const reloadAt = Date.now() + (endsAt - Date.now()) / 4;
  const done = { keys: 0, pageReloads: 0, windowReloads: 0 };
  const samples = [];
  let nextReload = Date.now() + RELOAD_MS;
  for (let next = Date.now() + everyMs; Date.now() < endsAt;) {
    done.keys += await type(page);
    if (Date.now() > nextReload) {
      await page.keyboard.press(reloadPages);
      done.pageReloads += 1;
      nextReload = Date.now() + RELOAD_MS;
    }
    if (done.windowReloads === 0 && Date.now() > reloadAt) {
      await page.reload();
      done.windowReloads += 1;
    }
    refuseFaults(folder);
    if (Date.now() < next) continue;
    next += everyMs;
    const host = hostSamples(folder).findLast(({ at }) => at > Date.now() - 2 * everyMs);
    // A turn may take longer than a sample has time for, and a reloaded window begins anew.
    if (host === undefined) continue;
    samples.push({ ...host, at: Date.now(), page: await pageHeap(page) });
    told(samples.at(-1));
  }
  writeFileSync(join(folder, "stop"), "");
  return { ...done, samples };
}

/** Throws what went wrong in the host: before its conversations, or in them. */
function refuseFaults(folder) {
  const result = JSON.parse(readFileSync(join(folder, "result.json"), "utf8"));
  const { error } = [result, ...hostSamples(folder)].find((one) => one.error) ?? {};
  if (error) throw new Error(`in the extension host: ${error}`);
}

function hostSamples(folder) {
  const file = join(folder, "samples.jsonl");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** Types into the input that is there now, and empties it; returns how many keys. The conversation may change meanwhile. */
async function type(page) {
  const text = "what about @src and the rest of it";
  for (const frame of page.frames()) {
    // A frame may go away while it is asked.
    const input = await frame.$("[aria-label=Message]").catch(() => null);
    if (!input) continue;
    try {
      await input.click({ timeout: 1_000 });
      await page.keyboard.type(text, { delay: 40 });
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Backspace");
      return text.length;
    } catch {
      // Covered or reloaded just now: typed the next time.
    }
  }
  await setTimeout(500);
  return 0;
}

/** Of VS Code's page and of the frames that have a process of their own. */
async function pageHeap(page) {
  const context = page.context();
  const targets = [page, ...page.frames().filter((frame) => frame.parentFrame() !== null)];
  let bytes = 0;
  for (const target of targets) {
    // Most frames share the page's process and have no session.
    const session = await context.newCDPSession(target).catch(() => undefined);
    if (session === undefined) continue;
    await session.send("HeapProfiler.collectGarbage");
    bytes += (await session.send("Runtime.getHeapUsage")).usedSize;
    await session.detach();
  }
  return bytes;
}
