// What a long history and a large attachment cost: opening, appending, storing; each beside the least work there is.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { figures, median, printTable, round } from "./shared/report.mjs";
import { computedMs } from "./shared/computed.mjs";
import { measureAttachment } from "./shared/attachment.mjs";
import { appender, fillConversation, portsOn } from "./shared/stores.mjs";
import { openSafely } from "../../extension/persist/database/open.ts";
import { openStore } from "../../extension/persist/database/store.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";

const rounds = 40;
const appends = 1_500;
const aims = { open: 1.5, append: 1.25, heldMs: 50, databaseKib: 256 };

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "galley bench "));
  try {
    return report(measureOpening(folder), measureAppending(folder), await measureAttachment(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A new store, a new session, its last messages as the panel gets them. */
function measureOpening(folder) {
  const paths = { 100: join(folder, "100.db"), 10000: join(folder, "10000.db") };
  for (const [count, path] of Object.entries(paths)) fillConversation(path, Number(count));
  const times = { floor: [], 100: [], 10000: [], computed: { 100: 0, 10000: 0 } };
  for (let index = -5; index < rounds; index++) {
    const took = { floor: timed(() => readLast(paths[10000])) };
    for (const [count, path] of Object.entries(paths)) {
      const before = computedMs();
      took[count] = timed(() => openAndShow(path));
      if (index >= 0) times.computed[count] += computedMs() - before;
    }
    if (index >= 0) for (const [name, ms] of Object.entries(took)) times[name].push(ms);
  }
  return times;
}

function openAndShow(path) {
  const { store } = openSafely(path, 0);
  const { messages } = new Conversation(portsOn(store), "ses_bench").snapshot();
  store.close();
  if (messages.length !== 60) throw new Error(`${messages.length} messages were shown.`);
}

/** The floor of opening: the same rows, parsed, with nothing around it. */
function readLast(path) {
  const db = new DatabaseSync(path);
  const rows = db
    .prepare(
      "SELECT id, metadata_json FROM chat_messages WHERE session_id = ? ORDER BY created_at DESC, id DESC LIMIT 60",
    )
    .all("ses_bench");
  const parts = db.prepare("SELECT data_json FROM chat_parts WHERE message_id = ? ORDER BY idx");
  for (const { id, metadata_json } of rows) {
    JSON.parse(metadata_json);
    for (const { data_json } of parts.all(id)) JSON.parse(data_json);
  }
  db.close();
}

/** One streamed part saved again and again, in turns, so that both meet the same disk. */
function measureAppending(folder) {
  const subjects = [100, 100_000].map((count) => {
    const path = join(folder, `append-${count}.db`);
    fillConversation(path, count);
    const store = openStore(path);
    return { name: count, store, append: appender(store) };
  });
  const plain = new DatabaseSync(join(folder, "floor.db"));
  plain.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE floor (id INTEGER PRIMARY KEY, data_json TEXT)",
  );
  const insert = plain.prepare("INSERT OR REPLACE INTO floor VALUES (?, ?)");
  subjects.push({ name: "floor", store: plain, append: (index, text) => insert.run(index >> 4, text) });
  const times = { floor: [], 100: [], 100000: [] };
  const text = "word ".repeat(100);
  for (let index = -100; index < appends; index++)
    for (const { name, append } of subjects) {
      const ms = timed(() => append(index + 100, text));
      if (index >= 0) times[name].push(ms);
    }
  for (const { store } of subjects) store.close();
  return times;
}

function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function report(open, append, attached) {
  // Of what was computed in all rounds: on a busy machine the clock's ratio came out anywhere from 0.75 to 1.85.
  const opening = open.computed[10000] / open.computed[100];
  const appending = median(append[100000]) / median(append[100]);
  const over = (times, floor) => (median(times) / median(floor)).toFixed(2);
  const verdict = (value, aim) => ({ aim: `≤ ${aim}`, met: value <= aim });
  const row = (subject, times, floor) => ({ subject, ...figures(times, "ms", 2), ratio: over(times, floor) });
  printTable([
    row("floor: 60 messages read and parsed", open.floor, open.floor),
    row("open, 100 messages", open[100], open.floor),
    row("open, 10,000 messages", open[10000], open.floor),
    { subject: "  against 100, computed", ratio: opening.toFixed(2), ...verdict(opening, aims.open) },
    row("floor: one row written", append.floor, append.floor),
    row("append, 100 messages", append[100], append.floor),
    row("append, 100,000 messages", append[100000], append.floor),
    { subject: "  against 100", ratio: appending.toFixed(2), ...verdict(appending, aims.append) },
    row("floor: 50 MB copied and hashed", attached.floor, attached.floor),
    row("50 MB attachment stored", attached.stored, attached.floor),
    { subject: "  gap on the clock, an idle loop's", ...figures(attached.idleGap, "ms") },
    { subject: "  gap on the clock, while storing", ...figures(attached.gap, "ms") },
    {
      subject: "  of it held by storing, most",
      median: `${attached.held.toFixed(1)} ms`,
      ...verdict(attached.held, aims.heldMs),
    },
    {
      subject: "  database after it",
      median: `${attached.databaseKib.toFixed(0)} KiB`,
      ...verdict(attached.databaseKib, aims.databaseKib),
    },
  ]);
  return {
    open_10000_over_100: round(opening),
    open_100_over_floor: round(median(open[100]) / median(open.floor)),
    append_100000_over_100: round(appending),
    append_100_over_floor: round(median(append[100]) / median(append.floor)),
    attachment_over_copy: round(median(attached.stored) / median(attached.floor)),
    attachment_most_held_ms: round(attached.held, 1),
    attachment_database_kib: round(attached.databaseKib, 0),
  };
}
