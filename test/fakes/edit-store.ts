// A store with one answer whose tools change files, for drills and for processes that are killed.
import { newConversation } from "../../extension/message/conversation.ts";
import { newBesideId, removeLeftBeside } from "../../extension/disk/write/beside.ts";
import { digestOf } from "../../extension/disk/digest.ts";
import { plainSpot } from "../../extension/disk/places/same-file.ts";
import { replaceText } from "../../extension/disk/tool-documents.ts";
import { saveUserMessage } from "../../extension/persist/messages.ts";
import { changeFile, settleLeft, type Wrote } from "../../extension/persist/edited/pending-edits.ts";
import { createConversation } from "../../extension/persist/conversations.ts";
import { openStore, type Store } from "../../extension/persist/database/store.ts";
import { countLines } from "../../extension/tools/count-lines.ts";

export const MESSAGE = "msg_1";

export function storeWithAnswer(path: string): Store {
  const store = openStore(path);
  if (store.get("SELECT 1 FROM chat_messages") !== undefined) return store;
  createConversation(store, { ...newConversation("ses_1", 1), title: "T" });
  const message = { id: MESSAGE, role: "user" as const, parts: [], metadata: { schema_version: 1 as const } };
  saveUserMessage(store, { session_id: "ses_1", at: 1, message, contents: new Map(), ends_draft: false });
  return store;
}

/** As a tool does it where there is no editor. */
export function changeAsTool(
  store: Store,
  real: string,
  before: string | undefined,
  after: string,
  path = "file",
): Promise<Wrote> {
  const id = newBesideId();
  const change = { message_id: MESSAGE, path, real, before, after, id, owner: String(process.pid) };
  return changeFile(store, change, countLines, async () => {
    const put = await replaceText(plainSpot(real), before, after, { id, inPlace: "allowed" });
    return put.ok ? { ok: true, value: after } : put;
  });
}

/** As the next window does it: every other process is gone. */
export function settleAsNext(store: Store): ReturnType<typeof settleLeft> {
  return settleLeft(store, {
    isAlive: (owner) => owner === String(process.pid),
    count: countLines,
    digest: (real) => digestOf(plainSpot(real)),
    removeLeft: (real, id) => removeLeftBeside(plainSpot(real), id),
  });
}
