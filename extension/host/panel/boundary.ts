// Where a sidecar begins: its main conversation, and the last message it has from there.
import type { Message } from "../../message/message.ts";
import { oneLine, wordsOf } from "../../text/part-words.ts";
import type { ConversationSummary } from "../../message/conversation.ts";
import { readMessage } from "../../persist/messages.ts";
import { readSummary } from "../../persist/conversations.ts";
import type { Store } from "../../persist/database/store.ts";
import type { Boundary } from "../../protocol/conversation.ts";

/** `undefined` unless the conversation is a sidecar. */
export function boundaryOf(store: Store, conversation: ConversationSummary): Boundary | undefined {
  if (!conversation.ephemeral) return undefined;
  const parent = conversation.parent_id === null ? undefined : readSummary(store, conversation.parent_id);
  const last = conversation.forked_from === null ? undefined : readMessage(store, conversation.forked_from);
  return { title: parent?.title ?? null, up_to: last === undefined ? "" : oneLine(plainTextOf(last)) };
}

function plainTextOf({ role, parts }: Message): string {
  if (role === "user") return parts.map(wordsOf).join("");
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(" ");
  // One line of plain text has no use for Markdown's marks.
  return text.replace(/[*_`#]+/g, "");
}
