// One completion against a server that is only a function: the first real answer finds code that has run before.
import type { Model } from "../../../message/model.ts";
import type { Access } from "../../../send/access.ts";
import { Journal } from "../../../send/line/journal.ts";
import { runCompletion } from "../run.ts";
import type { Fim } from "../request.ts";
import { type Asked, Completer } from "./completer.ts";

/** A document long enough for everything that reads it. */
const TEXT = `// Adds.\nexport function add(list: number[], { by = "1" } = {}) {\n  return \n}\n\n`.repeat(60);
const HOLE = "return ";
const ANSWER = "list.map((one) => one + by);\n}";

const ROUNDS = 3;

/**
 * As a user who asks, gets an answer and moves on before the next. Nothing leaves this process. Resolves with the texts
 * that would have been shown; never rejects.
 */
export async function rehearse(provider: string): Promise<string[]> {
  const model: Model = {
    ...{ provider, id: "rehearsal", context_window: 8_192, max_output: 1_024 },
    ...{ accepts: [], tools: false },
  };
  const fim: Fim = { format: provider === "ollama" ? "ollama-insert" : "mistral-fim" };
  const completer = rehearsing(provider, fim);
  const { signal } = new AbortController();
  const shown: string[] = [];
  let offset = 0;
  await new Promise((resolve) => setImmediate(resolve));
  for (let round = 0; round < ROUNDS; round += 1) {
    offset = TEXT.indexOf(HOLE, offset) + HOLE.length;
    // The same place again, which is known by then.
    for (let time = 0; time < 2; time += 1) {
      const one = await completer.complete(askedAt(model, offset), signal);
      if (one !== undefined) shown.push(one.insert);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  const left = completer.complete(askedAt(model, TEXT.indexOf(HOLE, offset) + HOLE.length), signal);
  await new Promise((resolve) => setImmediate(resolve));
  completer.changed(() => [{ document: "", text: TEXT, offset: 0 }]);
  await left;
  return shown;
}

function askedAt(model: Model, offset: number): Asked {
  return {
    ...{ document: "", path: "rehearsal.ts", language: "typescript", text: TEXT, offset, model, selected: undefined },
    facts: {
      ...{ isOn: true, isTrusted: true, isSnoozed: false, isLanguageOn: true, isRefactored: false, isManual: true },
      ...{ provider: model.provider, cursors: 1, hasSelection: false, length: TEXT.length },
    },
  };
}

function rehearsing(provider: string, fim: Fim): Completer {
  let asked = 0;
  const access: Access = {
    ...{ provider, name: provider, baseUrl: "http://127.0.0.1", journal: new Journal() },
    fetch: (_, init) => {
      asked += 1;
      return Promise.resolve(asked > ROUNDS ? withoutEnd(init?.signal) : answerOf(provider === "ollama"));
    },
  };
  const never = (): never => {
    throw new Error("insert only");
  };
  const ports = {
    ...{ access: () => Promise.resolve(access), prepare: never, now: () => 0, digest: () => "", newId: () => "" },
  };
  const nothing = (): undefined => undefined;
  const soon = (ms: number, call: () => void): (() => void) => {
    if (ms === 0) setImmediate(call);
    return nothing;
  };
  return new Completer({
    ...{ now: () => performance.now(), after: soon, isKept: () => Promise.resolve(true) },
    ...{ probe: () => Promise.resolve({ ok: true, value: fim }), isChatAsked: () => false },
    sources: () => Promise.resolve([{ path: "other.ts", text: TEXT }]),
    ask: async (wanted, model, how, signal, grown) =>
      (await runCompletion(wanted, model, how, ports, signal, grown)).answer,
    ...{ status: nothing, fail: nothing, shown: nothing },
  });
}

/** In lines as Ollama's, or in events as the others'. */
function answerOf(isLines: boolean): Response {
  const pieces = isLines
    ? [{ response: ANSWER }, { response: "", done: true, done_reason: "stop" }].map((one) => JSON.stringify(one))
    : [`data: ${JSON.stringify({ choices: [{ delta: { content: ANSWER } }] })}\n`, "data: [DONE]\n"];
  return new Response(`${pieces.join("\n")}\n`);
}

function withoutEnd(signal: AbortSignal | null | undefined): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => signal?.addEventListener("abort", () => controller.error(signal.reason)),
  });
  return new Response(body);
}
