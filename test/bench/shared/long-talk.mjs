// A conversation as long as a week of work: messages, tool results, attachments and pinned files, on disk.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cachedSlice } from "../../../extension/disk/cached-slice.ts";
import { newConversation } from "../../../extension/message/conversation.ts";
import { contentId, saveContent } from "../../../extension/persist/contents/blobs.ts";
import { addPins } from "../../../extension/persist/pins.ts";
import { createConversation } from "../../../extension/persist/conversations.ts";
import { openStore } from "../../../extension/persist/database/store.ts";
import { neutralPorts } from "../../fakes/neutral-ports.ts";
import { plainDecoding } from "../../../extension/text/decode-text.ts";
import { loopback } from "../../../extension/turn/wire.ts";

export const SESSION = "ses_bench";
const words = "The quick brown fox jumps over the lazy dog and says what it thinks of that. ";
const code = "export function weigh(item: Item, at: number): number {\n  return item.weight * at + 42;\n}\n";

/** Ports on a store of its own: `messages` in all, tool results, attachments and pins as given. */
export function longTalk(folder, { messages, results, attachments, pins }) {
  mkdirSync(folder, { recursive: true });
  const store = openStore(join(folder, "galley.db"));
  createConversation(store, newConversation(SESSION, 0));
  store.transaction(() => {
    for (let index = 0; index < messages; index++) addMessage(store, index, { messages, results, attachments });
  });
  const files = Array.from({ length: pins }, (_, index) => writePinned(folder, index));
  addPins(
    store,
    SESSION,
    files.map((path) => ({ id: `file:${path}`, part: { type: "file-ref", ref: { kind: "path", path } } })),
  );
  let ids = 0;
  return {
    files,
    ports: {
      ...neutralPorts(),
      store,
      readFile: ({ path, range }) => cachedSlice(path, range, 1 << 20, plainDecoding),
      readContext: () => Promise.resolve({ parts: [] }),
      compactsAlone: () => false,
      layers: () => Promise.resolve({ layers: [{ id: "agent.system", text: words.repeat(20) }] }),
      model: () => ({ ...loopback, context_window: 100_000_000 }),
      languageModel: { send: () => Promise.reject(new Error("nothing is sent here")) },
      now: () => Date.now(),
      newId: (prefix) => `${prefix}_new${String(++ids).padStart(8, "0")}`,
      emit: () => undefined,
      owner: "bench",
      isAlive: () => false,
    },
  };
}

/** Its time lies far enough back for a reader to trust it. */
function writePinned(folder, index) {
  const path = join(folder, `pinned-${index}.ts`);
  writeFileSync(path, `// ${index}\n${code.repeat(80)}`);
  const then = new Date(Date.now() - 60_000);
  utimesSync(path, then, then);
  return path;
}

export function addMessage(store, index, { messages, results, attachments }) {
  const id = `msg_${String(index).padStart(8, "0")}`;
  const isUser = index % 2 === 0;
  const metadata = isUser ? { schema_version: 1 } : { schema_version: 1, model: "m/m", finish: "end" };
  store.run(
    "INSERT INTO chat_messages (id, session_id, role, created_at, metadata_json) VALUES (?, ?, ?, ?, ?)",
    id,
    SESSION,
    isUser ? "user" : "assistant",
    index,
    JSON.stringify(metadata),
  );
  const every = (count) => count > 0 && Math.floor((index >> 1) % Math.max(1, messages / 2 / count)) === 0;
  const parts = isUser
    ? [{ type: "text", text: `${index} ${words.repeat(4)}` }, ...(every(attachments) ? [attachment(store, index)] : [])]
    : [
        { type: "text", text: `${index} ${words.repeat(6)}` },
        ...(every(results)
          ? [
              { type: "tool-call", id: `call_${index}`, name: "read", input: { path: `src/${index}.ts` } },
              { type: "tool-result", id: `call_${index}`, output: `${index}\n${code.repeat(20)}`, is_error: false },
              { type: "text", text: words },
            ]
          : []),
      ];
  for (const [position, part] of parts.entries())
    store.run("INSERT INTO chat_parts VALUES (?, ?, ?)", id, position, JSON.stringify(part));
}

function attachment(store, index) {
  const text = `${index}\n${words.repeat(200)}`;
  const content_id = contentId(text);
  saveContent(store, content_id, text);
  return { type: "file-attachment", name: `log-${index}.txt`, mime: "text/plain", size: text.length, content_id };
}
