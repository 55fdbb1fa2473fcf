// Brings the drawn answer closer to the latest one, by a limited number of characters.
import type { AssistantPart } from "../../../extension/message/message.ts";
import type { ShownMessage } from "../../../extension/protocol/conversation.ts";
import { continues } from "../../markdown/continues.ts";

/** Draws at most `budget` more characters. Returns `known` itself if that is enough, or if its text does not continue the drawn one. */
export function catchUp(drawn: AssistantShown, known: AssistantShown, budget: number): AssistantShown {
  const parts: AssistantPart[] = [];
  for (const [index, part] of known.parts.entries()) {
    const before = drawn.parts[index];
    if (part.type !== "text" && part.type !== "reasoning") {
      parts.push(part);
      continue;
    }
    const had = before?.type === part.type ? before.text : "";
    // The text was replaced, not continued.
    if (!continues(part.text, had)) return known;
    const missing = part.text.length - had.length;
    if (missing > budget) {
      parts.push({ ...part, text: part.text.slice(0, had.length + Math.floor(budget)) });
      return { ...known, parts, finish: null };
    }
    budget -= missing;
    parts.push(part);
  }
  return known;
}

export type AssistantShown = Extract<ShownMessage, { role: "assistant" }>;
