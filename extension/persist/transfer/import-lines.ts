// A checked import on its way from the thread that read it to the database: lines, each small enough to be written at once.
import type { Export, ExportedMessage } from "../../message/export.ts";
import type { ConversationSummary } from "../../message/conversation.ts";
import { spokenIn } from "../search.ts";

/** What the thread hands over. The order of the lines is that of the conversation; `blobs` are stored before them. */
export interface CheckedImport {
  session: ConversationSummary;
  purpose: string | undefined;
  isQueued: boolean;
  blobs: { content_id: string; mime: string; bytes: Uint8Array }[];
  lines: Uint8Array;
}

/** A message, a part of it, some of its words; an account, a composition, a system text. JSON has no tab and no line feed. */
export type LineKind = "M" | "P" | "W" | "A" | "I" | "D";

/** More would block the host while they are indexed. Neighbours overlap, so that no phrase is lost between two. */
const WORDS_AT_ONCE = 32 * 1024;
const OVERLAP = 200;

export function* linesOf(
  { messages, manifests, skill_invocations, system_prompts }: Omit<Export, "session" | "blobs">,
  createdAt: number,
): Generator<string> {
  let at = createdAt;
  for (const { message, parts } of messages) {
    at = message.created_at ?? at;
    yield `M${JSON.stringify(rowOf(message, at))}`;
    for (const [index, part] of parts.entries()) yield `P${index}\t${JSON.stringify(part)}`;
    const words = spokenIn(parts).join(" ");
    for (let start = 0; start < words.length; start += WORDS_AT_ONCE)
      yield `W${JSON.stringify(words.slice(start, start + WORDS_AT_ONCE + OVERLAP))}`;
  }
  for (const manifest of manifests) yield about("A", manifest);
  for (const invocation of skill_invocations) yield about("I", invocation);
  for (const [digest, text] of Object.entries(system_prompts)) yield `D${digest}\t${JSON.stringify(text)}`;
}

function rowOf({ id, role, hidden_at, metadata }: ExportedMessage, created_at: number): Record<string, unknown> {
  return { id, role, created_at, hidden_at: hidden_at ?? null, metadata_json: JSON.stringify(metadata) };
}

function about(kind: LineKind, row: { id: string; message_id: string }): string {
  return `${kind}${JSON.stringify([row.id, row.message_id])}\t${JSON.stringify(row)}`;
}
