// One answer of a model, whole: its text as it grows, and its end.
import type { Failure } from "../../message/failure.ts";
import type { StreamEvent } from "../../send/event.ts";
import type { Amount } from "./amount.ts";
import { type About, cleanOutput, cleanSoFar } from "./finish/clean.ts";
import type { Answer } from "./flight.ts";

/** Gathers the text of a sender. Never rejects; a stopped answer is what came of it. */
export async function gather(
  events: AsyncIterable<StreamEvent>,
  about: About,
  grown: (output: string) => void,
): Promise<Answer<Failure>> {
  let raw = "";
  for await (const event of events) {
    if (event.type === "text") {
      raw += event.text;
      grown(cleanSoFar(raw, about) ?? "");
    } else if (event.type === "failed" && event.failure.code !== "empty")
      return { ok: false, failure: event.failure, waitMs: event.wait_ms };
  }
  const output = cleanOutput(raw, about);
  return output === undefined ? { ok: true, output: "", nothing: "only-reasoning" } : { ok: true, output };
}

/** Whether an answer has all that is wanted: of one line, its end. */
export function isEnoughFor(amount: Amount): (text: string) => boolean {
  return (text) => amount === "line" && /\S[^\n]*\n/.test(text) && !/^\s*(?:```|<think)/.test(text);
}
