// Other conversations, suggested after `@` by title.
import { CONVERSATION } from "../../message/part.ts";
import { type ConversationSummary, UNTITLED } from "../../message/conversation.ts";
import type { Suggestion } from "../../protocol/suggest.ts";
import { matchText } from "../../text/paths/fuzzy.ts";
import { timeAgo } from "../window/time-ago.ts";
import type { SuggestSource } from "./ask-sources.ts";
import * as words from "./words.ts";

const MOST = 5;

/** Of conversations with one title, the latest. Never the current conversation. */
export function conversationSource(
  conversations: () => readonly ConversationSummary[],
  current: () => string,
): SuggestSource {
  return {
    trigger: "@",
    find(query, show) {
      if (query === "") return Promise.resolve();
      const found = new Map<string, Suggestion>();
      for (const { id, title, updated_at } of conversations()) {
        const match = matchText(title, query);
        if (match === undefined || id === current() || title === UNTITLED || found.has(title)) continue;
        found.set(title, {
          key: `conversation:${id}`,
          kind: "conversation",
          name: title,
          detail: words.conversationDetail(timeAgo(updated_at, Date.now())),
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
