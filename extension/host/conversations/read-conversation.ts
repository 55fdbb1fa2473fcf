// Reads the messages of another conversation that a message mentions.
import { conversationContext } from "../../acquire/conversation.ts";
import { nothing } from "../../acquire/context.ts";
import { CONVERSATION } from "../../message/part.ts";
import { isUsual, type ConversationSummary } from "../../message/conversation.ts";
import type { Resolved } from "../../message/resolved.ts";
import { ALL, readMessages } from "../../persist/messages.ts";
import { listConversations } from "../../persist/conversations.ts";
import type { Store } from "../../persist/database/store.ts";
import * as words from "./words.ts";

/** A mention that an earlier version stored has no id: it means the latest conversation of its title. */
export function readConversation(
  store: Store,
  mention: { name: string; id?: string | undefined },
  now: number,
): Resolved {
  const title = mention.name.slice(CONVERSATION.length);
  const isMeant = (one: ConversationSummary): boolean =>
    mention.id === undefined ? one.title === title && isUsual(one) : one.id === mention.id;
  const session = listConversations(store).find(isMeant);
  if (session === undefined) return nothing(words.conversationGone);
  const messages = readMessages(store, session.id, ALL).map(({ message }) => message);
  return conversationContext(title, messages, now);
}
