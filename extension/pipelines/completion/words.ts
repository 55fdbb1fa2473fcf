// What completion says: why nothing is shown, what an account calls its parts, and what a model that converses is asked.
import { counted } from "../../text/counted.ts";
import type { NothingReason } from "./finish/finish.ts";

// Why nothing is shown
export const nothing: Readonly<Record<NothingReason, string>> = {
  "inside-line": "the cursor is inside a line",
  empty: "the model returned no text",
  "only-reasoning": "the model returned reasoning only",
  "same-as-below": "the text follows the cursor already",
  "repeats-above": "the model repeated the line above",
  "leaves-block": "the model left the block of the cursor",
  "closes-again": "the model closed what is closed already",
  unbalanced: "the model left brackets open",
};

// What an account calls its parts
export const prefixOf = (path: string): string => `prefix ${path}`;
export const suffixOf = (path: string): string => `suffix ${path}`;
export const snippet = (path: string, start: number, end: number): string => `snippet ${path}:${start}-${end}`;
export const tooFar = (characters: number): string => `${counted(characters, "character")} too far from the cursor`;

// What a model that converses reads
export const chatLayer = `You complete code at the user's cursor. Write only the text that belongs there: no explanation, no fence, and nothing of the code around it. Keep the indentation and the style of the file.`;
export const fillHole = (mark: string, isLine: boolean): string =>
  isLine
    ? `Write the text that replaces ${mark}, up to the end of its line.`
    : `Write the text that replaces ${mark}: the rest of the line, or the block that belongs there.`;
