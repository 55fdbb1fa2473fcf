// What the next send of a long conversation costs when the last one was a moment ago, beside the least anyone must do.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { saveUserMessage } from "../../extension/persist/messages.ts";
import { assembleTurn, keepSent, viewAhead } from "../../extension/turn/request/assemble-turn.ts";
import { earlierRequests } from "../../extension/turn/request/earlier.ts";
import { readHistory } from "../../extension/turn/request/conversation-cache.ts";
import { readPinned } from "../../extension/turn/request/pins.ts";
import { prepare } from "../../extension/turn/wire.ts";
import { computedMs } from "./shared/computed.mjs";
import { addMessage, longTalk, SESSION } from "./shared/long-talk.mjs";
import { figures, median, noiseOf, printTable, round } from "./shared/report.mjs";

const rounds = 25;
const aims = { warm: 1.5, growth: 1.3, blockMs: 50 };

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "galley bench "));
  try {
    const small = await measure(join(folder, "2000"), { messages: 2_000, results: 400, attachments: 60, pins: 20 });
    const large = await measure(join(folder, "4000"), { messages: 4_000, results: 800, attachments: 120, pins: 20 });
    return report(small, large);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder, size) {
  const talk = longTalk(folder, size);
  const steps = [];
  const times = { cold: 0, warm: [], floor: [] };
  for (let turn = 0; turn <= rounds + 3; turn++) {
    const at = size.messages + 2 * turn;
    const message = newTurn(talk.ports, at);
    const start = computedMs();
    const { body, request } = await send(talk.ports, message, steps);
    const took = computedMs() - start;
    if (turn === 0) {
      times.cold = took;
      times.coldSteps = steps.splice(0);
    } else if (turn > 3) times.warm.push(took);
    else steps.length = 0;
    const floor = computedMs();
    for (const file of talk.files) statSync(file);
    if (JSON.stringify(request).length !== body.length) throw new Error("The floor does other work.");
    if (turn > 3) times.floor.push(computedMs() - floor);
    addMessage(talk.ports.store, at + 1, { ...size, results: 0 });
  }
  talk.ports.store.close();
  return { ...times, longest: Math.max(...steps) };
}

function newTurn({ store }, at) {
  const message = {
    id: `msg_${String(at).padStart(8, "0")}`,
    role: "user",
    parts: [{ type: "text", text: `And now? ${at}` }],
    metadata: { schema_version: 1 },
  };
  saveUserMessage(store, { session_id: SESSION, at, message, contents: new Map(), ends_draft: false });
  return message;
}

/** What `turn.ts` does between the message on disk and the first byte to a provider. */
async function send(ports, turn, steps) {
  const step = (work) => {
    const start = computedMs();
    const result = work();
    steps.push(computedMs() - start);
    return result;
  };
  const history = await readHistory(ports.store, SESSION, turn.id);
  const pinned = await readPinned(ports, SESSION);
  await viewAhead(ports, { session_id: SESSION, history, model: ports.model() });
  const { layers } = await ports.layers();
  const earlier = step(() => earlierRequests(ports, SESSION, history));
  const assembled = step(() =>
    assembleTurn(ports, {
      session_id: SESSION,
      history,
      turn,
      earlier,
      layers,
      model: ports.model(),
      pinned,
    }),
  );
  const { request } = step(() => prepare(assembled.context, ports.model(), ports));
  step(() => keepSent(ports.store, assembled));
  return { body: step(() => JSON.stringify(request)), request };
}

function report(small, large) {
  // Of what was computed in all rounds: the clock of a thread is coarse, and other processes do not count in it.
  const sum = (times) => times.reduce((total, ms) => total + ms, 0);
  const ratio = ({ warm, floor }) => sum(warm) / sum(floor);
  const growth = ratio(large) / ratio(small);
  const longest = Math.max(small.longest, large.longest, ...small.coldSteps, ...large.coldSteps);
  const verdict = (value, aim) => ({ aim: `≤ ${aim}`, met: value <= aim });
  const row = (subject, times, floor) => ({
    subject,
    ...figures(times, "ms", 2),
    ratio: (median(times) / median(floor)).toFixed(2),
  });
  printTable([
    row("floor: 2,000 messages as JSON, 20 files looked at", small.floor, small.floor),
    { ...row("warm send, 2,000 messages", small.warm, small.floor), ...verdict(ratio(small), aims.warm) },
    row("floor: 4,000 messages", large.floor, large.floor),
    { ...row("warm send, 4,000 messages", large.warm, large.floor), ...verdict(ratio(large), aims.warm) },
    { subject: "  growth beyond the floor's own", ratio: growth.toFixed(2), ...verdict(growth, aims.growth) },
    {
      subject: "longest step, the first send included",
      median: `${longest.toFixed(1)} ms`,
      ...verdict(longest, aims.blockMs),
    },
    {
      subject: "first send, 2,000 messages",
      median: `${small.cold.toFixed(0)} ms`,
      spread: `longest step ${Math.max(...small.coldSteps).toFixed(0)}`,
    },
  ]);
  return {
    warm_2000_over_floor: round(ratio(small)),
    warm_4000_over_floor: round(ratio(large)),
    growth_beyond_floor: round(growth),
    longest_step_ms: round(longest, 1),
    noise: noiseOf(small.floor),
  };
}
