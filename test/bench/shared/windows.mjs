// Real VS Code windows for benchmarks: one server, one warm browser, each window new, settled and with its own folder.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { chromium as engine } from "playwright-core";
import { chromium, chromiumFlags } from "../../../scripts/chromium.mjs";
import { fail } from "../../../scripts/fail.mjs";
import { root } from "../../../scripts/node24.mjs";
import { offline, startServer } from "../../../scripts/server.mjs";
import { freshFolder, prepareVsCode } from "../../../scripts/vscode.mjs";

/** The extensions of the benchmarks: `helper("empty")`. */
const helper = (name) => join(root, "test", "bench", "extensions", name);

/** The secondary side bar stays closed, so that no view exists before it is asked for. */
const closed = { "workbench.secondarySideBar.defaultVisibility": "hidden" };

/**
 * Runs `work` with a function that opens one window after the other: `inWindow({ extensions, plan, files }, drive)`.
 * The driver extension carries out the plan; `drive(page, result, folder)` then has the settled window, and what it
 * returns is returned. Without it, what the driver measured is. A window that needs files is given their `folder`.
 * All that VS Code writes is in `data`. The driver is given `waitMs` to answer.
 */
export async function withWindows(
  { keybindings = [], settings = {}, machineSettings, isLean = false, waitMs = 120_000 },
  work,
) {
  prepareVsCode();
  const data = freshFolder("bench");
  const places = { galley: copyGalley(join(data, "galley")) };
  const server = await startServer({
    data,
    settings: { ...closed, ...settings },
    machineSettings,
    keybindings,
    isLean,
    env: offline,
  });
  const browser = await engine.launch({ executablePath: chromium(), args: chromiumFlags });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  let count = 0;
  const inWindow = async ({ extensions, plan, files = {}, folder: given }, drive = (page, result) => result) => {
    const folder = given ?? join(data, `window-${count++}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "plan.json"), JSON.stringify(plan));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const paths = [...extensions, "driver"].map((name) => places[name] ?? helper(name));
    const page = await context.newPage();
    try {
      await page.goto(server.url({ folder, extensions: paths }));
      await page.waitForFunction("window.driver");
      await page.evaluate("window.driver.whenWorkbenchRestored()");
      return await drive(page, await resultIn(folder, waitMs), folder);
    } finally {
      await page.close();
      await server.endHosts();
    }
  };
  try {
    return await work(inWindow, data);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

/** Galley was used on this machine before: a window of its own loads it, sends a message and keeps its compiled code. */
export function useOnce(inWindow, data) {
  const plan = { activate: ["galley.galley"], run: "galley.open", messages: ["Hello"] };
  return inWindow({ extensions: ["galley"], plan }, () => untilKept(data, "wiring.js"));
}

/** Waits until the compiled code of one of Galley's files is kept. */
export async function untilKept(data, name) {
  const isThere = () => globSync(join(data, "user", "**", "compiled", `${name}-*`)).length > 0;
  for (const deadline = Date.now() + 60_000; !isThere(); await setTimeout(200))
    if (Date.now() > deadline) throw new Error(`Galley kept no compiled code of ${name}.`);
}

/** What a VSIX holds, copied: a build that starts in the meantime does not disturb the run. */
function copyGalley(folder) {
  if (!existsSync(join(root, "dist", "main.js"))) fail("Galley is not built: run `npm run build` first.");
  for (const name of ["media", "dist"])
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !path.endsWith(".map") });
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // The benchmark starts it when it measures, not the window.
  manifest.activationEvents = [];
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  return folder;
}

async function resultIn(folder, waitMs) {
  const file = join(folder, "result.json");
  for (const deadline = Date.now() + waitMs; Date.now() < deadline; await setTimeout(100)) {
    if (!existsSync(file)) continue;
    const result = JSON.parse(readFileSync(file, "utf8"));
    if (result.error) throw new Error(result.error);
    return result;
  }
  throw new Error("The benchmark's driver did not answer in time.");
}

/** Rounds of all subjects, each round beginning with another one; `warmUps` rounds are run and forgotten. */
export async function interleave(subjects, { rounds, warmUps = 1 }, measure) {
  const results = Object.fromEntries(subjects.map((name) => [name, []]));
  for (let round = -warmUps; round < rounds; round += 1) {
    for (let index = 0; index < subjects.length; index += 1) {
      const name = subjects[(index + round + subjects.length * warmUps) % subjects.length];
      const result = await measure(name, round);
      if (round >= 0) results[name].push(result);
    }
  }
  return results;
}
