// An imported conversation is data: its answers are closed, no message steers, and queued messages wait.
import * as z from "zod/mini";
import type { Export, ExportedMessage } from "../../message/export.ts";
import { INTERRUPTED_SKILL } from "../skill-invocations.ts";
import type { Store } from "../database/store.ts";
import * as words from "../words.ts";

type Rows = Export["messages"];

/** Nothing a user wrote is lost: messages that were queued stay queued, and `holdImported` keeps them there. */
export function settle<Given extends Pick<Export, "messages" | "skill_invocations">>(exported: Given): Given {
  const messages = exported.messages.map((row) => (row.message.role === "user" ? waiting(row) : closed(row)));
  const skill_invocations = exported.skill_invocations.map((invocation) => ({
    ...invocation,
    outcome: invocation["outcome"] ?? INTERRUPTED_SKILL,
  }));
  return { ...exported, messages, skill_invocations };
}

/** The caller holds the transaction. The hold ends when the user says so. */
export function holdImported(
  store: Store,
  conversationId: string,
  messages: readonly { message: ExportedMessage }[],
): void {
  if (messages.some(({ message }) => message.role === "user" && isQueued(message)))
    store.run("UPDATE chat_sessions SET queue_hold = 'hold' WHERE id = ?", conversationId);
}

/** The times that a date can have: the queue counts on from the last one. */
const QueuedAt = z.int().check(z.gte(0), z.lte(8.64e15));

export function isQueued({ metadata }: ExportedMessage): boolean {
  return typeof metadata !== "string" && QueuedAt.safeParse(metadata["queued_at"]).success;
}

/** Drops an invalid place in the queue, and one that a rewind has hidden: the message then belongs to the conversation. */
function waiting({ message, parts }: Rows[number]): Rows[number] {
  if (typeof message.metadata === "string") return { message, parts };
  const { steers, ...metadata } = message.metadata;
  if (isQueued(message) && message.hidden_at === undefined) return { message: { ...message, metadata }, parts };
  const { queued_at, ...sent } = metadata;
  return { message: { ...message, metadata: sent }, parts };
}

const Call = z.object({ type: z.literal("tool-call"), id: z.string() });
const Result = z.object({ type: z.literal("tool-result"), id: z.string() });

function closed({ message, parts }: Rows[number]): Rows[number] {
  const { metadata } = message;
  if (typeof metadata === "string" || (metadata["finish"] !== undefined && metadata["finish"] !== null))
    return { message, parts };
  const done = new Set(parts.flatMap((part) => Result.safeParse(part).data?.id ?? []));
  const open = parts.flatMap((part) => Call.safeParse(part).data?.id ?? []).filter((id) => !done.has(id));
  const ends = open.map((id) => ({ type: "tool-result", id, output: words.interruptedCall, is_error: true }));
  return { message: { ...message, metadata: { ...metadata, finish: "interrupted" } }, parts: [...parts, ...ends] };
}
