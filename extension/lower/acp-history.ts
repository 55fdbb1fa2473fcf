// A conversation in words, for an agent that was not there: who said what, the latest whole, the oldest given up first.
import type { Block, Context } from "../assemble/context.ts";
import { nameOf, type Warning } from "./lowered.ts";

/** The longest history to send to an agent that joins a conversation. */
const MOST_CHARACTERS = 200_000;

const OPENING =
  "This conversation started before you joined. The earlier messages follow, oldest first, then the message to answer.";

export function toldHistory(messages: Context["messages"]): { text: string; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const told: string[] = [];
  let room = MOST_CHARACTERS;
  for (const { role, blocks } of messages.toReversed()) {
    const words = blocks.flatMap((block) => wordsOf(block, warnings)).join("\n");
    const text = `<${role}>\n${words.replaceAll(`</${role}>`, `<\\/${role}>`)}\n</${role}>`;
    room -= text.length;
    if (room < 0) {
      const left = messages.length - told.length;
      warnings.push({ what: "history", why: `too long; the oldest ${left} messages are omitted` });
      break;
    }
    told.unshift(text);
  }
  const text = [OPENING, "<earlier_conversation>", ...told, "</earlier_conversation>"].join("\n");
  return { text, warnings };
}

function wordsOf(block: Block, warnings: Warning[]): string[] {
  switch (block.type) {
    case "text":
    case "tool-call":
    case "tool-result":
      return [block.text];
    case "media":
      warnings.push({ what: nameOf(block), why: "earlier messages are sent as text; only the name and size are sent" });
      return [block.text];
    case "reasoning":
      warnings.push({ what: nameOf(block), why: "earlier reasoning is not sent" });
      return [];
    default:
      return block satisfies never;
  }
}
