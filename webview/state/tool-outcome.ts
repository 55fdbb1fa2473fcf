// What became of a call: the one word for it, and why in one line.
import type { ToolItem } from "./answer-items.ts";
import { shorten } from "./tool-words.ts";

export type Outcome = "waiting" | "running" | "failed" | "denied" | "done" | "unfinished";

const LONGEST = 200;

/** `isHeld`: it has not begun, because calls before it have not ended. */
export function outcomeOf({ result }: ToolItem, isStreaming: boolean, isHeld = false): Outcome {
  if (result !== undefined) {
    if (!result.is_error) return "done";
    return result.denied === undefined ? "failed" : "denied";
  }
  if (!isStreaming) return "unfinished";
  return isHeld ? "waiting" : "running";
}

/** Why it failed or was denied, or what a question was answered with; else nothing. */
export function noteOf({ name, result }: ToolItem, outcome: Outcome): string {
  const output = result?.output.trim() ?? "";
  if (outcome === "failed") return firstLine(output);
  if (outcome === "denied") return firstLine(result?.denied ?? "");
  return outcome === "done" && name === "question" ? shorten(output, LONGEST) : "";
}

function firstLine(text: string): string {
  return shorten(text.split("\n").find((line) => line.trim() !== "") ?? "", LONGEST);
}
