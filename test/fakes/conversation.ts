// A store on a real file, and rows written in it the way a turn writes them.
import { join } from "node:path";
import type { AssistantMessage, AssistantPart, UserMessage } from "../../extension/message/message.ts";
import { readPart } from "../../extension/message/versions/version.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import { saveAnswer, saveUserMessage, startAnswer } from "../../extension/persist/messages.ts";
import { createConversation } from "../../extension/persist/conversations.ts";
import type { Store } from "../../extension/persist/database/store.ts";
import { temporaryFolder } from "./folder.ts";
import { freshStore } from "./fresh-store.ts";

export function openWith(conversationId = "ses_1", path = join(temporaryFolder(), "galley.db")): Store {
  const store = freshStore(path);
  createConversation(store, { ...newConversation(conversationId, 1), title: "T" });
  return store;
}

export interface Written {
  session?: string;
  at?: number;
  metadata?: Record<string, unknown>;
  /** The texts its snapshots name. */
  contents?: ReadonlyMap<string, string>;
}

/** A user message; words stand for one text part. */
export function say(store: Store, id: string, parts: string | unknown[], written: Written = {}): void {
  const { session = "ses_1", at = 1, metadata = {}, contents = new Map() } = written;
  const message: UserMessage = {
    id,
    role: "user",
    parts: typeof parts === "string" ? [{ type: "text", text: parts }] : parts.map((part) => readPart(part)),
    metadata: { schema_version: 1, ...metadata },
  };
  saveUserMessage(store, { session_id: session, at, message, contents, ends_draft: false });
}

/** An answer; with `finish: null` in its metadata it is still under way. */
export function reply(store: Store, id: string, parts: string | AssistantPart[], written: Written = {}): void {
  const { session = "ses_1", at = 1, metadata = {} } = written;
  const message: AssistantMessage = {
    id,
    role: "assistant",
    parts: typeof parts === "string" ? [{ type: "text", text: parts }] : parts,
    metadata: { schema_version: 1, model: "loopback/loopback", finish: "end", ...metadata },
  };
  startAnswer(store, session, { ...message, parts: [], metadata: { ...message.metadata, finish: null } }, at);
  saveAnswer(store, session, message, message.parts.keys());
}

export function countingIds(start = 0): (prefix: string) => string {
  let count = start;
  return (prefix) => `${prefix}_new${String(++count).padStart(6, "0")}`;
}
