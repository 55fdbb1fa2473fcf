// When something is to happen: a time of day, on some days of the week or on all of them.
import * as z from "zod/mini";

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

export const When = z.object({
  /** Local time, `HH:MM`. */
  at: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  /** Every day if there are none. */
  days: z._default(z.array(z.enum(DAYS)), []),
});
export type When = z.infer<typeof When>;

const DAYS_BACK = 7;

/** The last time, at or before `now`, at which it was due. */
export function lastTime({ at, days }: When, now: Date): Date | undefined {
  const [hour = 0, minute = 0] = at.split(":").map(Number);
  for (let back = 0; back <= DAYS_BACK; back += 1) {
    const time = new Date(now.getFullYear(), now.getMonth(), now.getDate() - back, hour, minute);
    const day = DAYS[time.getDay()];
    if (time <= now && (days.length === 0 || (day !== undefined && days.includes(day)))) return time;
  }
  return undefined;
}
