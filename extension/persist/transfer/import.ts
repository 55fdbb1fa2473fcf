// An export becomes a conversation of this store: all of it, or nothing and the list of problems.
import type { Export } from "../../message/export.ts";
import type { Problem } from "../parse-message.ts";
import { type ConversationSummary, UNTITLED } from "../../message/conversation.ts";
import { saveBytes } from "../contents/blobs.ts";
import { type NewId, withNewIds, writeConversation } from "../conversation.ts";
import { saveSystemPrompt } from "../manifests.ts";
import { parseExport } from "./parse-export.ts";
import { Purpose, savePurpose } from "../purpose.ts";
import { holdImported, settle } from "./settle-import.ts";
import type { Store } from "../database/store.ts";
import * as words from "./words.ts";

export type ImportOptions =
  | { newId: NewId; keepIds?: false; /** For what the export does not date. */ now?: number }
  | { keepIds: true; now?: number };

export class DamagedExport extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    const [first] = problems;
    super(words.damaged(first?.path ?? "", first?.message ?? "", problems.length - 1));
    this.problems = problems;
  }
}

/**
 * An imported conversation is data: see `settle`. It gets new ids, so that it can be imported beside itself. With
 * `keepIds` it is adopted under its own; returns `undefined` if it is in the store already. Throws `DamagedExport`;
 * nothing is half imported.
 */
export function importConversation(
  store: Store,
  raw: unknown,
  options: ImportOptions & { keepIds?: false },
): ConversationSummary;
export function importConversation(store: Store, raw: unknown, options: ImportOptions): ConversationSummary | undefined;
export function importConversation(
  store: Store,
  raw: unknown,
  options: ImportOptions,
): ConversationSummary | undefined {
  const parsed = parseExport(raw);
  if (!parsed.ok) throw new DamagedExport(parsed.failure);
  const exported = settle(parsed.value);
  return store.transaction(() => {
    if (options.keepIds === true) {
      if (hasRow(store, "chat_sessions", exported.session.id)) return undefined;
      refuseTaken(store, exported);
    }
    const id = options.keepIds === true ? exported.session.id : options.newId("ses");
    const summary = toSummary(id, exported, options.now ?? 0);
    const isKept = options.keepIds === true || hasRow(store, "chat_sessions", summary.parent_id ?? "");
    const session = isKept ? summary : { ...summary, parent_id: null, forked_from: null };
    const conversation = options.keepIds === true ? exported : withNewIds(exported, id, options.newId);
    for (const [digest, text] of Object.entries(exported.system_prompts)) saveSystemPrompt(store, digest, text);
    for (const { content_id, mime, data } of exported.blobs)
      saveBytes(store, { content_id, mime, bytes: Buffer.from(data, "base64") });
    writeConversation(store, session, conversation);
    holdImported(store, id, conversation.messages);
    savePurpose(store, id, Purpose.safeParse(exported.session.purpose).data);
    return session;
  });
}

/** Keeps the parent it names: that conversation may be adopted later. In another store the parent means nothing. */
export function toSummary(id: string, { session, messages }: Export, now: number): ConversationSummary {
  const created_at = session.created_at ?? messages[0]?.message.created_at ?? now;
  return {
    id,
    title: session.title ?? UNTITLED,
    created_at,
    updated_at: session.updated_at ?? messages.at(-1)?.message.created_at ?? created_at,
    parent_id: session.parent_id ?? null,
    forked_from: session.forked_from ?? null,
    ephemeral: session.ephemeral ?? false,
    archived_at: session.archived_at ?? null,
  };
}

function refuseTaken(store: Store, { messages, manifests, skill_invocations }: Export): void {
  const why = words.idTaken;
  const problems = [
    ...messages.flatMap(({ message }, index) =>
      hasRow(store, "chat_messages", message.id) ? [{ path: `messages[${index}].message.id`, message: why }] : [],
    ),
    ...manifests.flatMap(({ id }, index) =>
      hasRow(store, "manifests", id) ? [{ path: `manifests[${index}].id`, message: why }] : [],
    ),
    ...skill_invocations.flatMap(({ id }, index) =>
      hasRow(store, "skill_invocations", id) ? [{ path: `skill_invocations[${index}].id`, message: why }] : [],
    ),
  ];
  if (problems.length > 0) throw new DamagedExport(problems);
}

function hasRow(
  store: Store,
  table: "chat_sessions" | "chat_messages" | "manifests" | "skill_invocations",
  id: string,
): boolean {
  return store.get(`SELECT 1 FROM ${table} WHERE id = ?`, id) !== undefined;
}
