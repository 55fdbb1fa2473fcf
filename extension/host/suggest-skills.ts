// Skills, offered behind `@` by name.
import { matchText } from "../message/fuzzy.ts";
import type { Suggestion } from "../protocol/suggest.ts";
import type { Skill } from "../skills/catalog.ts";
import type { SuggestSource } from "./suggest.ts";

/** Only once something is typed: there may be hundreds. */
export function skillSource(skills: () => readonly Skill[]): SuggestSource {
  return {
    trigger: "@",
    find(query, show) {
      if (query !== "") show(skills().flatMap((skill) => toSuggestion(skill, query) ?? []));
      return Promise.resolve();
    },
  };
}

function toSuggestion({ name, description }: Skill, query: string): Suggestion | undefined {
  const match = matchText(name, query);
  if (match === undefined) return undefined;
  return {
    key: `skill:${name}`,
    kind: "skill",
    name,
    detail: description,
    name_at: match.at,
    detail_at: [],
    part: { type: "mention", target: { kind: "skill", name } },
  };
}
