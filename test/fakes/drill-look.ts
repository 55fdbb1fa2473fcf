// After a restart: is everything there that was acknowledged, verbatim, and nothing half?
import { isDeepStrictEqual } from "node:util";
import { DatabaseSync } from "node:sqlite";
import type { Message } from "../../extension/message/message.ts";
import { readDraft } from "../../extension/persist/drafts.ts";
import { readMessages } from "../../extension/persist/messages.ts";
import { readQueue } from "../../extension/persist/queue.ts";
import { openStore, type Store } from "../../extension/persist/database/store.ts";
import { Draft } from "../../extension/protocol/draft.ts";
import type { Figures } from "./drill.ts";
import { type Acknowledged, numberOf, partsOf, conversationIds, wholeAnswer } from "./drill-words.ts";

/** Counts into the figures when it is the last look at this database; faults are noted at every look. */
export function lookFor(path: string, known: readonly Acknowledged[], figures: Figures, isLast: boolean): void {
  const store = openStore(path);
  try {
    const faults = [...lookAtRows(path), ...known.flatMap((what) => (what.kind === "failure" ? [what.words] : []))];
    const messages = new Map<string, Message>();
    for (const session of conversationIds) {
      for (const { message } of readMessages(store, session, -1)) messages.set(message.id, message);
      for (const message of readQueue(store, session)) messages.set(message.id, message);
    }
    for (const message of messages.values()) faults.push(...lookAtMessage(message));
    const lost = lookForMessages(messages, known, isLast ? figures : undefined);
    lost.push(...lookForDrafts(store, known, figures));
    figures.lost += lost.length;
    figures.faults.push(...lost, ...faults);
  } finally {
    store.close();
  }
}

/** SQLite's own word, and that every text that should be JSON is. */
function lookAtRows(path: string): string[] {
  const db = new DatabaseSync(path);
  try {
    const integrity = db.prepare("PRAGMA integrity_check").all();
    const wrong = integrity.flatMap((row) => (row["integrity_check"] === "ok" ? [] : [String(row["integrity_check"])]));
    if (db.prepare("PRAGMA foreign_key_check").get() !== undefined) wrong.push("a row without its parent");
    const columns = {
      chat_parts: "data_json",
      chat_messages: "metadata_json",
      drafts: "data_json",
      manifests: "data_json",
    };
    for (const [table, column] of Object.entries(columns))
      if (db.prepare(`SELECT 1 FROM ${table} WHERE NOT json_valid(${column})`).get() !== undefined)
        wrong.push(`a row of ${table} that is not JSON`);
    return wrong;
  } finally {
    db.close();
  }
}

/** Acknowledged or not: what is visible is whole. */
function lookAtMessage(message: Message): string[] {
  if (message.role === "user") {
    const number = numberOf(message.parts);
    const isWhole = number !== undefined && isDeepStrictEqual(message.parts, partsOf(number));
    return isWhole ? [] : [`message ${message.id} is not what was written`];
  }
  const { finish } = message.metadata;
  const text = message.parts.map((part) => (part.type === "text" ? part.text : "?")).join("");
  const isRight = finish === "end" ? text === wholeAnswer : finish === "interrupted" && wholeAnswer.startsWith(text);
  return isRight ? [] : [`answer ${message.id} is neither whole nor marked interrupted (${finish ?? "running"})`];
}

function lookForMessages(
  messages: ReadonlyMap<string, Message>,
  known: readonly Acknowledged[],
  figures: Figures | undefined,
): string[] {
  const counts = { message: figures?.messages, queued: figures?.queued, answer: figures?.answers };
  if (figures !== undefined)
    figures.answers.interrupted += [...messages.values()].filter(
      ({ role, metadata }) => role === "assistant" && metadata["finish"] === "interrupted",
    ).length;
  return known.flatMap((what) => {
    if (!("id" in what)) return [];
    const isThere = isKept(messages.get(what.id), what);
    const count = counts[what.kind];
    if (count !== undefined) count.acknowledged += 1;
    if (count !== undefined && isThere) count.found += 1;
    return isThere ? [] : [`lost: ${what.kind} ${what.id}`];
  });
}

function isKept(message: Message | undefined, what: Extract<Acknowledged, { id: string }>): boolean {
  if (what.kind === "answer") return message?.role === "assistant" && message.metadata.finish === "end";
  if (message?.role !== "user" || numberOf(message.parts) !== what.number) return false;
  // What waited may have been sent since; what was sent never waits again.
  return what.kind === "queued" || message.metadata.queued_at === undefined;
}

/** A draft is there until a newer one, or its message, takes its place. */
function lookForDrafts(store: Store, known: readonly Acknowledged[], figures: Figures): string[] {
  const drafts = known.filter((what) => what.kind === "draft");
  figures.drafts.acknowledged += drafts.length - (seen.get(known) ?? 0);
  seen.set(known, drafts.length);
  return conversationIds.flatMap((session) => {
    const last = drafts.findLast((what) => what.session === session);
    if (last === undefined) return [];
    figures.drafts.due += 1;
    const stored = Draft.safeParse(readDraft(store, session)).data;
    const number = numberOf(stored?.parts ?? []) ?? -1;
    if (stored !== undefined && !isDeepStrictEqual(stored.parts, partsOf(number)))
      return [`draft of ${session} is half`];
    const sent = readMessages(store, session, -1).some(
      ({ message }) => message.role === "user" && isDraftSince(numberOf(message.parts) ?? -1, last.number),
    );
    if (number < last.number && !sent) return [`lost: draft ${last.number} of ${session}`];
    figures.drafts.found += 1;
    return [];
  });
}

/** Messages that never were a draft have odd numbers. */
function isDraftSince(number: number, last: number): boolean {
  return number >= last && number % 2 === 0;
}

/** How many drafts of a host's words have been counted. */
const seen = new WeakMap<readonly Acknowledged[], number>();
