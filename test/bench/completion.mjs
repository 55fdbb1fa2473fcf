// Text at the cursor while a person types: keystrokes from this repository's history in a real window, beside two simple ways to ask.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { askInTurn, leaveInTurn, lineEnds } from "./shared/completion-asks.mjs";
import { report } from "./shared/completion-report.mjs";
import { controlOf, editorSettings, replay, scratch, warmUp } from "./shared/completion-replay.mjs";
import { runScriptedServer } from "./shared/completion-server.mjs";
import { traces } from "./shared/completion-traces.mjs";
import { replayWithoutWindow } from "./shared/completion-virtual.mjs";
import { withWindows } from "./shared/windows.mjs";

/**
 * Without a window, where waiting costs no time: these decide how many requests there are. What is typed in windows, in a
 * person's time, shows that a window does the same, and what it costs.
 */
const TRACES = { count: 40, keys: 160 };
const TYPED = { count: 2, keys: 96 };

/** How often the user asks, so that nothing waits; and asks, and goes elsewhere. */
const [ASKED, LEFT] = [70, 30];

const MODEL = "ollama/coder:1.5b";
const BASELINES = ["fixed", "oneInFlight"];

export async function run() {
  const { traces: all, problem } = traces(TRACES.count, TRACES.keys);
  if (problem !== undefined) {
    console.log(problem);
    return { skipped: problem };
  }
  const virtual = await replayWithoutWindow(all);
  const typed = all
    .filter((_, index) => index % (TRACES.count / TYPED.count) === 0)
    .map((trace) => ({ ...trace, keys: trace.keys.slice(0, TYPED.keys) }));
  const [most] = all.toSorted((one, other) => lineEnds(other).length - lineEnds(one).length);
  const longest = { ...most, file: `asked-${most.file}` };
  const server = await runScriptedServer();
  const machineSettings = { "galley.providers.ollama.baseUrl": server.url, "galley.completion.model": MODEL };
  try {
    return await withWindows({ settings: editorSettings, machineSettings, isLean: true }, async (inWindow, data) => {
      const turnOn = () => writeMachine(data, { ...machineSettings, "galley.completion.enabled": true });
      const open = (name, work) =>
        inWindow(windowWith(name, typed, longest), (page, _, folder) => work(place(page, folder)));
      // Both are open, and take turns: what disturbs the machine disturbs both.
      return open("none", (none) =>
        open("galley", async (galley) =>
          report(await measure({ none, galley, typed, longest, turnOn, server }), virtual),
        ),
      );
    });
  } finally {
    server.close();
  }
}

/** `longest` is only asked in, and nothing is typed there. Each baseline types in files of its own. */
function windowWith(name, typed, longest) {
  const own = BASELINES.flatMap((baseline) => typed.map((trace) => ownOf(baseline, trace)));
  const files = [...typed, ...own, longest].map(({ file, text }) => [file, text]);
  const plan = { commands: ["bench.completion.ready"], activate: name === "galley" ? ["galley.galley"] : [] };
  const extensions = name === "galley" ? ["galley", "completion"] : ["completion"];
  return { extensions, plan, files: { ...scratch, ...Object.fromEntries(files) } };
}

const ownOf = (baseline, trace) => ({ ...trace, file: `${baseline}-${trace.file}` });
const place = (page, folder) => ({ page, control: controlOf(folder) });

/** Not in the window: VS Code would open the file, and start its extensions for JSON and their server for it. */
function writeMachine(data, settings) {
  writeFileSync(join(data, "user", "Machine", "settings.json"), JSON.stringify(settings));
}

async function measure({ none, galley, typed, longest, turnOn, server }) {
  await galley.control("loadGalley");
  for (const { page, control } of [none, galley]) {
    await page.bringToFront();
    await warmUp(page, control, typed);
  }
  const before = { none: await none.control("memory"), galley: await galley.control("memory") };
  turnOn();
  await galley.control("loaded");
  const replays = { none: [], galley: [] };
  for (const [index, trace] of typed.entries()) {
    const turns = Object.entries({ none, galley });
    for (const [name, window] of index % 2 === 0 ? turns : turns.reverse())
      replays[name].push(await type(window, trace, server));
  }
  // The floor of what follows: a provider that does nothing but ask.
  await none.control("baseline", { name: "bare", url: server.url });
  const asked = await askInTurn({ none, galley }, longest, server, ASKED);
  const left = await leaveInTurn({ none, galley }, longest, server, { after: ASKED, count: LEFT });
  // At the end: what is collected then, code among it, is missing afterwards.
  const after = { none: await none.control("memory"), galley: await galley.control("memory") };
  const results = ["none", "galley"].map((name) => ({
    ...{ name, replays: replays[name], asked: asked[name], left: left[name] },
    memory: { before: before[name], after: after[name] },
  }));
  for (const name of BASELINES) results.push({ name, replays: await typeBaseline(none, name, typed, server) });
  return results;
}

/** Nothing is timed of a baseline but what lands. */
async function typeBaseline(window, name, typed, server) {
  await window.control("baseline", { name, url: server.url });
  const replays = [];
  for (const trace of typed) replays.push(await type(window, ownOf(name, trace), server));
  return replays;
}

async function type({ page, control }, trace, server) {
  await page.bringToFront();
  Object.assign(server, { trace, requests: [] });
  const typed = await replay(page, control, trace);
  return { ...typed, requests: server.requests };
}
