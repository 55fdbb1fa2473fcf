// The record of every composition of a skill: how it was made, and how its run ended.
import * as z from "zod/mini";
import { SkillInvocation, type SkillOutcome } from "../message/invocation.ts";
import { readJson } from "./database/read-json.ts";
import type { Store } from "./database/store.ts";
import * as words from "./words.ts";

const Row = z.object({ data_json: z.string() });

export function saveInvocation(store: Store, invocation: SkillInvocation): void {
  store.run(
    "INSERT INTO skill_invocations (id, session_id, message_id, data_json) VALUES (?, ?, ?, ?)",
    invocation.id,
    invocation.session_id,
    invocation.message_id,
    JSON.stringify(invocation),
  );
}

export function saveOutcome(store: Store, id: string, outcome: SkillOutcome): void {
  store.run(
    "UPDATE skill_invocations SET data_json = json_set(data_json, '$.outcome', json(?)) WHERE id = ?",
    JSON.stringify(outcome),
    id,
  );
}

export const INTERRUPTED_SKILL: SkillOutcome = { kind: "interrupted", words: words.interruptedSkill };

/** Marks the invocations that an ended process left open as interrupted. */
export function closeInvocations(store: Store, conversationId: string): void {
  store.run(
    `UPDATE skill_invocations SET data_json = json_set(data_json, '$.outcome', json(?))
     WHERE session_id = ? AND json_valid(data_json) AND json_extract(data_json, '$.outcome') IS NULL`,
    JSON.stringify(INTERRUPTED_SKILL),
    conversationId,
  );
}

/** Oldest first. Skips corrupt rows. */
export function readInvocations(store: Store, conversationId: string): SkillInvocation[] {
  const rows = store.all(
    `SELECT data_json FROM skill_invocations WHERE session_id = ? AND json_valid(data_json)
     ORDER BY json_extract(data_json, '$.at'), rowid`,
    conversationId,
  );
  return rows.flatMap((row) => SkillInvocation.safeParse(readJson(Row.parse(row).data_json)).data ?? []);
}
