// Fork and rewind: a conversation goes on from an earlier point, and nothing of it is lost.
import * as z from "zod/mini";
import type { UserMessage } from "../message/message.ts";
import { type ConversationSummary, UNTITLED } from "../message/conversation.ts";
import { type Conversation, type NewId, readConversation, withNewIds, writeConversation } from "./conversation.ts";
import { QUEUED, readMessage } from "./messages.ts";
import { copyAgentChoices } from "./agents/agent-choices.ts";
import { readChoice, saveChoice } from "./choices.ts";
import { copyPins } from "./pins.ts";
import { readPurpose, savePurpose } from "./purpose.ts";
import { isHeld } from "./ownership/lease.ts";
import { readSummary } from "./conversations.ts";
import type { Store } from "./database/store.ts";
import * as words from "./words.ts";

export interface ForkOptions {
  ephemeral: boolean;
  now: number;
  newId: NewId;
}

/**
 * A new conversation with the visible messages up to a point, their manifests and the pins, under new ids. A point inside
 * a running turn, or at a queued message, is moved back to the last settled message. Queued messages, drafts and
 * permissions stay with the parent. Throws with words for the user if there is no message to take; a sidecar may begin
 * without any.
 */
export function forkConversation(
  store: Store,
  parentId: string,
  fromId: string,
  options: ForkOptions,
): ConversationSummary {
  return store.transaction(() => {
    const parent = readSummary(store, parentId);
    if (parent === undefined) throw new Error(words.conversationGone);
    const conversation = readConversation(store, parentId);
    const messages = settledUpTo(conversation.messages, fromId, isHeld(store, parentId, options.now));
    const last = messages.at(-1)?.message.id;
    if (last === undefined && !options.ephemeral) throw new Error(words.nothingToBranch);
    const ids = new Set(messages.map(({ message }) => message.id));
    const isTaken = ({ message_id }: { message_id: string }): boolean => ids.has(message_id);
    const manifests = conversation.manifests.filter(isTaken);
    const skill_invocations = conversation.skill_invocations.filter(isTaken);
    const fork: ConversationSummary = {
      ...parent,
      id: options.newId("ses"),
      // A branch keeps the title of its conversation; a sidecar gets its own.
      title: options.ephemeral ? UNTITLED : parent.title,
      created_at: options.now,
      updated_at: options.now,
      parent_id: parentId,
      forked_from: last ?? null,
      ephemeral: options.ephemeral,
      archived_at: null,
    };
    writeConversation(store, fork, withNewIds({ messages, manifests, skill_invocations }, fork.id, options.newId));
    copyPins(store, parentId, fork.id);
    saveChoice(store, "agent", fork.id, readChoice(store, "agent", parentId));
    copyAgentChoices(store, parentId, fork.id);
    // A branch continues the same work; a sidecar only asks about it.
    if (!options.ephemeral) savePurpose(store, fork.id, readPurpose(store, parentId));
    return fork;
  });
}

type Rows = Conversation["messages"];

/** Omits a running turn completely, including the message that began it. */
function settledUpTo(rows: Rows, fromId: string, isHeld: boolean): Rows {
  const visible = rows.filter(({ message }) => message.hidden_at === undefined);
  const end = visible.findIndex(({ message }) => message.id === fromId);
  if (end < 0) throw new Error(words.messageGone);
  const sent = visible.slice(0, end + 1).filter(({ message }) => !isQueued(message.metadata));
  return sent.slice(
    0,
    startOfRunningTurn(
      visible.filter(({ message }) => !isQueued(message.metadata)),
      isHeld,
    ),
  );
}

const Running = z.object({ finish: z.null() });

/** The index of the message whose answer is streaming or about to; the end if there is none. */
function startOfRunningTurn(sent: Rows, isHeld: boolean): number {
  const answer = sent.findIndex(
    ({ message }) => message.role === "assistant" && Running.safeParse(message.metadata).success,
  );
  if (answer >= 0)
    return Math.max(
      0,
      sent.slice(0, answer).findLastIndex(({ message }) => message.role === "user"),
    );
  return isHeld && sent.at(-1)?.message.role === "user" ? sent.length - 1 : sent.length;
}

function isQueued(metadata: unknown): boolean {
  return z.object({ queued_at: z.number() }).safeParse(metadata).success;
}

const SENT = `NOT (${QUEUED})`;

/**
 * Hides a user message and everything after it, and returns the message, so that the user can edit it as the draft.
 * Queued messages are not part of the conversation yet, and stay queued.
 */
export function rewindConversation(store: Store, conversationId: string, messageId: string, now: number): UserMessage {
  return store.transaction(() => {
    const message = readMessage(store, messageId);
    const { changes } = store.run(
      `UPDATE chat_messages SET hidden_at = max(?1, (SELECT 1 + coalesce(max(hidden_at), 0) FROM chat_messages WHERE session_id = ?2))
       WHERE session_id = ?2 AND hidden_at IS NULL AND ${SENT}
       AND (created_at, id) >= (SELECT created_at, id FROM chat_messages
         WHERE id = ?3 AND session_id = ?2 AND role = 'user' AND hidden_at IS NULL AND ${SENT})`,
      now,
      conversationId,
      messageId,
    );
    if (changes === 0 || message?.role !== "user") throw new Error(words.messageGone);
    return message;
  });
}

/** Whether a rewind hid the message. */
export function isHidden(store: Store, messageId: string): boolean {
  return store.get("SELECT 1 FROM chat_messages WHERE id = ? AND hidden_at IS NOT NULL", messageId) !== undefined;
}

/** Whether the conversation ends in messages that a rewind hid: nothing was sent since. */
export function canUndoRewind(store: Store, conversationId: string): boolean {
  const row = store.get(
    `SELECT hidden_at IS NOT NULL AS hidden FROM chat_messages WHERE session_id = ? AND ${SENT}
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    conversationId,
  );
  return z.optional(z.object({ hidden: z.int() })).parse(row)?.hidden === 1;
}

/** Brings back what the last rewind hid. `false` when there is none, or the conversation has gone on since. */
export function undoRewind(store: Store, conversationId: string): boolean {
  return store.transaction(() => {
    const row = store.get(
      `SELECT id, created_at, hidden_at FROM chat_messages
       WHERE session_id = ?1 AND hidden_at = (SELECT max(hidden_at) FROM chat_messages WHERE session_id = ?1)
       ORDER BY created_at, id LIMIT 1`,
      conversationId,
    );
    if (row === undefined) return false;
    const first = z.object({ id: z.string(), created_at: z.int(), hidden_at: z.int() }).parse(row);
    // A rewind hides everything after its first message, so a visible message there was sent since.
    const since = store.get(
      `SELECT 1 FROM chat_messages WHERE session_id = ? AND hidden_at IS NULL AND (created_at, id) > (?, ?) AND ${SENT}`,
      conversationId,
      first.created_at,
      first.id,
    );
    if (since !== undefined) return false;
    store.run(
      "UPDATE chat_messages SET hidden_at = NULL WHERE session_id = ? AND hidden_at = ?",
      conversationId,
      first.hidden_at,
    );
    return true;
  });
}
