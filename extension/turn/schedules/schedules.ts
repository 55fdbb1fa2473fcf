// The schedules of a window: those of the user's settings and skills, and those that skills of the workspace propose.
import * as z from "zod/mini";
import { When } from "../../message/schedule.ts";
import type { Skill } from "../../skills/catalog.ts";
import { issuesWords } from "../../text/issue-words.ts";
import * as words from "../words.ts";

export interface Schedule extends When {
  /** Changes with everything that the schedule says. */
  id: string;
  name: string;
  /** What is queued: text, or a command. */
  message: string;
}

const Setting = z.extend(When, {
  name: z.string().check(z.minLength(1)),
  message: z.string().check(z.minLength(1)),
  /** Only in windows that have this folder open. */
  folder: z.optional(z.string()),
});

export interface ScheduleSources {
  /** `galley.schedules`, not parsed. */
  setting: unknown;
  skills: readonly Pick<Skill, "name" | "source" | "file" | "package">[];
  /** The workspace folders on disk. */
  folders: readonly string[];
  /** What the user said to a proposal, by its id. */
  answers: Readonly<Record<string, boolean>>;
  isTrusted: boolean;
  digest: (text: string) => string;
}

export interface Schedules {
  active: Schedule[];
  /** The user has not said yet whether these may run. */
  proposed: Schedule[];
  problems: string[];
}

/** None in an untrusted workspace. */
export function schedulesOf(sources: ScheduleSources): Schedules {
  const { skills, folders, answers, isTrusted, digest } = sources;
  const found: Schedules = { active: [], proposed: [], problems: [] };
  if (!isTrusted) return found;
  readSetting(sources, found);
  for (const { name, source, package: read } of skills) {
    if (read?.schedule === undefined || source === "bundled") continue;
    const { at, days, request } = read.schedule;
    const message = request === "" ? `/${name}` : `/${name} ${request}`;
    const place = source === "project" ? folders : [];
    const schedule = { id: idOf(digest, [source, ...place, name, message, at, ...days]), name, message, at, days };
    if (source === "user" || answers[schedule.id] === true) found.active.push(schedule);
    else if (answers[schedule.id] === undefined) found.proposed.push(schedule);
  }
  return found;
}

function readSetting({ setting, folders, digest }: ScheduleSources, found: Schedules): void {
  const given: readonly unknown[] = Array.isArray(setting) ? setting : [];
  for (const [index, one] of given.entries()) {
    const parsed = Setting.safeParse(one, { reportInput: true });
    if (!parsed.success) {
      found.problems.push(words.badSchedule(index + 1, issuesWords(parsed.error.issues)));
      continue;
    }
    const { folder, ...schedule } = parsed.data;
    if (folder !== undefined && !folders.includes(folder)) continue;
    const { name, message, at, days } = schedule;
    found.active.push({ ...schedule, id: idOf(digest, ["settings", folder ?? "", name, message, at, ...days]) });
  }
}

function idOf(digest: ScheduleSources["digest"], said: readonly string[]): string {
  return digest(JSON.stringify(said)).slice(0, 16);
}
