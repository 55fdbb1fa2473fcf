// What completion says: why nothing is shown, what an account calls its parts, and what a model that converses is asked.
import type { FimFormat } from "../../lower/fim/hole.ts";
import { counted } from "../../text/counted.ts";
import type { NothingReason } from "./finish/finish.ts";
import type { Silence } from "./session/silence.ts";

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

export const silence: Readonly<Record<Silence, string>> = {
  ...nothing,
  off: "Completion is off",
  snoozed: "paused",
  "no-model": "Select a completion model",
  agent: "agents do not complete",
  untrusted: "workspace is not trusted",
  language: "off for this language",
  cursors: "several cursors",
  selection: "text is selected",
  refactoring: "these lines are being refactored",
  "too-large": "file is too large",
  "kept-out": "file is ignored, or may hold secrets",
  "on-demand": "model does not fill in the middle",
  "editor-off": "VS Code's inline suggestions are off",
  list: "the list of suggestions shows another text",
};

// The status bar
export const formats: Readonly<Record<FimFormat, string>> = {
  "ollama-insert": "insert",
  "llama-infill": "infill",
  "mistral-fim": "FIM",
  "deepseek-fim": "FIM",
  tokens: "tokens",
  chat: "chat",
};
export const probing = (model: string): string => `Asking how ${model} completes…`;
export const took = (who: string, ms: number): string => `${who} · ${Math.round(ms)} ms`;
export const fromCache = (who: string): string => `${who} · cached`;
export const failed = (model: string): string => (model === "" ? "Completion failed" : `${model} failed`);
export const failedTooltip = (message: string): string => `Galley completion: ${message} Galley tries again later.`;
export const tooltip = (text: string, model: string | undefined): string =>
  `Galley completion${model === undefined || text.includes(model) ? "" : ` (${model})`}: ${text}${text.endsWith("…") ? "" : "."} Select for more.`;

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
