// The parts of an answer as they are shown: a tool's call and its result are one thing.
import { compact } from "../../../extension/text/counted.ts";
import type { AssistantPart } from "../../../extension/message/message.ts";
import * as words from "../words.ts";

type PartOf<Type extends AssistantPart["type"]> = Extract<AssistantPart, { type: Type }>;

export interface ToolItem {
  type: "tool";
  /** Stays the same while the answer grows. */
  key: string;
  /** The call's id. */
  id: string;
  name: string;
  /** `undefined` when only the result is known. */
  input: PartOf<"tool-call">["input"] | undefined;
  /** `undefined` while it runs. */
  result: PartOf<"tool-result"> | undefined;
}

/** A compaction: its summary replaces the earlier messages in requests. */
interface CompactionItem {
  type: "compaction";
  key: string;
  /** How many messages were summarized, in one line. */
  words: string;
  summary: string;
}

export type AnswerItem =
  | { type: "text"; key: string; text: string; last: boolean }
  | { type: "reasoning"; key: string; text: string; last: boolean }
  | ToolItem
  | CompactionItem
  /** A step of a skill's run, by its title. */
  | { type: "note"; key: string; words: string };

export function answerItems(parts: readonly AssistantPart[]): AnswerItem[] {
  const results = new Map(parts.flatMap((part) => (part.type === "tool-result" ? [[part.id, part] as const] : [])));
  const calls = new Set(parts.flatMap((part) => (part.type === "tool-call" ? [part.id] : [])));
  return parts.flatMap((part, index): AnswerItem[] => {
    const key = String(index);
    switch (part.type) {
      case "text":
      case "reasoning":
        return part.text === "" ? [] : [{ type: part.type, key, text: part.text, last: index === parts.length - 1 }];
      case "tool-call":
        return [{ type: "tool", key, id: part.id, name: part.name, input: part.input, result: results.get(part.id) }];
      case "tool-result":
        return calls.has(part.id)
          ? []
          : [{ type: "tool", key, id: part.id, name: words.unnamedTool, input: undefined, result: part }];
      case "data-compaction":
        return [{ type: "compaction", key, words: compactionWords(part), summary: part.summary }];
      case "skill-step":
        return part.title === "" ? [] : [{ type: "note", key, words: part.title }];
      default:
        return part satisfies never;
    }
  });
}

/** "Compacted: 34 messages, ~12k tokens summarized in ~900 tokens; recent turns kept". */
function compactionWords({ report, summary_tokens, tail_start_id, auto }: PartOf<"data-compaction">): string {
  const what =
    report === undefined
      ? words.earlierMessages
      : words.compactedMessages(report.messages, compact(report.tokens_before));
  const kept = [
    ...(tail_start_id === null ? [] : [words.recentKept]),
    ...(report?.skills === undefined ? [] : [words.skillsKept(report.skills.join(", "))]),
  ];
  const sentence = auto ? words.compactedAutomatically : words.compacted;
  return sentence(what, compact(summary_tokens), kept);
}
