// The latest compaction decides where the visible conversation begins: a summary stands for all that came before.
import type { AssistantMessage, AssistantPart, Message } from "../message/message.ts";
import type { Part } from "../message/part.ts";
import * as words from "./words.ts";

type Compaction = Extract<AssistantPart, { type: "data-compaction" }>;

export interface Visible {
  /** What the model still reads of it, oldest first. */
  messages: readonly Message[];
  summary: { id: string; text: string; summarised: number } | undefined;
}

export function visibleHistory(history: readonly Message[]): Visible {
  const at = history.findLastIndex((message) => markerOf(message) !== undefined);
  const message = history[at];
  const marker = message && markerOf(message);
  if (message?.role !== "assistant" || marker === undefined) return { messages: history, summary: undefined };
  const found = marker.tail_start_id === null ? -1 : history.findIndex(({ id }) => id === marker.tail_start_id);
  const tail = found < 0 || found > at ? at : found;
  const head = history.slice(0, tail);
  return {
    messages: [...history.slice(tail, at), ...withoutMarkers(message), ...history.slice(at + 1)],
    summary: { id: message.id, text: words.summaryText(marker.summary, skillsOf(head)), summarised: head.length },
  };
}

export function markerOf({ role, parts }: Message): Compaction | undefined {
  return role === "assistant" ? parts.findLast((part) => part.type === "data-compaction") : undefined;
}

function withoutMarkers(message: AssistantMessage): AssistantMessage[] {
  const parts = message.parts.filter(({ type }) => type !== "data-compaction");
  return parts.length === 0 ? [] : [{ ...message, parts }];
}

/** By name and version, in the order they were first invoked. */
export function skillsOf(messages: readonly Message[]): string[] {
  const named = messages.flatMap((message) => (message.role === "user" ? message.parts.flatMap(spelledOut) : []));
  const skills = named.flatMap((part) => (part.type === "skill-invocation" ? [`${part.name} ${part.version}`] : []));
  return [...new Set(skills)];
}

function spelledOut(part: Part): Part[] {
  return part.type === "command" ? (part.result_parts ?? []) : [part];
}
