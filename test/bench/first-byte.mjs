// From Enter to the request's first byte at a provider on loopback, beside the SDK called with the finished body: in a
// conversation that is under way, and for the first message of a new window.
import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Anthropic } from "@anthropic-ai/sdk";
import { openStore } from "../../extension/persist/database/store.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { answers } from "../fakes/wire-answers.ts";
import { coldTimes } from "./shared/cold-message.mjs";
import { median, noiseOf, percentile, printTable, round } from "./shared/report.mjs";
import { fillConversation, portsOn } from "./shared/stores.mjs";

const rounds = 120;
const messages = 40;
const windows = 8;
const aims = { warmMs: 8, coldMs: 60 };

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "galley bench "));
  const provider = await openProvider();
  try {
    const path = join(folder, "galley.db");
    fillConversation(path, messages);
    const warm = await measure(openStore(path), provider);
    return report(warm, await coldTimes(windows));
  } finally {
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Both in turns, so that they meet the same machine; the conversation grows by what it is asked, as one does. */
async function measure(store, provider) {
  let ids = 0;
  const model = {
    provider: "anthropic",
    id: "m",
    context_window: 10_000_000,
    max_output: 1000,
    accepts: [],
    tools: true,
  };
  const ports = {
    ...portsOn(store),
    attachmentLimits: () => ({ inlineBytes: 1 << 20, sessionInlineBytes: 20 << 20 }),
    readFile: () =>
      Promise.resolve({ state: "text", text: "const a = 1;", language: "typescript", unsaved: false, clamped: false }),
    readContext: () => Promise.resolve({ parts: [] }),
    compactsAlone: () => false,
    catalog: () => ({ commands: [], byId: new Map() }),
    layers: () => Promise.resolve({ layers: [{ id: "agent.system", text: "Be brief." }] }),
    model: () => model,
    access: () =>
      Promise.resolve({ provider: "anthropic", name: "A", key: "k", baseUrl: provider.url, fetch: globalThis.fetch }),
    now: () => Date.now(),
    newId: (prefix) => `${prefix}_z${String(++ids).padStart(8, "0")}`,
    emit: () => undefined,
    owner: "bench",
    isAlive: () => true,
  };
  const conversation = new Conversation(ports, "ses_bench");
  const client = new Anthropic({ apiKey: "k", baseURL: provider.url, maxRetries: 0 });
  const parts = [
    { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start: 1, end: 10 } } },
    { type: "text", text: "Why is this slow?" },
  ];
  const times = { direct: [], galley: [] };
  for (let index = -10; index < rounds; index++) {
    const galley = await provider.firstByte(async () => {
      const taken = await conversation.runner.submit(parts);
      if (!taken.ok) throw new Error(taken.failure.message);
      await conversation.runner.settled();
    });
    const body = JSON.parse(provider.lastBody());
    const direct = await provider.firstByte(async () => {
      for await (const event of await client.messages.create(body)) if (event.type === "message_stop") return;
    });
    if (index < 0) continue;
    times.galley.push(galley);
    times.direct.push(direct);
  }
  conversation.close();
  store.close();
  return times;
}

/** Answers at once; tells how long after a call its request began to arrive. */
async function openProvider() {
  let arrived = () => undefined;
  let body = "";
  const server = createServer((request, response) => {
    arrived(performance.now());
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      body = Buffer.concat(chunks).toString();
      response.writeHead(200, { "content-type": "text/event-stream" }).end(answers.anthropic.plain().join(""));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    lastBody: () => body,
    firstByte: async (call) => {
      const { promise, resolve } = Promise.withResolvers();
      arrived = resolve;
      const start = performance.now();
      await call();
      arrived(undefined);
      const at = await promise;
      if (at === undefined) throw new Error("Nothing arrived.");
      return at - start;
    },
    close: () => new Promise((resolve) => server.closeAllConnections(server.close(resolve))),
  };
}

function report({ direct, galley }, cold) {
  const row = (subject, times) => ({
    subject,
    median: `${percentile(times, 50).toFixed(2)} ms`,
    spread: `p95 ${percentile(times, 95).toFixed(2)}`,
  });
  const floor = percentile(direct, 95);
  const more = { warm: percentile(galley, 95) - floor, cold: percentile(cold, 95) - floor };
  const judged = (ms, aim) => ({ median: `${ms.toFixed(2)} ms`, aim: `≤ ${aim} ms`, met: ms <= aim });
  printTable([
    row("floor: the SDK with the finished body", direct),
    row(`Galley, Enter to first byte, ${messages} messages and more`, galley),
    { subject: "  more at p95", ...judged(more.warm, aims.warmMs) },
    row(`Galley, the first message of a window (${windows} windows)`, cold),
    { subject: "  more at p95, cold", ...judged(more.cold, aims.coldMs) },
  ]);
  // A single call of a millisecond varies by itself: a busy machine is one whose calls get slower as the run goes on.
  const slices = Array.from({ length: 6 }, (_, n) => direct.slice((n * rounds) / 6, ((n + 1) * rounds) / 6));
  noiseOf(slices.map(median));
  return {
    direct_p50_ms: round(percentile(direct, 50)),
    direct_p95_ms: round(percentile(direct, 95)),
    galley_p50_ms: round(percentile(galley, 50)),
    galley_p95_ms: round(percentile(galley, 95)),
    more_at_p95_ms: round(more.warm),
    cold_p50_ms: round(percentile(cold, 50)),
    cold_more_at_p95_ms: round(more.cold),
  };
}
