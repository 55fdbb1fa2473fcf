// Why no completion is asked for: decided from what the window knows before anything is sent.
import type { NothingReason } from "../finish/finish.ts";

export type Silence =
  | "off"
  | "snoozed"
  | "no-model"
  /** The model is an agent, which works on files of its own. */
  | "agent"
  | "untrusted"
  | "language"
  | "cursors"
  | "selection"
  /** The answer that is awaited for these lines would replace what is accepted. */
  | "refactoring"
  | "too-large"
  /** Ignored, or it may hold secrets. */
  | "kept-out"
  /** The model only converses, and the user has not asked. */
  | "on-demand"
  /** The editor asks no extension for text at the cursor. */
  | "editor-off"
  /** The entry that is selected in the list of suggestions begins otherwise. */
  | "list"
  | NothingReason;

/** In characters. A larger document would be copied with every key. */
export const MOST_TEXT = 2_000_000;

export interface Facts {
  isOn: boolean;
  isTrusted: boolean;
  isSnoozed: boolean;
  /** Its provider; `undefined` if none is chosen. */
  provider: string | undefined;
  isLanguageOn: boolean;
  cursors: number;
  hasSelection: boolean;
  /** A refactoring of the cursor's line is under way. */
  isRefactored: boolean;
  /** Of the document, in characters. */
  length: number;
  /** The user asked for it: then a pause, a refactoring and the switch of a language do not count. */
  isManual: boolean;
}

export function silenceOf(facts: Facts): Silence | undefined {
  const { isManual } = facts;
  if (!facts.isOn) return "off";
  if (!facts.isTrusted) return "untrusted";
  if (facts.provider === undefined) return "no-model";
  if (facts.provider === "acp") return "agent";
  if (facts.isSnoozed && !isManual) return "snoozed";
  if (!facts.isLanguageOn && !isManual) return "language";
  if (facts.cursors > 1) return "cursors";
  if (facts.hasSelection) return "selection";
  if (facts.isRefactored && !isManual) return "refactoring";
  return facts.length > MOST_TEXT ? "too-large" : undefined;
}
