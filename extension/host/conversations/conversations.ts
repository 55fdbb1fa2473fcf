// What was said in another conversation, when a message mentions it.
import { conversationContext } from "../../acquire/conversation.ts";
import { nothing } from "../../acquire/context.ts";
import { CONVERSATION } from "../../message/part.ts";
import { isUsual, type SessionSummary } from "../../message/session.ts";
import type { Resolved } from "../../message/resolved.ts";
import { ALL, readMessages } from "../../persist/messages.ts";
import { listSessions } from "../../persist/sessions.ts";
import type { Store } from "../../persist/database/store.ts";

/** A mention of an earlier version has no id: the latest of its title is meant. */
export function readConversation(
  store: Store,
  mention: { name: string; id?: string | undefined },
  now: number,
): Resolved {
  const title = mention.name.slice(CONVERSATION.length);
  const isMeant = (one: SessionSummary): boolean =>
    mention.id === undefined ? one.title === title && isUsual(one) : one.id === mention.id;
  const session = listSessions(store).find(isMeant);
  if (session === undefined) return nothing("the conversation no longer exists");
  const messages = readMessages(store, session.id, ALL).map(({ message }) => message);
  return conversationContext(title, messages, now);
}
