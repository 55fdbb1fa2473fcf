// A conversation, as lists and headers show it.
import * as z from "zod/mini";
import { fileTargetOf } from "./file-target.ts";
import type { Part } from "./part.ts";

export const ConversationSummary = z.object({
  id: z.string(),
  title: z.string(),
  created_at: z.int(),
  updated_at: z.int(),
  /** The conversation it was branched from, and the last message it took along. */
  parent_id: z.nullable(z.string()),
  forked_from: z.nullable(z.string()),
  /** A sidecar: kept, but not in the usual lists. */
  ephemeral: z.boolean(),
  archived_at: z.nullable(z.int()),
});
export type ConversationSummary = z.infer<typeof ConversationSummary>;

export function newConversation(id: string, now: number): ConversationSummary {
  return {
    id,
    title: UNTITLED,
    created_at: now,
    updated_at: now,
    parent_id: null,
    forked_from: null,
    ephemeral: false,
    archived_at: null,
  };
}

/** Neither a sidecar nor archived. */
export function isUsual({ ephemeral, archived_at }: ConversationSummary): boolean {
  return !ephemeral && archived_at === null;
}

export const UNTITLED = "New conversation";

/** The title of a conversation for writing a skill, until its first message. */
export const NEW_SKILL = "New skill";

const TITLE_LENGTH = 60;

/** The first words of the first message, or the first thing it points at. */
export function titleOf(parts: readonly Part[]): string {
  const text = parts.flatMap(spokenBy).join(" ");
  const line = text.trim().replace(/\s+/g, " ");
  const title = line === "" ? (parts.map(fileTargetOf).find((target) => target !== undefined)?.path ?? UNTITLED) : line;
  const characters = Array.from(title);
  return characters.length > TITLE_LENGTH
    ? `${characters
        .slice(0, TITLE_LENGTH - 1)
        .join("")
        .trimEnd()}…`
    : title;
}

function spokenBy(part: Part): string[] {
  if (part.type === "command") return [part.id, part.args.raw];
  return part.type === "text" ? [part.text] : [];
}
