// A host made to be killed: streams answers, changes drafts and files, queues messages, and says of each when it is on disk.
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { mergeCommands } from "../../extension/compose/catalog.ts";
import { sliceText } from "../../extension/acquire/slice.ts";
import { openSafely } from "../../extension/persist/database/open.ts";

import type { Conversation, ConversationPorts } from "../../extension/turn/conversation/conversation.ts";
import { Conversations } from "../../extension/turn/conversation/conversations.ts";
import { loopback, VSCODE_LM } from "../../extension/turn/wire.ts";
import { neutralPorts } from "./neutral-ports.ts";
import { changeFiles, settleFiles } from "./drill-edits.ts";
import { type Acknowledged, answerChunks, partsOf, conversationIds } from "./drill-words.ts";

const [path = "", first = "0"] = process.argv.slice(2);
let number = Number(first);
let ids = 0;

/** In the kernel when it returns, whatever happens to this process. */
function acknowledge(what: Acknowledged): void {
  writeSync(1, `${JSON.stringify(what)}\n`);
}

const { store, notice } = openSafely(path, Date.now());
if (notice !== undefined) acknowledge({ kind: "failure", words: notice });

const ports: ConversationPorts = {
  ...neutralPorts(),
  store,
  readFile: ({ range }) => {
    const text = `one\n${"two ".repeat(500)}\nthree`;
    const slice = range === undefined ? { text, clamped: false } : sliceText(text, range);
    return Promise.resolve({ state: "text", language: "typescript", unsaved: false, ...slice });
  },
  readContext: () => Promise.resolve({ parts: [] }),
  catalog: () => mergeCommands([]),
  compactsAlone: () => false,
  model: () => ({ ...loopback, provider: VSCODE_LM, id: "drill/drill", context_window: 100_000_000 }),
  access: (provider) => Promise.resolve({ provider, name: provider, fetch: globalThis.fetch }),
  languageModel: { send: () => Promise.resolve(stream()) },
  now: () => Date.now(),
  newId: (prefix) => `${prefix}_${first.padStart(12, "0")}_${String(++ids).padStart(6, "0")}`,
  emit: (event) => {
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

const opened = new Conversations(ports);
const sessions = conversationIds.map((id) => opened.open(id));
for (const conversation of sessions) conversation.snapshot();
await settleFiles(store);
acknowledge({ kind: "ready", words: "" });
await new Promise((resolve) => process.stdin.once("data", resolve));
await Promise.all([...sessions.map(converse), changeFiles(store, { path, next: () => next("draft"), acknowledge })]);

async function converse(conversation: Conversation): Promise<void> {
  // What the last process left in the queue is sent now and then, and else stays held.
  if (Math.random() < 0.5) conversation.resume();
  await conversation.runner.settled();
  for (;;) {
    await type(conversation, 3);
    await submit(conversation, "message");
    await type(conversation, 10);
    await submit(conversation, "queued");
    await type(conversation, 10);
    await submit(conversation, "queued");
    await conversation.runner.settled();
    const answer = conversation.snapshot().messages.findLast(({ role }) => role === "assistant");
    if (answer !== undefined) acknowledge({ kind: "answer", session: conversation.id, id: answer.id });
  }
}

/** What waits has odd numbers, drafts have even ones: a message says which of them it was. */
function next(kind: "draft" | "queued"): number {
  number += (number % 2 === 0) === (kind === "draft") ? 2 : 1;
  return number;
}

async function submit(conversation: Conversation, kind: "message" | "queued"): Promise<void> {
  const chosen = next(kind === "message" ? "draft" : "queued");
  const parts = partsOf(chosen);
  const sent =
    kind === "message" ? await conversation.input.submit({ parts }) : await conversation.runner.submit(parts);
  if (!sent.ok) throw new Error(sent.failure.message);
  const { message_id, queued } = sent.value;
  acknowledge({ kind: queued ? "queued" : "message", session: conversation.id, id: message_id, number: chosen });
}

async function type(conversation: Conversation, changes: number): Promise<void> {
  for (let change = 0; change < changes; change++) {
    const draft = next("draft");
    conversation.input.save({ parts: partsOf(draft) });
    acknowledge({ kind: "draft", session: conversation.id, number: draft });
    await sleep(Math.random() * 10);
  }
}
