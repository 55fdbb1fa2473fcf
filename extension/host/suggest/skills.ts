// Skills and the files they offer, suggested after `@` by name.
import { type Match, matchText } from "../../text/paths/fuzzy.ts";
import type { Suggestion } from "../../protocol/suggest.ts";
import type { Skill } from "../../skills/catalog.ts";
import { mentionsOf, type SkillMention } from "../../skills/mentions.ts";
import type { SuggestSource } from "./ask-sources.ts";

/** There may be hundreds of skills: they must leave room for files. */
const MOST = { begun: 5, all: 10 };

/** `begun`: names that begin with the typed text, which come before files. `all`: the best matches. */
export function skillSource(skills: () => readonly Skill[], which: "begun" | "all"): SuggestSource {
  return {
    trigger: "@",
    form: "skill",
    find(query, show) {
      if (query !== "") show(find(skills(), query, which));
      return Promise.resolve();
    },
  };
}

/** Files that skills offer: each is a mention of the file. */
export function skillFileSource(skills: () => readonly Skill[]): SuggestSource {
  return {
    trigger: "@",
    form: "skill",
    find(query, show) {
      const offered = query === "" ? [] : skills().flatMap(mentionsOf);
      const matched = offered.flatMap((mention) => {
        const match = matchText(mention.name, query);
        return match === undefined ? [] : [{ mention, match }];
      });
      matched.sort((a, b) => b.match.score - a.match.score);
      show(matched.slice(0, MOST.all).map(({ mention, match }) => toFileSuggestion(mention, match)));
      return Promise.resolve();
    },
  };
}

function toFileSuggestion({ name, description, path }: SkillMention, match: Match): Suggestion {
  return {
    key: `skill-file:${name}`,
    kind: "skill",
    name,
    detail: description,
    name_at: match.at,
    detail_at: [],
    icon: "file",
    part: { type: "mention", target: { kind: "file", path } },
  };
}

function find(skills: readonly Skill[], query: string, which: "begun" | "all"): Suggestion[] {
  const typed = query.toLowerCase();
  const matched = skills.flatMap((skill) => {
    const match =
      which === "all" || skill.name.toLowerCase().startsWith(typed) ? matchText(skill.name, query) : undefined;
    return match === undefined ? [] : [{ skill, match }];
  });
  matched.sort((a, b) => b.match.score - a.match.score);
  return matched.slice(0, MOST[which]).map(({ skill, match }) => toSuggestion(skill, match));
}

function toSuggestion({ name, description }: Skill, match: Match): Suggestion {
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
