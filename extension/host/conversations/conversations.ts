// Other conversations behind `@`: named by their titles, and what was said in one when it is mentioned.
import { conversationContext } from "../../acquire/conversation.ts";
import { nothing } from "../../acquire/context.ts";
import { CONVERSATION } from "../../message/part.ts";
import { matchText } from "../../text/fuzzy.ts";
import { type SessionSummary, UNTITLED } from "../../message/session.ts";
import type { Resolved } from "../../message/resolved.ts";
import { ALL, readMessages } from "../../persist/messages.ts";
import { listSessions } from "../../persist/sessions.ts";
import type { Store } from "../../persist/database/store.ts";
import type { Suggestion } from "../../protocol/suggest.ts";
import { timeAgo } from "../window/time-ago.ts";
import { isUsual } from "./session-list.ts";
import type { SuggestSource } from "../suggest/ask-sources.ts";

const MOST = 5;

/** The latest of a title is meant, and never the conversation one writes in. */
export function conversationSource(store: Store, current: () => string): SuggestSource {
  return {
    trigger: "@",
    find(query, show) {
      if (query === "") return Promise.resolve();
      const found = new Map<string, Suggestion>();
      for (const { id, title, updated_at } of listSessions(store).filter(isUsual)) {
        const match = matchText(title, query);
        if (match === undefined || id === current() || title === UNTITLED || found.has(title)) continue;
        found.set(title, {
          key: `conversation:${id}`,
          kind: "conversation",
          name: title,
          detail: `conversation, ${timeAgo(updated_at, Date.now())}`,
          name_at: match.at,
          detail_at: [],
          part: { type: "mention", target: { kind: "context", name: `${CONVERSATION}${title}`, id } },
        });
        if (found.size === MOST) break;
      }
      show([...found.values()]);
      return Promise.resolve();
    },
  };
}

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
