// What was done lately: edits, opened and saved files, newest first, a few of them.
import type { Resolved } from "../message/resolved.ts";
import { context, nothing } from "./context.ts";
import * as words from "./words.ts";

export interface Action {
  kind: "edited" | "opened" | "saved" | "ran";
  /** A path, or a command. */
  what: string;
  /** Lines of an edit, as the gutter counts. */
  lines?: { start: number; end: number };
  at: number;
}

const MOST = 50;

/** Edits this close to the last one, in lines and time, are the same one. */
const NEAR_LINES = 5;
const NEAR_MS = 60_000;

export class Trail {
  #actions: Action[] = [];

  get actions(): readonly Action[] {
    return this.#actions;
  }

  add(action: Action): void {
    const [last, ...older] = this.#actions;
    const joined = last && join(last, action);
    this.#actions = joined === undefined ? [action, ...this.#actions].slice(0, MOST) : [joined, ...older];
  }

  clear(): void {
    this.#actions = [];
  }
}

export function historyContext(actions: readonly Action[], now: number): Resolved {
  const edits = actions.filter(({ kind }) => kind === "edited");
  if (edits.length === 0) return nothing(words.noEdits);
  return context("history", { edits: edits.map((action) => toLine(action, now)) }, now);
}

export function lastContext(actions: readonly Action[], now: number): Resolved {
  const [last] = actions;
  return last === undefined ? nothing(words.noActions) : context("last-action", toLine(last, now), now);
}

function join(last: Action, next: Action): Action | undefined {
  if (last.kind !== next.kind || last.what !== next.what || next.at - last.at > NEAR_MS) return undefined;
  if (last.lines === undefined || next.lines === undefined) return { ...last, at: next.at };
  const isNear = next.lines.start <= last.lines.end + NEAR_LINES && next.lines.end >= last.lines.start - NEAR_LINES;
  if (!isNear) return undefined;
  const lines = { start: Math.min(last.lines.start, next.lines.start), end: Math.max(last.lines.end, next.lines.end) };
  return { ...next, lines };
}

function toLine({ kind, what, lines, at }: Action, now: number): string {
  const place = lines === undefined ? what : `${what}:${lines.start}-${lines.end}`;
  return words.action(kind, place, Math.round((now - at) / 60_000));
}
