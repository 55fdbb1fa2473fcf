// The fault drill: kills a writing host at random moments and looks, after each restart, for everything it had said is kept.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { built } from "./built.ts";
import { lookFor } from "./drill-look.ts";
import { lookForEdits } from "./drill-look-edits.ts";
import type { Acknowledged } from "./drill-words.ts";

export interface Figures {
  kills: number;
  /** Of them, while the host was still opening the database. */
  killedInStart: number;
  messages: { acknowledged: number; found: number };
  queued: { acknowledged: number; found: number };
  answers: { acknowledged: number; found: number; interrupted: number };
  /** Those no newer draft or message took the place of. */
  drafts: { acknowledged: number; due: number; found: number };
  /** Changes of files by tools, and how often a file was looked at and was whole. */
  edits: { acknowledged: number; found: number; whole: number };
  lost: number;
  /** What was not as it should be, in words. */
  faults: string[];
}

const host = built("drill-host");

/** After so many kills a new database is begun: each look reads all of it. */
const KILLS_PER_DATABASE = 20;
const NUMBERS_PER_START = 100_000;

export async function drill(kills: number, told: (figures: Figures) => void = () => undefined): Promise<Figures> {
  const figures: Figures = {
    kills: 0,
    killedInStart: 0,
    messages: { acknowledged: 0, found: 0 },
    queued: { acknowledged: 0, found: 0 },
    answers: { acknowledged: 0, found: 0, interrupted: 0 },
    drafts: { acknowledged: 0, due: 0, found: 0 },
    edits: { acknowledged: 0, found: 0, whole: 0 },
    lost: 0,
    faults: [],
  };
  while (figures.kills < kills) {
    const folder = mkdtempSync(join(tmpdir(), "galley drill "));
    try {
      await drillOne(join(folder, "galley.db"), Math.min(kills - figures.kills, KILLS_PER_DATABASE), figures, told);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return figures;
}

/** One database: killed again and again, then started once more to look for what the last kill left. */
async function drillOne(
  path: string,
  kills: number,
  figures: Figures,
  told: (figures: Figures) => void,
): Promise<void> {
  const known: Acknowledged[] = [];
  for (let start = 0; start <= kills; start++) {
    const running = startHost(path, start * NUMBERS_PER_START, known);
    const isLast = start === kills;
    if (!isLast && Math.random() < 0.1) {
      await sleep(Math.random() * 250);
      figures.killedInStart += 1;
    } else {
      await running.ready;
      lookFor(path, known, figures, isLast);
      lookForEdits(path, known, figures, isLast);
      running.go();
      if (!isLast) await sleep(Math.random() * 900);
    }
    await running.kill();
    if (!isLast) figures.kills += 1;
    told(figures);
  }
}

interface Running {
  ready: Promise<void>;
  go: () => void;
  /** Resolves when the process is gone and all it said has been heard. */
  kill: () => Promise<void>;
}

function startHost(path: string, first: number, known: Acknowledged[]): Running {
  const child = spawn(process.execPath, ["--no-warnings", host, path, String(first)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ready = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  // What is written to a killed process goes nowhere.
  child.stdin.on("error", () => undefined);
  child.on("close", () => {
    gone.resolve();
    ready.reject(new Error("The drill's host ended by itself."));
  });
  ready.promise.catch(() => undefined);
  createInterface(child.stdout).on("line", (line) => {
    const said = parse(line);
    if (said?.kind === "ready") ready.resolve();
    else if (said !== undefined) known.push(said);
  });
  return {
    ready: ready.promise,
    go: () => child.stdin.write("go\n"),
    kill: async () => {
      child.kill("SIGKILL");
      await gone.promise;
    },
  };
}

/** The last line may have been cut: what is not said to the end was not said. */
function parse(line: string): Acknowledged | undefined {
  try {
    return JSON.parse(line) as Acknowledged;
  } catch {
    return undefined;
  }
}
