// Long conversations on disk, and the ports to open them with.
import { newConversation } from "../../../extension/message/conversation.ts";
import { saveAnswer, startAnswer } from "../../../extension/persist/messages.ts";
import { createConversation } from "../../../extension/persist/conversations.ts";
import { openStore } from "../../../extension/persist/database/store.ts";
import { neutralPorts } from "../../fakes/neutral-ports.ts";
import { loopback } from "../../../extension/turn/wire.ts";

const id = "ses_bench";
const words = "The quick brown fox jumps over the lazy dog and says what it thinks of that. ".repeat(4);

/** One session: a question of three parts and its answer, in turns. Written in one go; the rows are what `persist` writes. */
export function fillConversation(path, count) {
  const store = openStore(path);
  createConversation(store, newConversation(id, 0));
  store.transaction(() => {
    for (let index = 0; index < count; index++) addMessage(store, index);
  });
  store.close();
}

function addMessage(store, index) {
  const message = `msg_${String(index).padStart(8, "0")}`;
  const isUser = index % 2 === 0;
  const metadata = isUser ? { schema_version: 1 } : { schema_version: 1, model: "m/m", finish: "end" };
  store.run(
    "INSERT INTO chat_messages (id, session_id, role, created_at, metadata_json) VALUES (?, ?, ?, ?, ?)",
    message,
    id,
    isUser ? "user" : "assistant",
    index,
    JSON.stringify(metadata),
  );
  const reference = { type: "file-ref", ref: { kind: "path", path: `src/${index}.ts` } };
  const text = { type: "text", text: `${index} ${words}` };
  for (const [position, part] of (isUser ? [text, reference, text] : [text]).entries())
    store.run("INSERT INTO chat_parts VALUES (?, ?, ?)", message, position, JSON.stringify(part));
  store.run("INSERT INTO chat_words (text, session_id, message_id) VALUES (?, ?, ?)", text.text, id, message);
}

/** Saves a part of an answer that has just begun; every 16th call it is a new part. */
export function appender(store) {
  const metadata = { schema_version: 1, model: "m/m", finish: null };
  const message = { id: "msg_appended", role: "assistant", parts: [], metadata };
  startAnswer(store, id, message, 1_000_000_000);
  return (index, text) => {
    const part = index >> 4;
    message.parts[part] = { type: "text", text };
    saveAnswer(store, id, message, [part]);
  };
}

export function portsOn(store) {
  const unused = () => {
    throw new Error("Opening a session asks for none of this.");
  };
  return {
    ...neutralPorts(),
    store,
    readFile: unused,
    attachmentLimits: unused,
    layers: unused,
    model: () => loopback,
    languageModel: { send: unused },
    now: () => 0,
    newId: unused,
    emit: unused,
    owner: "bench",
    isAlive: () => false,
  };
}
