// Another conversation as a context: its messages as text. When it is too long, the oldest are omitted.
import type { Message } from "../message/message.ts";
import type { Resolved } from "../message/resolved.ts";
import { wordsOf } from "../text/part-words.ts";
import { context, nothing } from "./context.ts";
import * as words from "./words.ts";

const MOST_CHARACTERS = 24_000;

export function conversationContext(title: string, messages: readonly Message[], now: number): Resolved {
  const said = messages.map(saidIn).filter((text) => text !== "");
  if (said.length === 0) return nothing(words.emptyConversation);
  let room = MOST_CHARACTERS;
  const first = said.findLastIndex((text) => (room -= text.length) < 0) + 1;
  const kept = said.slice(Math.min(first, said.length - 1)).map((text) => text.slice(-MOST_CHARACTERS));
  const left = said.length - kept.length;
  const opening = left === 0 ? [] : [words.messagesOmitted(left)];
  return context("ref", [...opening, ...kept].join("\n\n"), now, words.conversation(title));
}

function saidIn(message: Message): string {
  const text =
    message.role === "user"
      ? message.parts.map(wordsOf).join("")
      : message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  if (text.trim() === "") return "";
  return message.role === "user" ? words.user(text.trim()) : words.assistant(text.trim());
}
