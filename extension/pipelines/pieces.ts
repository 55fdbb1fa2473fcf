// A conversation as text in pieces of a given size, for a model whose window does not hold all of it.
import type { Block, ContextMessage } from "../assemble/context.ts";
import type { Estimator } from "../assemble/tokens/estimate.ts";
import * as words from "./words.ts";

/** Hardly any text has more characters in a token. */
const MOST_CHARACTERS = 8;

export function transcriptOf(messages: readonly ContextMessage[]): string {
  return messages
    .map(({ role, blocks }) => `${words.speakers[role]}\n${blocks.map(textOf).filter(Boolean).join("\n")}`)
    .join("\n\n");
}

function textOf(block: Block): string {
  switch (block.type) {
    case "reasoning":
      return "";
    case "tool-call":
      return words.toolCall(block.name, JSON.stringify(block.input));
    case "tool-result":
      return words.toolResult(block.name, block.text);
    case "text":
    case "media":
      return block.text;
    default:
      return block satisfies never;
  }
}

/** As much of the beginning as fits, up to the end of a line where there is one; never nothing. */
export function beginningOf(text: string, tokens: number, estimator: Pick<Estimator, "tokensIn">): string {
  let length = Math.min(text.length, Math.max(1, Math.floor(tokens * MOST_CHARACTERS)));
  while (length > 1) {
    const taken = estimator.tokensIn(text.slice(0, length));
    if (taken <= tokens) break;
    length = Math.max(1, Math.min(length - 1, Math.floor((length * tokens) / taken)));
  }
  return text.slice(0, length === text.length ? length : lineEnd(text, length));
}

/** The end of the last line in the last fifth, else the place itself; never within a character. */
function lineEnd(text: string, length: number): number {
  const end = text.lastIndexOf("\n", length - 1) + 1;
  if (end > 0.8 * length) return end;
  const isWithin = /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  return isWithin ? length + 1 : length;
}
