// A 50 MB attachment, stored beside a plain copy of it: how long, how long nothing else had its turn, what the database grew to.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { storeFile } from "../../../extension/persist/contents/blobs.ts";
import { computedMs } from "./computed.mjs";
import { openStore } from "../../../extension/persist/database/store.ts";

const attachment = 50 << 20;

const rounds = 8;

/**
 * `held` is what is ours to answer for: the most this thread computed in one turn, plus the longest it waited for the
 * database. The gap on the clock is told beside an idle loop's: on a busy machine both are the scheduler's.
 */
export async function measureAttachment(folder, store = storeFile) {
  const file = join(folder, "attachment.bin");
  writeFileSync(file, Buffer.alloc(attachment, "galley"));
  const path = join(folder, "attached.db");
  const { store: database, longest } = timedStore(openStore(path));
  const times = { floor: [], stored: [], computed: [], gap: [], idleGap: [] };
  for (let index = 0; index < rounds; index++) {
    const idle = await watched(() => setTimeout(300));
    const copy = await watched(() => copyAndHash(file, join(folder, "copy")));
    const stored = await watched(() => store(database, file, "application/octet-stream"));
    times.floor.push(copy.ms);
    times.stored.push(stored.ms);
    times.computed.push(stored.computed);
    times.gap.push(stored.gap);
    times.idleGap.push(idle.gap);
  }
  database.close();
  return { ...times, held: Math.max(...times.computed) + longest(), databaseKib: statSync(path).size / 1024 };
}

/** The only place where storing waits for the disk on this thread. */
function timedStore(store) {
  let longest = 0;
  const run = (...args) => {
    const start = performance.now();
    try {
      return store.run(...args);
    } finally {
      longest = Math.max(longest, performance.now() - start);
    }
  };
  return { store: { ...store, run }, longest: () => longest };
}

/** The floor of storing: read once, hashed, written. */
async function copyAndHash(from, to) {
  const hash = createHash("sha256");
  const out = createWriteStream(to, { flush: true });
  for await (const chunk of createReadStream(from)) {
    hash.update(chunk);
    if (!out.write(chunk)) await new Promise((resolve) => out.once("drain", resolve));
  }
  await new Promise((resolve) => out.end(resolve));
}

/** How long it took, and the longest time between two turns of the loop: on the clock, and computing. */
async function watched(work) {
  const most = { gap: 0, computed: 0 };
  let last = { clock: performance.now(), computed: computedMs() };
  let isWatching = true;
  const look = () => {
    const now = { clock: performance.now(), computed: computedMs() };
    most.gap = Math.max(most.gap, now.clock - last.clock);
    most.computed = Math.max(most.computed, now.computed - last.computed);
    last = now;
    if (isWatching) setImmediate(look);
  };
  const start = performance.now();
  setImmediate(look);
  await work();
  look();
  isWatching = false;
  return { ms: performance.now() - start, ...most };
}
