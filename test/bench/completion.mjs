// Text at the cursor while a person types: keystrokes from this repository's history in a real window, beside two simple ways to ask.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { report } from "./shared/completion-report.mjs";
import { controlOf, editorSettings, replay, scratch, warmUp } from "./shared/completion-replay.mjs";
import { runScriptedServer } from "./shared/completion-server.mjs";
import { traces } from "./shared/completion-traces.mjs";
import { replayWithoutWindow } from "./shared/completion-virtual.mjs";
import { withWindows } from "./shared/windows.mjs";

/** Without a window, which costs no time; and those of them that are typed in windows. */
const TRACES = { count: 40, keys: 160 };
const TYPED = { count: 2, keys: 72 };

/** How often in a window the user asks, so that nothing waits; and asks, and goes elsewhere. */
const [ASKED, LEFT] = [15, 10];

/**
 * The window with Galley and the one without it twice, so that the noise between two of them is known: each types a half.
 * Nothing is timed of the baselines, so they share one.
 */
const windows = ["none", "galley", "baselines", "galley", "none"];

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
      const results = [];
      const turn = (isOn) => writeMachine(data, { ...machineSettings, "galley.completion.enabled": isOn });
      for (const [index, name] of windows.entries()) {
        const half = typed.length / 2;
        const own = typed.slice(...(index < 2 ? [0, half] : [half]));
        if (name === "baselines") results.push(...(await typeBaselines(inWindow, typed, server)));
        else results.push({ name, ...(await typeInWindow(inWindow, name, { own, longest, turn }, server)) });
      }
      return report(results, virtual);
    });
  } finally {
    server.close();
  }
}

const MODEL = "ollama/coder:1.5b";

/** `longest` is only asked in, and nothing is typed there. */
function typeInWindow(inWindow, name, { own, longest, turn }, server) {
  const isGalley = name === "galley";
  const plan = { commands: ["bench.completion.ready"], activate: isGalley ? ["galley.galley"] : [] };
  const files = { ...scratch, ...Object.fromEntries([...own, longest].map(({ file, text }) => [file, text])) };
  const extensions = isGalley ? ["galley", "completion"] : ["completion"];
  return inWindow({ extensions, plan, files }, async (page, _result, folder) => {
    const control = controlOf(folder);
    if (isGalley) await control("loadGalley");
    await warmUp(page, control, own);
    const before = await control("memory");
    if (isGalley) {
      turn(true);
      await control("loaded");
    }
    const replays = [];
    for (const trace of own) replays.push(await typeTrace(page, control, trace, server));
    const after = await control("memory");
    // The floor of what follows: a provider that does nothing but ask.
    if (name === "none") await control("baseline", { name: "bare", url: server.url });
    await control("open", { file: longest.file, offset: 0 });
    const asked = await askAll(control, longest, server);
    const left = await leaveAll(control, longest, server);
    // The next window begins without it.
    turn(false);
    return { replays, memory: { before, after }, asked, left };
  });
}

/** Not in the window: VS Code would open the file, and start its extensions for JSON and their server for it. */
function writeMachine(data, settings) {
  writeFileSync(join(data, "user", "Machine", "settings.json"), JSON.stringify(settings));
}

/** Each types all, in files of its own. */
function typeBaselines(inWindow, typed, server) {
  const names = ["fixed", "oneInFlight"];
  const tracesOf = (name) => typed.map((trace) => ({ ...trace, file: `${name}-${trace.file}` }));
  const files = Object.fromEntries(names.flatMap(tracesOf).map(({ file, text }) => [file, text]));
  const plan = { commands: ["bench.completion.ready"], activate: [] };
  return inWindow({ extensions: ["completion"], plan, files }, async (page, _result, folder) => {
    const control = controlOf(folder);
    const results = [];
    for (const name of names) {
      await control("baseline", { name, url: server.url });
      const replays = [];
      for (const trace of tracesOf(name)) replays.push(await typeTrace(page, control, trace, server));
      results.push({ name, replays });
    }
    return results;
  });
}

async function typeTrace(page, control, trace, server) {
  Object.assign(server, { trace, requests: [] });
  const typed = await replay(page, control, trace);
  return { ...typed, requests: server.requests };
}

/** Above what was typed, where all is as it was. */
const lineEnds = ({ text, offset }) => [...text.slice(0, offset).matchAll(/[\w;,]\n/g)].map(({ index }) => index + 1);

/** At the end of one line after the other: what a provider takes beside the server when it does not wait. */
async function askAll(control, trace, server) {
  Object.assign(server, { requests: [], fixedMs: 50 });
  const calls = [];
  for (const offset of lineEnds(trace).slice(0, ASKED + 2)) calls.push(await control("trigger", { offset }));
  server.fixedMs = undefined;
  // The first ones warm the code up.
  return calls.slice(2).flatMap(({ call }) => {
    const request = server.requests.find(({ received }) => received > call?.at && received < call.returned);
    return request?.ended === undefined ? [] : [{ call, request }];
  });
}

/** From the move of the cursor until the server knows that its answer is not wanted. */
async function leaveAll(control, trace, server) {
  Object.assign(server, { requests: [], fixedMs: 1_000 });
  const times = [];
  // Where nothing was asked yet.
  for (const offset of lineEnds(trace)
    .slice(ASKED + 2)
    .slice(-LEFT))
    times.push(await control("leave", { offset, elsewhere: 0 }));
  server.fixedMs = undefined;
  return times.flatMap(({ asked, left }) => {
    const request = server.requests.find(({ received }) => received > asked && received < left);
    return request === undefined ? [] : [(request.closed ?? Infinity) - left];
  });
}
