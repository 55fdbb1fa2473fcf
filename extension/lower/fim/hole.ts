// The hole a completion fills: the text around the caret, where it is, and pieces of other files.
import type { FimFamilyName } from "../../providers/fim-family.ts";

/** How a server takes a prefix and a suffix. */
export const FIM_FORMATS = ["ollama-insert", "llama-infill", "mistral-fim", "deepseek-fim", "tokens", "chat"] as const;
export type FimFormat = (typeof FIM_FORMATS)[number];

/** Those that are no conversation. */
export type InsertFormat = Exclude<FimFormat, "chat">;

export interface Hole {
  path: string;
  language: string;
  prefix: string;
  suffix: string;
  /** In the order in which they go. */
  snippets: readonly { path: string; text: string }[];
  /** Up to the end of the line, or a block. */
  amount: "line" | "block";
  /** How far the line of the caret is indented, in signs. */
  indent: number;
  /** Of the answer, in tokens. */
  tokens: number;
  /** How a comment begins and ends in this language. Without it nothing but code stands before the prefix. */
  comment?: { start: string; end: string };
}

export interface FimTarget {
  id: string;
  context_window: number;
  family?: FimFamilyName;
}
