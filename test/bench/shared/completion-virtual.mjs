// The traces against the core of Galley's completion and the baselines, without a window: with a clock that costs no time.
import { Completer } from "../../../extension/pipelines/completion/session/completer.ts";
import { completionRequest } from "../../../extension/pipelines/completion/request.ts";
import baselines from "../extensions/completion/baselines.js";
import { answerTo } from "./completion-oracle.mjs";
import { isAgreed } from "./completion-judge.mjs";

/** VS Code waits so long after a key before it asks a provider. */
const EDITOR_MS = 50;

const model = {
  provider: "ollama",
  id: "coder:1.5b",
  context_window: 8_192,
  max_output: 1_024,
  accepts: [],
  tools: false,
};

/** By subject: `{keys, requests, shown, wrong}`. */
export async function replayWithoutWindow(traces) {
  const results = {};
  for (const [name, subject] of Object.entries({ galley, fixed, oneInFlight })) {
    results[name] = { keys: 0, requests: 0, shown: 0, wrong: [] };
    const world = { clock: virtualClock(), result: results[name], answers: [], trace: undefined };
    const provider = subject(world);
    for (const trace of traces) await type(trace, provider, world);
  }
  return results;
}

async function type(trace, provider, world) {
  const { clock, result } = world;
  Object.assign(world, { trace, answers: [] });
  const after = trace.text.slice(trace.offset);
  let stop = new AbortController();
  for (const { gap, before } of trace.keys) {
    await clock.pass(gap);
    stop.abort();
    stop = new AbortController();
    const asked = { text: before + after, offset: before.length };
    provider.typed?.(asked);
    result.keys += 1;
    const { signal } = stop;
    const ask = async () => {
      if (signal.aborted) return;
      const shown = await provider.complete(asked, signal);
      if (shown === undefined || signal.aborted) return;
      result.shown += 1;
      if (!isAgreed(before, shown.insert, world.answers)) result.wrong.push({ before, insert: shown.insert });
    };
    clock.after(EDITOR_MS, () => void ask());
  }
  await clock.pass(5_000);
  stop.abort();
}

function galley(world) {
  const { clock } = world;
  const facts = {
    ...{ isOn: true, isTrusted: true, isSnoozed: false, provider: "ollama", isLanguageOn: true },
    ...{ cursors: 1, hasSelection: false, isRefactored: false, length: 1, isManual: false },
  };
  const ports = { lowerChat: () => undefined, digest: () => "", now: 0, newId: () => "" };
  const completer = new Completer({
    ...{ now: () => clock.now, after: clock.after, isKept: async () => true },
    ...{ probe: async () => ({ ok: true, value: { format: "ollama-insert" } }), isChatAsked: () => false },
    sources: async () => [],
    ask: async (wanted, of, fim, signal, grown) => {
      const { request } = completionRequest(wanted, of, fim, ports);
      const output = await serve(world, request, signal, wanted.text.slice(0, wanted.offset));
      if (output === undefined)
        return { ok: false, failure: { stage: "send", code: "server", message: "", retryable: true } };
      grown(output);
      return { ok: true, output };
    },
    ...{ status: () => undefined, fail: () => undefined, shown: () => undefined },
  });
  const here = ({ text, offset }) => ({ document: world.trace.name, text, offset });
  return {
    typed(asked) {
      completer.typed();
      completer.moved(() => here(asked));
    },
    complete: (asked, signal) => {
      const { file: path, language } = world.trace;
      return completer.complete({ ...here(asked), path, language, facts, model, selected: undefined }, signal);
    },
  };
}

function baseline(world, way) {
  return {
    complete: async ({ text, offset }, signal) => {
      const ask = (until) => serve(world, baselines.requestAt(text, offset), until, text.slice(0, offset));
      const insert = await way(ask, signal);
      return insert ? { insert } : undefined;
    },
  };
}

const fixed = (world) => baseline(world, baselines.fixedWait(world.clock.after));
const oneInFlight = (world) => baseline(world, baselines.oneInFlight());

/** `undefined` after a fault, and if it is not wanted any longer. */
async function serve({ clock, result, trace, answers }, request, signal, before) {
  result.requests += 1;
  const { ms, fault, output } = answerTo(trace, request);
  // A client gives up on its own.
  await new Promise((resolve) => {
    const cancel = clock.after(fault === "never" ? 30_000 : ms, resolve);
    signal.addEventListener("abort", () => {
      cancel();
      resolve();
    });
  });
  if (fault !== undefined || signal.aborted) return undefined;
  answers.push({ before, output });
  return output;
}

function virtualClock() {
  const timers = new Set();
  const clock = {
    now: 0,
    after(ms, call) {
      const timer = { at: clock.now + ms, call };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async pass(ms) {
      const until = clock.now + ms;
      for (;;) {
        await new Promise(setImmediate);
        const [next] = [...timers].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
        if (next === undefined) break;
        timers.delete(next);
        clock.now = next.at;
        next.call();
      }
      clock.now = until;
    },
  };
  return clock;
}
