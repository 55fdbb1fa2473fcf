// Which schedules are due now, and which were missed. Each time counts once, in whichever window comes first.
import { lastTime } from "../../message/schedule.ts";
import type { Schedule } from "./schedules.ts";

/** Later than this, a time was missed: the computer slept, or VS Code was closed. */
const LATE_MS = 5 * 60_000;

/** Shared by all windows of the user. No member rejects. */
export interface ScheduleClaims {
  /** When a window first saw the schedule. Nothing is due before that. */
  knownSince: (id: string, now: number) => Promise<number>;
  /** `true` for the first window that asks about this time. */
  take: (id: string, time: number) => Promise<boolean>;
}

export interface Due {
  due: Schedule[];
  /** Told once, and never queued. */
  missed: Schedule[];
}

export async function dueNow(schedules: readonly Schedule[], claims: ScheduleClaims, now: Date): Promise<Due> {
  const found: Due = { due: [], missed: [] };
  for (const schedule of schedules) {
    const time = lastTime(schedule, now)?.getTime();
    const since = await claims.knownSince(schedule.id, now.getTime());
    if (time === undefined || time <= since || !(await claims.take(schedule.id, time))) continue;
    (now.getTime() - time > LATE_MS ? found.missed : found.due).push(schedule);
  }
  return found;
}
