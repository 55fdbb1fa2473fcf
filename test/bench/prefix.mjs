// How much of each request repeats the one before, in a session of thirty turns: what a provider's cache can give back.
import { printTable, round } from "./shared/report.mjs";
import { ways } from "./shared/ways.mjs";

const TURNS = 30;
const COMPACTED_AFTER = 9;
const READ = 0.1;
const WRITE = 1.25;
const aims = { append: 95, cost: 60 };

export function run() {
  const results = Object.entries(ways()).map(([way, request]) => ({ way, ...measure(request) }));
  return report(results);
}

/** Of what a request sent, the share that the next one repeats at its beginning; and what that costs. Five pinned files, one edited every third turn, a round of tools in every turn, one compaction. */
function measure(request) {
  const files = Array.from({ length: 5 }, (_, index) => source(index, 0));
  const history = [];
  let previous = "";
  const sum = { same: 0, previous: 0, bytes: 0, cost: 0 };
  for (let turn = 0; turn < TURNS; turn++) {
    if (turn % 3 === 2) files[turn % 5] = source(turn % 5, turn);
    const message = said(
      `msg_u${turn}`,
      `Turn ${turn}: what happens when the queue is empty and the window closes? ${words(turn)}`,
    );
    const pins = files.map((text, index) => ({
      id: `src/${index}.ts`,
      title: `src/${index}.ts`,
      part: { type: "text", text },
    }));
    // Each text stands for itself: a boundary between two is a byte like any other.
    const body = request([...history], message, pins).join("\u0000");
    const same = commonBytes(previous, body);
    const total = Buffer.byteLength(body);
    if (turn > 0) {
      sum.same += same;
      sum.previous += Buffer.byteLength(previous);
    }
    sum.bytes += total;
    sum.cost += READ * same + WRITE * (total - same);
    previous = body;
    history.push(message, answered(turn));
    if (turn === COMPACTED_AFTER) history.push(summary());
  }
  return { share: (100 * sum.same) / sum.previous, cost: sum.cost, bytes: sum.bytes };
}

function commonBytes(one, other) {
  let at = 0;
  while (at < one.length && at < other.length && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return Buffer.byteLength(other.slice(0, at));
}

const words = (seed) => `${"The retry waits longer each time and gives up after the fifth. ".repeat(3)}${seed}`;

function source(file, edition) {
  const body = Array.from(
    { length: 60 },
    (_, line) => `export const value${line} = compute(${file}, ${line}, "${file * line}");`,
  );
  body[30] = `export const edition = ${edition};`;
  return body.join("\n");
}

const said = (id, text) => ({ id, role: "user", parts: [{ type: "text", text }], metadata: { schema_version: 1 } });

function answered(turn) {
  const id = `call_${turn}`;
  return {
    id: `msg_a${turn}`,
    role: "assistant",
    parts: [
      { type: "text", text: "Let me look." },
      { type: "tool-call", id, name: "grep", input: { pattern: `queue${turn}` } },
      { type: "tool-result", id, output: `src/${turn}.ts:${turn}: ${words(turn)}\n`.repeat(8), is_error: false },
      { type: "text", text: `It is kept. ${words(turn)}` },
    ],
    metadata: { schema_version: 1, model: "m/m", finish: "end" },
  };
}

function summary() {
  const part = {
    type: "data-compaction",
    summary: words(0).repeat(4),
    tail_start_id: null,
    auto: false,
    summary_tokens: 300,
  };
  return {
    id: "msg_c",
    role: "assistant",
    parts: [part],
    metadata: { schema_version: 1, model: "m/m", finish: "end" },
  };
}

function report(results) {
  const append = results.find(({ way }) => way === "append");
  const others = results.filter(({ way }) => way !== "append");
  const next = Math.min(...others.map(({ cost }) => cost));
  const cost = (100 * append.cost) / next;
  const best = Math.max(...others.map(({ share }) => share));
  printTable([
    ...results.map(({ way, share, cost: price, bytes }) => ({
      subject: way,
      median: `${share.toFixed(1)} % repeated`,
      spread: `${Math.round(bytes / 1024)} KiB sent`,
      ratio: (price / append.cost).toFixed(2),
    })),
    {
      subject: "append repeats",
      median: `${append.share.toFixed(1)} %`,
      aim: `≥ ${aims.append} %`,
      met: append.share >= aims.append && append.share > best,
    },
    {
      subject: "append costs, of the next best",
      median: `${cost.toFixed(0)} %`,
      aim: `≤ ${aims.cost} %`,
      met: cost <= aims.cost,
    },
  ]);
  return { append_share: round(append.share, 1), next_share: round(best, 1), cost_of_next_best: round(cost, 0) };
}
