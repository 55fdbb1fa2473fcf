// What an action command leaves in the conversation: a line for the user, in the database and in exports, in no request.
import { describe, expect, it } from "vitest";
import type { KnownPart } from "../../extension/message/part.ts";
import { toExport } from "../../extension/persist/transfer/export.ts";
import { preview } from "../../extension/preview/preview.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { fakePorts } from "../fakes/ports.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });
const did = { command: "/model", words: "Selected the model Quick." };

async function spoken(...sentences: string[]) {
  const ports = fakePorts();
  const conversation = new Conversation(ports, "ses_1");
  for (const sentence of sentences) {
    await conversation.runner.submit([text(sentence)]);
    await conversation.runner.settled();
  }
  return { ports, conversation };
}

const actionsIn = (conversation: Conversation) =>
  conversation
    .snapshot()
    .messages.flatMap((message) => (message.role === "user" ? [message.actions?.map(({ words }) => words)] : []));

describe("an action command", () => {
  it("is recorded with the last message before it, told to the panel, and there after a reload", async () => {
    const { ports, conversation } = await spoken("one", "two");
    conversation.record(did);
    conversation.record({ command: "/export", words: "Exported." });
    expect(actionsIn(conversation)).toEqual([undefined, ["Selected the model Quick.", "Exported."]]);
    expect(actionsIn(new Conversation(ports, "ses_1"))).toEqual(actionsIn(conversation));
    expect(ports.events.at(-1)).toMatchObject({ type: "message", message: { role: "user", parts: [text("two")] } });
  });

  it("is in exports and in no request, now or later", async () => {
    const { ports, conversation } = await spoken("one");
    conversation.record(did);
    expect(JSON.stringify(toExport(ports.store, "ses_1", { blobs: false }))).toContain(did.words);
    const { prepared, assembled } = await preview(ports, "ses_1", [text("and?")]);
    expect(JSON.stringify([prepared.request, assembled.manifest])).not.toContain("Selected the model");
  });

  it("changes nothing of what was sent: the next request repeats the one before it", async () => {
    const { ports, conversation } = await spoken("one");
    const before = JSON.stringify((await preview(ports, "ses_1", [text("and?")])).prepared.request);
    conversation.record(did);
    const reopened = { ...ports };
    expect(JSON.stringify((await preview(reopened, "ses_1", [text("and?")])).prepared.request)).toBe(before);
  });

  it("goes along into a branch, and goes with a message that is rewound", async () => {
    const { ports, conversation } = await spoken("one", "two");
    conversation.record(did);
    const fork = conversation.fork(undefined, false);
    expect(actionsIn(new Conversation(ports, fork.id))).toEqual([undefined, [did.words]]);
    const last = conversation.snapshot().messages.findLast(({ role }) => role === "user");
    conversation.rewind(last?.id ?? "");
    expect(actionsIn(conversation)).toEqual([undefined]);
    conversation.record({ command: "/rewind", words: "Rewound." });
    expect(actionsIn(conversation)).toEqual([["Rewound."]]);
  });

  it("in a conversation without a message leaves nothing", () => {
    const ports = fakePorts();
    const conversation = new Conversation(ports, "ses_1");
    conversation.record(did);
    expect(ports.events).toEqual([]);
    expect(conversation.snapshot().messages).toEqual([]);
  });

  it("keeps what the message knew, and at most fifty lines", async () => {
    const ports = fakePorts();
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([{ type: "file-ref", ref: { kind: "path", path: "src/a.ts" } }]);
    await conversation.runner.settled();
    for (let n = 0; n < 60; n += 1) conversation.record({ command: "/model", words: `${n}` });
    expect(actionsIn(conversation)[0]).toHaveLength(50);
    expect(actionsIn(conversation)[0]?.at(-1)).toBe("59");
    ports.files.set("src/a.ts", "changed");
    const { assembled } = await preview({ ...ports }, "ses_1", [text("and?")]);
    expect(assembled.context.messages[0]?.blocks[0]?.text).toContain("one\ntwo");
  });
});
