// What twenty stored pictures add to a preview and to a send: everything up to the request, the first time and after.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeBytes } from "../../extension/persist/contents/blobs.ts";
import { preview } from "../../extension/preview/preview.ts";
import { keepSent } from "../../extension/turn/request/assemble-turn.ts";
import { assembleRequest, lowerRequest } from "../../extension/turn/request/make-request.ts";
import { computedMs } from "./shared/computed.mjs";
import { longTalk, SESSION } from "./shared/long-talk.mjs";
import { figures, median, noiseOf, printTable, round } from "./shared/report.mjs";

const rounds = 25;
const messages = 1_000;
const pictures = 20;
/** All of them together are just under what the wire takes. */
const pictureBytes = 1_700_000;
const aims = { ratio: 1.5, stepMs: 50 };

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "galley bench "));
  try {
    const plain = await measure(join(folder, "plain"), 0);
    const seen = await measure(join(folder, "pictures"), pictures);
    return report(plain, seen);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder, count) {
  const { ports } = longTalk(folder, { messages, results: 100, attachments: 0, pins: 0 });
  ports.model = () => ({
    ...{ provider: "openai", id: "m", context_window: 100_000_000, max_output: 4_000 },
    ...{ accepts: ["image/*"], tools: true },
  });
  ports.catalog = () => ({ commands: [], byId: new Map() });
  ports.access = () => Promise.reject(new Error("nothing is sent here"));
  for (let index = 0; index < count; index++) await addPicture(ports.store, index);
  const times = { preview: [], send: [] };
  const first = await stepped(() => previewed(ports, 0, count));
  let longest = first.longest;
  for (let turn = 1; turn <= rounds + 3; turn++) {
    for (const [name, work] of [
      ["preview", previewed],
      ["send", sent],
    ]) {
      const { took, longest: step } = await stepped(() => work(ports, turn, count));
      longest = Math.max(longest, step);
      if (turn > 3) times[name].push(took);
    }
  }
  ports.store.close();
  return { ...times, first: first.took, longest };
}

/** Different bytes behind the header of a PNG of 1600 × 1200. */
async function addPicture(store, index) {
  const bytes = Buffer.alloc(pictureBytes, index + 1);
  Buffer.from("89504e470d0a1a0a0000000d4948445200000640000004b00802000000", "hex").copy(bytes);
  const { content_id, size } = await storeBytes(store, bytes, "image/png");
  const id = `msg_${String(Math.floor((index * messages) / pictures / 2) * 2).padStart(8, "0")}`;
  const part = { type: "file-attachment", name: `${index}.png`, mime: "image/png", size, content_id };
  store.run("INSERT INTO chat_parts VALUES (?, ?, ?)", id, 1, JSON.stringify(part));
}

async function previewed(ports, turn, count) {
  const { prepared } = await preview(ports, SESSION, [{ type: "text", text: `And now? ${turn}` }]);
  check(prepared, count);
}

/** What a turn does between its message on disk and the first byte to the provider. */
async function sent(ports, turn, count) {
  const message = {
    id: `msg_9${String(turn).padStart(7, "0")}`,
    role: "user",
    parts: [{ type: "text", text: `And now? ${turn}` }],
    metadata: { schema_version: 1 },
  };
  const sending = { signal: new AbortController().signal };
  const request = await assembleRequest(ports, SESSION, ports.model(), { turn: message, sending });
  const { prepared, assembled } = lowerRequest(ports, SESSION, ports.model(), request);
  check(prepared, count);
  keepSent(ports.store, assembled);
}

function check({ request }, count) {
  const blocks = request.input.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  const going = blocks.filter(({ type }) => type === "input_image").length;
  if (going !== count) throw new Error(`${going} of ${count} pictures go.`);
}

/** How much this thread computed, and the most of it without a turn for anything else. */
async function stepped(work) {
  let [isOver, longest, last] = [false, 0, computedMs()];
  const tick = () => {
    const now = computedMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(tick);
  };
  const start = last;
  setImmediate(tick);
  await work();
  const took = computedMs() - start;
  isOver = true;
  tick();
  return { took, longest };
}

function report(plain, seen) {
  const sum = (times) => times.reduce((total, ms) => total + ms, 0);
  const ratios = {
    preview: sum(seen.preview) / sum(plain.preview),
    send: sum(seen.send) / sum(plain.send),
  };
  const verdict = (value, aim) => ({ aim: `≤ ${aim}`, met: value <= aim });
  const row = (subject, times, floor) => ({
    subject,
    ...figures(times, "ms", 2),
    ratio: (median(times) / median(floor)).toFixed(2),
  });
  printTable([
    row("preview, no pictures", plain.preview, plain.preview),
    { ...row(`preview, ${pictures} pictures`, seen.preview, plain.preview), ...verdict(ratios.preview, aims.ratio) },
    row("send, no pictures", plain.send, plain.send),
    { ...row(`send, ${pictures} pictures`, seen.send, plain.send), ...verdict(ratios.send, aims.ratio) },
    { subject: "first preview, no pictures", median: `${plain.first.toFixed(0)} ms` },
    { subject: `first preview, ${pictures} pictures`, median: `${seen.first.toFixed(0)} ms` },
    {
      subject: `longest step with ${pictures} pictures, the first preview included`,
      median: `${seen.longest.toFixed(1)} ms`,
      ...verdict(seen.longest, aims.stepMs),
    },
    { subject: "longest step without", median: `${plain.longest.toFixed(1)} ms` },
  ]);
  return {
    preview_over_plain: round(ratios.preview),
    send_over_plain: round(ratios.send),
    longest_step_ms: round(seen.longest, 1),
    noise: noiseOf(plain.preview),
  };
}
