// Runs every attack of test/drills/safety, one after the other, and tells what held.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lacksPosix } from "../fakes/systems.ts";
import type { Attack } from "./attack.ts";
import { longestStall } from "./stall.ts";

/** The host may be blocked for so long by whatever a peer sends. */
export const LONGEST_STALL_MS = 100;

export interface Outcome {
  attack: Attack;
  tried: number;
  /** In milliseconds; nothing where another thread or process does the work. */
  stall: number | undefined;
  /** Why the promise did not hold. */
  broken: string | undefined;
}

interface Module {
  attacks: readonly Attack[];
}

/** A file in the folder is a list of attacks. */
export async function loadAttacks(): Promise<Attack[]> {
  const folder = new URL("./safety/", import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  const modules = await Promise.all(
    files.toSorted().map(async (file) => (await import(new URL(file, folder).href)) as Module),
  );
  return modules.flatMap(({ attacks }) => attacks);
}

export function canRun({ needsPosix = false }: Attack, platform: NodeJS.Platform = process.platform): boolean {
  return !(needsPosix && lacksPosix(platform));
}

const TRIES = 3;

/** What a busy machine adds to a stall is not there each time: one that is too long is measured again. */
export async function measureAttack(attack: Attack): Promise<Outcome> {
  let best = await runAttack(attack, true);
  for (let tries = 1; tries < TRIES && (best.stall ?? 0) > LONGEST_STALL_MS; tries += 1) {
    const again = await runAttack(attack, true);
    if (again.broken !== undefined) return again;
    if ((again.stall ?? 0) < (best.stall ?? 0)) best = again;
  }
  return best;
}

export async function runAttack(attack: Attack, isFull: boolean): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "galley safety "));
  try {
    const { result, stall } = await longestStall(() => attack.run({ folder, isFull }));
    const measured = attack.isElsewhere === true ? undefined : stall;
    return { attack, tried: result ?? 1, stall: measured, broken: undefined };
  } catch (error) {
    return { attack, tried: 0, stall: undefined, broken: error instanceof Error ? error.message : String(error) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
