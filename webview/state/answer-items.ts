// The parts of an answer as they are shown: a tool's call and its result are one thing.
import { compact } from "../editor/face.ts";
import type { AssistantPart } from "../../extension/message/message.ts";

type PartOf<Type extends AssistantPart["type"]> = Extract<AssistantPart, { type: Type }>;

export interface ToolItem {
  type: "tool";
  name: string;
  /** `undefined` when only the result is known. */
  input: PartOf<"tool-call">["input"] | undefined;
  /** `undefined` while it runs. */
  result: PartOf<"tool-result"> | undefined;
}

/** A summary stands for what came before. */
interface CompactionItem {
  type: "compaction";
  /** What became of the messages, in one line. */
  words: string;
  summary: string;
}

export type AnswerItem = { type: "text" | "reasoning"; text: string; last: boolean } | ToolItem | CompactionItem;

export function answerItems(parts: readonly AssistantPart[]): AnswerItem[] {
  const results = new Map(parts.flatMap((part) => (part.type === "tool-result" ? [[part.id, part] as const] : [])));
  const calls = new Set(parts.flatMap((part) => (part.type === "tool-call" ? [part.id] : [])));
  return parts.flatMap((part, index): AnswerItem[] => {
    switch (part.type) {
      case "text":
      case "reasoning":
        return part.text === "" ? [] : [{ type: part.type, text: part.text, last: index === parts.length - 1 }];
      case "tool-call":
        return [{ type: "tool", name: part.name, input: part.input, result: results.get(part.id) }];
      case "tool-result":
        return calls.has(part.id) ? [] : [{ type: "tool", name: "tool", input: undefined, result: part }];
      case "data-compaction":
        return [{ type: "compaction", words: compactionWords(part), summary: part.summary }];
      default:
        return part satisfies never;
    }
  });
}

/** "34 messages, ~12k tokens → a summary of ~900; the last turns stay". */
function compactionWords({ report, summary_tokens, tail_start_id, auto }: PartOf<"data-compaction">): string {
  const before =
    report === undefined
      ? "Earlier messages"
      : `${report.messages} ${report.messages === 1 ? "message" : "messages"}, ~${compact(report.tokens_before)} tokens`;
  const kept = [
    ...(tail_start_id === null ? [] : ["the last turns stay whole"]),
    ...(report?.skills === undefined ? [] : [`skills kept: ${report.skills.join(", ")}`]),
  ];
  const how = auto ? "Compacted by itself" : "Compacted";
  return `${how}: ${before} became a summary of ~${compact(summary_tokens)}${kept.map((words) => `; ${words}`).join("")}`;
}

const SHORT = 80;

/** The one value of an input that says most: a path, a command, a pattern; else the whole of it. */
export function shortInput(input: ToolItem["input"]): string {
  if (input === undefined || input === null) return "";
  if (typeof input !== "object") return shorten(String(input));
  const strings = Object.values(input).filter((value) => typeof value === "string");
  return shorten(strings[0] ?? (Object.keys(input).length === 0 ? "" : JSON.stringify(input)));
}

function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > SHORT ? `${line.slice(0, SHORT - 1)}…` : line;
}
