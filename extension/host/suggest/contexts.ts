// Contexts of the editor, suggested after `@` by name.
import { matchText } from "../../text/paths/fuzzy.ts";
import type { Suggestion } from "../../protocol/suggest.ts";
import type { SuggestSource } from "./ask-sources.ts";

export interface MentionedContext {
  name: string;
  words: string;
  /** Choosing it lists what it has. */
  hasEntities?: boolean;
}

/** `begun`: names that begin with the typed text, which come before files. `all`: every match, after files. */
export function contextSource(names: () => readonly MentionedContext[], which: "begun" | "all"): SuggestSource {
  return {
    trigger: "@",
    find(query, show) {
      const typed = query.toLowerCase();
      const fitting = names().filter(({ name }) => which === "all" || (typed !== "" && name.startsWith(typed)));
      show(fitting.flatMap((one) => toSuggestion(one, typed) ?? []));
      return Promise.resolve();
    },
  };
}

function toSuggestion({ name, words, hasEntities = false }: MentionedContext, query: string): Suggestion | undefined {
  const match = query === "" ? { at: [] } : matchText(name, query);
  if (match === undefined) return undefined;
  return {
    key: `context:${name}`,
    kind: "context",
    name,
    detail: words,
    name_at: match.at,
    detail_at: [],
    part: { type: "mention", target: { kind: "context", name } },
    ...(hasEntities && { goes_on: `${name}:` }),
  };
}
