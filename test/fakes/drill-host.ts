// A host made to be killed: streams answers, changes drafts, queues messages, and says of each when it is on disk.
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { mergeCommands } from "../../extension/compose/catalog.ts";
import { sliceText } from "../../extension/acquire/slice.ts";
import { SCHEMA_VERSION } from "../../extension/message/message.ts";
import { saveUserMessage } from "../../extension/persist/messages.ts";
import { openSafely } from "../../extension/persist/open.ts";
import type { Rooms } from "../../extension/turn/rooms.ts";
import { Session } from "../../extension/turn/session.ts";
import { loopback, VSCODE_LM } from "../../extension/turn/wire.ts";
import { type Acknowledged, answerChunks, partsOf, sessionIds } from "./drill-words.ts";

const [path = "", first = "0"] = process.argv.slice(2);
let number = Number(first);
let ids = 0;

/** In the kernel when it returns, whatever happens to this process. */
function acknowledge(what: Acknowledged): void {
  writeSync(1, `${JSON.stringify(what)}\n`);
}

const { store, notice } = openSafely(path, Date.now());
if (notice !== undefined) acknowledge({ kind: "failure", words: notice });

const rooms: Rooms = {
  store,
  readFile: ({ range }) => {
    const text = `one\n${"two ".repeat(500)}\nthree`;
    const slice = range === undefined ? { text, clamped: false } : sliceText(text, range);
    return Promise.resolve({ state: "text", language: "typescript", unsaved: false, ...slice });
  },
  attachmentLimits: () => ({ inlineBytes: 1 << 20, sessionInlineBytes: 20 << 20 }),
  livePins: () => Promise.resolve([]),
  inlineTextBytes: () => 64 << 10,
  catalog: () => mergeCommands([]),
  layers: () => [{ id: "agent.system", text: "Be brief." }],
  model: () => ({ ...loopback, provider: VSCODE_LM, id: "drill/drill", context_window: 100_000_000 }),
  languageModel: { send: () => Promise.resolve(stream()) },
  now: () => Date.now(),
  newId: (prefix) => `${prefix}_${first.padStart(12, "0")}_${String(++ids).padStart(6, "0")}`,
  emit: (_, event) => {
    if (event.type === "failure") acknowledge({ kind: "failure", words: event.failure.message });
  },
  owner: `${process.pid}`,
  isAlive: (owner) => owner === `${process.pid}`,
};

async function* stream(): AsyncGenerator<string> {
  for (const chunk of answerChunks) {
    yield chunk;
    await sleep(Math.random() * 8);
  }
}

const sessions = sessionIds.map((id) => new Session(rooms, id));
for (const session of sessions) session.snapshot();
acknowledge({ kind: "ready", words: "" });
await new Promise((resolve) => process.stdin.once("data", resolve));
await Promise.all(sessions.map(converse));

async function converse(session: Session): Promise<void> {
  for (;;) {
    await type(session, 3);
    queue(session);
    const draft = ++number;
    const sent = await session.submitDraft({ parts: partsOf(draft) });
    if (!sent.ok) throw new Error(sent.failure.message);
    acknowledge({ kind: "message", session: session.id, id: sent.message_id, number: draft });
    await type(session, 20);
    queue(session);
    await session.settled();
    const answer = session.snapshot().messages.findLast(({ role }) => role === "assistant");
    if (answer !== undefined) acknowledge({ kind: "answer", session: session.id, id: answer.id });
  }
}

async function type(session: Session, changes: number): Promise<void> {
  for (let change = 0; change < changes; change++) {
    const draft = ++number;
    session.saveDraft({ parts: partsOf(draft) });
    acknowledge({ kind: "draft", session: session.id, number: draft });
    await sleep(Math.random() * 10);
  }
}

function queue(session: Session): void {
  const queued = ++number;
  const id = rooms.newId("msg");
  const at = Date.now();
  const metadata = { schema_version: SCHEMA_VERSION, queued_at: at };
  const message = { id, role: "user" as const, parts: partsOf(queued), metadata };
  saveUserMessage(store, { session_id: session.id, at, message, contents: new Map(), ends_draft: false });
  acknowledge({ kind: "queued", session: session.id, id, number: queued });
}
