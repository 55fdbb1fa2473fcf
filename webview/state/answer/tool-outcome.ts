// The outcome of a call: one word, and the reason in one line.
import type { ToolItem } from "./answer-items.ts";
import { shorten } from "./tool-words.ts";

export type Outcome = "waiting" | "running" | "failed" | "denied" | "done" | "unfinished";

const LONGEST = 200;

/** `isHeld`: the call waits for those before it. */
export function outcomeOf({ result }: ToolItem, isStreaming: boolean, isHeld = false): Outcome {
  if (result !== undefined) {
    if (!result.is_error) return "done";
    return result.denied === undefined ? "failed" : "denied";
  }
  if (!isStreaming) return "unfinished";
  return isHeld ? "waiting" : "running";
}

/** The reason of a failure or a denial, or the answer to a question; empty for any other call. */
export function noteOf({ name, result }: ToolItem, outcome: Outcome): string {
  const output = result?.output.trim() ?? "";
  if (outcome === "failed") return firstLine(output);
  if (outcome === "denied") return firstLine(result?.denied ?? "");
  return outcome === "done" && name === "question" ? shorten(output, LONGEST) : "";
}

function firstLine(text: string): string {
  return shorten(text.split("\n").find((line) => line.trim() !== "") ?? "", LONGEST);
}
