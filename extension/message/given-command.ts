// Whether a draft gives a command, and which one: the panel and the host both ask here.
import { asWritten } from "./command.ts";
import type { KnownPart, Part } from "./part.ts";

type TextPart = Extract<KnownPart, { type: "text" }>;

export interface GivenCommand {
  /** With its slash. */
  id: string;
  before: Part[];
  /** Everything behind the command. */
  rest: Part[];
  /** Chosen from a list, not typed. */
  isChip: boolean;
}

/**
 * The first word of the message if it is a command, else the first command chip. Pasted text never gives a command. A
 * first word that only looks like a command counts if there is no command chip.
 */
export function givenCommand(draft: readonly Part[], isKnown: (id: string) => boolean): GivenCommand | undefined {
  const parts = draft.flatMap(asWritten);
  const first = openingOf(parts);
  const opening = parts[first];
  const typed = opening?.type === "text" ? typedCommand(opening) : undefined;
  const chip = parts.findIndex((part) => part.type === "command");
  if (typed !== undefined && (isKnown(typed.id) || (chip < 0 && looksLikeOne(typed.id)))) {
    const rest: Part[] = [{ type: "text", text: typed.rest }, ...parts.slice(first + 1)];
    return { id: typed.id, before: [], rest, isChip: false };
  }
  const chosen = parts[chip];
  if (chosen?.type !== "command") return undefined;
  return { id: chosen.id, before: parts.slice(0, chip), rest: parts.slice(chip + 1), isChip: true };
}

/** Whether the draft gives a command that is known. An unknown one goes as text. */
export function givesKnownCommand(draft: readonly Part[], isKnown: (id: string) => boolean): boolean {
  const given = givenCommand(draft, isKnown);
  return given !== undefined && isKnown(given.id);
}

/** Whether the draft gives a command or begins to: a slash is enough. */
export function mayGiveCommand(draft: readonly Part[]): boolean {
  if (draft.some(({ type }) => type === "command")) return true;
  const opening = draft[openingOf(draft)];
  return opening?.type === "text" && opening.pasted !== true && beginsWithSlash(opening.text);
}

/** The command that a text begins with, known or not, and what stands behind it. */
export function typedCommand({ text, pasted }: TextPart): { id: string; rest: string } | undefined {
  if (pasted === true) return undefined;
  const token = /^\s*(?<id>\/[^\s/]+)(?=\s|$)/.exec(text);
  const id = token?.groups?.["id"];
  return token === null || id === undefined ? undefined : { id, rest: text.slice(token[0].length) };
}

/** Whether this text would begin a command if the user typed it. */
export function beginsWithSlash(text: string): boolean {
  return /^\s*\//.test(text);
}

/** Blank text before the command does not count. */
function openingOf(parts: readonly Part[]): number {
  return parts.findIndex((part) => part.type !== "text" || part.text.trim() !== "");
}

/** `/foo`, `/server:prompt`; not a path, not a comment. */
function looksLikeOne(id: string): boolean {
  return /^\/[A-Za-z][\w:.-]*$/.test(id);
}
