// The conversation as text for an agent that joins it. When it is too long, the oldest messages are omitted.
import type { Block, Context } from "../assemble/context.ts";
import { nameOf, type Warning } from "./lowered.ts";
import * as words from "./words.ts";

/** The longest history to send to an agent that joins a conversation. */
const MOST_CHARACTERS = 200_000;

export function toldHistory(messages: Context["messages"]): { text: string; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const told: string[] = [];
  let room = MOST_CHARACTERS;
  for (const { role, blocks } of messages.toReversed()) {
    const said = blocks.flatMap((block) => textsOf(block, warnings)).join("\n");
    const text = `<${role}>\n${said.replaceAll(`</${role}>`, `<\\/${role}>`)}\n</${role}>`;
    room -= text.length;
    if (room < 0) {
      const left = messages.length - told.length;
      warnings.push({ what: words.history, why: words.oldestOmitted(left) });
      break;
    }
    told.unshift(text);
  }
  const text = [words.earlierMessages, "<earlier_conversation>", ...told, "</earlier_conversation>"].join("\n");
  return { text, warnings };
}

function textsOf(block: Block, warnings: Warning[]): string[] {
  switch (block.type) {
    case "text":
    case "tool-call":
    case "tool-result":
      return [block.text];
    case "media":
      warnings.push({ what: nameOf(block), why: words.earlierMediaAsText });
      return [block.text];
    case "reasoning":
      warnings.push({ what: nameOf(block), why: words.earlierReasoning });
      return [];
    default:
      return block satisfies never;
  }
}
