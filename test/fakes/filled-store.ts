// A database with many conversations in it, as a person would have after a while, and ways to look at one.
import { DatabaseSync } from "node:sqlite";
import type { AssistantMessage, UserMessage } from "../../extension/message/message.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import { saveDraft } from "../../extension/persist/drafts.ts";
import { readMessages, saveAnswer, saveUserMessage, startAnswer } from "../../extension/persist/messages.ts";
import { createConversation, listConversations } from "../../extension/persist/conversations.ts";
import { openStore, type Store } from "../../extension/persist/database/store.ts";

export interface Sizes {
  sessions: number;
  /** User messages of each, and as many answers. */
  turns: number;
}

/** `words 3.7` is said once by the user and once by the model in session 3. */
export function fillStore(path: string, { sessions, turns }: Sizes): void {
  const store = openStore(path);
  for (let s = 0; s < sessions; s++) {
    const session = { ...newConversation(`ses_${s}`, s), title: `Title ${s}` };
    createConversation(store, session);
    for (let t = 0; t < turns; t++) addTurn(store, session.id, `${s}.${t}`, s * 10_000 + t * 2);
    saveDraft(store, session.id, { parts: [{ type: "text", text: `draft ${s}` }] }, s);
  }
  store.close();
}

function addTurn(store: Store, session_id: string, name: string, at: number): void {
  const text = `words ${name} ${"lorem ipsum ".repeat(20)}`;
  const user: UserMessage = {
    id: `msg_${name}.u`,
    role: "user",
    parts: [{ type: "text", text }],
    metadata: { schema_version: 1 },
  };
  saveUserMessage(store, { session_id, at, message: user, contents: new Map([[name, text]]), ends_draft: false });
  const answer: AssistantMessage = {
    id: `msg_${name}.v`,
    role: "assistant",
    parts: [{ type: "text", text }],
    metadata: { schema_version: 1, model: "m/m", finish: "end" },
  };
  startAnswer(store, session_id, { ...answer, parts: [], metadata: { ...answer.metadata, finish: null } }, at + 1);
  saveAnswer(store, session_id, answer, [0]);
}

/** What of `fillStore` a reader still finds: texts verbatim, by message id. */
export function textsIn(store: Store): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { id } of listConversations(store))
    for (const { message } of readMessages(store, id, -1)) {
      const [part] = message.parts;
      if (part?.type === "text") texts.set(message.id, part.text);
    }
  return texts;
}

/** SQLite's own word on the file. */
export function integrityOf(path: string): unknown[] {
  const db = new DatabaseSync(path);
  try {
    const check = db.prepare("PRAGMA integrity_check").all();
    return [...check.map((row) => row["integrity_check"]), ...db.prepare("PRAGMA foreign_key_check").all()];
  } finally {
    db.close();
  }
}
