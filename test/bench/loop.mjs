// A hundred rounds of tools: what a round costs the host beside the tools themselves and the model, from the first to the last.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../extension/persist/database/store.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { noiseOf, percentile, printTable, round } from "./shared/report.mjs";
import { fillConversation, portsOn } from "./shared/stores.mjs";

const rounds = 100;
const runs = 5;
const messages = 200;
const aim = { roundMs: 5, growth: 1.5 };
/** As long as a page of code. */
const result = "a line of what a tool has found\n".repeat(60);

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "galley bench "));
  try {
    const all = [];
    for (let index = 0; index <= runs; index++) {
      const path = join(folder, `galley-${index}.db`);
      fillConversation(path, messages);
      const times = await measure(openStore(path));
      if (index > 0) all.push(times);
    }
    return report(all);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From the end of one tool to the call of the next: saved, told, assembled, lowered, sent, received. */
async function measure(store) {
  const gaps = [];
  let ids = 0;
  let ended;
  let calls = 0;
  const model = {
    provider: "vscode-lm",
    id: "scripted",
    context_window: 10_000_000,
    max_output: 1000,
    accepts: [],
    tools: true,
  };
  const tool = {
    name: "look",
    description: "Looks.",
    input_schema: { type: "object", properties: { at: { type: "integer" } } },
    harmless: true,
    prepare: () =>
      Promise.resolve({
        ok: true,
        call: {
          title: "Look",
          needs: [],
          changes: false,
          run: () => {
            if (ended !== undefined) gaps.push(performance.now() - ended);
            ended = performance.now();
            return Promise.resolve({ ok: true, output: result });
          },
        },
      }),
  };
  const ports = {
    ...portsOn(store),
    attachmentLimits: () => ({ inlineBytes: 1 << 20, sessionInlineBytes: 20 << 20 }),
    readFile: () =>
      Promise.resolve({ state: "text", text: "", language: "typescript", unsaved: false, clamped: false }),
    readContext: () => Promise.resolve({ parts: [] }),
    compactsAlone: () => false,
    catalog: () => ({ commands: [], byId: new Map() }),
    layers: () => Promise.resolve({ layers: [{ id: "agent.system", text: "Be brief." }] }),
    tools: () => Promise.resolve([tool]),
    model: () => model,
    languageModel: {
      send: () => Promise.resolve(calls++ < rounds ? calling(calls) : saying()),
    },
    now: () => Date.now(),
    newId: (prefix) => `${prefix}_z${String(++ids).padStart(8, "0")}`,
    // What the panel is told is copied on its way, as VS Code does.
    emit: (_, event) => void JSON.stringify(event),
    owner: "bench",
    isAlive: () => true,
  };
  const conversation = new Conversation(ports, "ses_bench");
  const taken = await conversation.runner.submit([{ type: "text", text: "Look everywhere." }]);
  if (!taken.ok) throw new Error(taken.failure.message);
  while (conversation.runner.run.state !== "idle") {
    const [ask] = conversation.runner.run.asks ?? [];
    if (ask !== undefined) conversation.runner.reply(ask.call_id, { type: "allow", scope: "once" });
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  conversation.close();
  store.close();
  return gaps;
}

async function* calling(at) {
  yield await Promise.resolve({ id: `call_${at}`, name: "look", input: { at } });
}

async function* saying() {
  yield await Promise.resolve("done");
}

function report(all) {
  const perRun = all.map((gaps) => percentile(gaps, 50));
  const middle = percentile(all.flat(), 50);
  const first = percentile(
    all.flatMap((gaps) => gaps.slice(0, 20)),
    50,
  );
  const last = percentile(
    all.flatMap((gaps) => gaps.slice(-20)),
    50,
  );
  const growth = last / first;
  printTable([
    {
      subject: `a round beside its tool and its model, ${rounds} of them`,
      median: `${middle.toFixed(2)} ms`,
      spread: `p95 ${percentile(all.flat(), 95).toFixed(2)}`,
      aim: `≤ ${aim.roundMs} ms`,
      met: middle <= aim.roundMs,
    },
    { subject: "  the first 20", median: `${first.toFixed(2)} ms`, ratio: "1.00" },
    {
      subject: "  the last 20",
      median: `${last.toFixed(2)} ms`,
      ratio: growth.toFixed(2),
      aim: `≤ ${aim.growth}`,
      met: growth <= aim.growth,
    },
  ]);
  return {
    round_ms: round(middle),
    p95_ms: round(percentile(all.flat(), 95)),
    last_over_first: round(growth),
    noise: noiseOf(perRun),
  };
}
