// Two windows on one conversation, of which one sleeps: the one that wakes up late must not write.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { ALL, readMessages } from "../../../extension/persist/messages.ts";
import { openStore } from "../../../extension/persist/database/store.ts";
import { built } from "../../fakes/built.ts";
import type { Attack, Setting } from "../attack.ts";

const file = built("lease-window");

interface Window {
  kill: (signal: NodeJS.Signals) => void;
  /** Resolves when it has said so. */
  said: (words: string) => Promise<void>;
}

function openWindow(path: string, words: string, chunks: number, aheadMs = 0): Window {
  const child = spawn(process.execPath, ["--no-warnings", file, path, words, String(chunks), String(aheadMs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const waiting = new Map<string, () => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    waiting.get(line)?.();
  });
  return {
    kill: (signal) => child.kill(signal),
    said: (wanted) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      if (lines.includes(wanted)) resolve();
      waiting.set(wanted, resolve);
      child.once("exit", () => {
        // What it said last may still be on its way.
        setTimeout(() => {
          reject(new Error(`a window ended and never said "${wanted}", but: ${lines.join(", ")}`));
        }, 500);
      });
      return promise;
    },
  };
}

function storedIn(path: string): unknown[] {
  const store = openStore(path);
  try {
    return readMessages(store, "ses_1", ALL);
  } finally {
    store.close();
  }
}

async function sleepThrough({ folder }: Setting, path: string, sleepMs: number, aheadMs: number): Promise<void> {
  const first = openWindow(join(folder, path), "first", 100_000);
  await first.said("streaming");
  first.kill("SIGSTOP");
  await sleep(sleepMs);
  const second = openWindow(join(folder, path), "second", 5, aheadMs);
  await second.said("sent");
  await second.said("ended");
  const stored = storedIn(join(folder, path));
  first.kill("SIGCONT");
  await first.said("taken over");
  assert.deepEqual(storedIn(join(folder, path)), stored, "the window that slept wrote after another had taken over");
  assert.match(JSON.stringify(stored), /"finish":"interrupted".*"finish":"end"/s);
}

export const attacks: readonly Attack[] = [
  {
    promise: "lease",
    attacker: "sleep",
    tries: "one of two windows is stopped in mid-answer, the other takes over, and the first wakes up",
    isElsewhere: true,
    needsPosix: true,
    run: async (setting) => {
      // The full drill sleeps for as long as a lease lasts; the short one lets the second window's clock jump.
      if (setting.isFull) await sleepThrough(setting, "asleep.db", 21_000, 0);
      const jumps = setting.isFull ? 5 : 1;
      for (let jump = 0; jump < jumps; jump++)
        await sleepThrough(setting, `jump-${jump}.db`, 50, 21_000 + jump * 3_600_000);
      return jumps + (setting.isFull ? 1 : 0);
    },
  },
];
