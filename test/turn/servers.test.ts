// Prompts and resources of MCP servers through a whole turn, and what servers ask while one runs.
import { describe, expect, it } from "vitest";
import { mergeCommands } from "../../extension/compose/catalog.ts";
import { ACP } from "../../extension/message/agents/acp.ts";
import type { PromptRead } from "../../extension/message/command.ts";
import { NO_ARGUMENTS } from "../../extension/message/command.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { pinOf } from "../../extension/message/pin.ts";
import type { Resolved } from "../../extension/message/resolved.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import { unlessStopped } from "../../extension/stream/stopped.ts";
import { contentId } from "../../extension/persist/contents/blobs.ts";
import { findAttachment } from "../../extension/persist/contents/find-attachment.ts";
import { addPins } from "../../extension/persist/pins.ts";
import { createConversation } from "../../extension/persist/conversations.ts";
import { expansionOf } from "../../extension/preview/expansion.ts";
import { measureDraft } from "../../extension/preview/meter.ts";
import { promptCommands } from "../../extension/mcp/prompt-commands.ts";
import { sampleModel } from "../../extension/pipelines/sampling.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { preview } from "../../extension/preview/preview.ts";
import { loopback } from "../../extension/turn/wire.ts";
import { type FakePorts, fakePorts, type PortsOptions } from "../fakes/ports.ts";
import { until } from "../fakes/until.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });
const chip = (id: string): KnownPart => ({ type: "command", id, args: NO_ARGUMENTS });
const mention = (uri: string): KnownPart => ({ type: "mention", target: { kind: "resource", server: "notes", uri } });
const held = (payload: string): Resolved => ({
  parts: [{ type: "editor-context", kind: "resource", source: "notes: note://1", payload, emitted_at: 1 }],
});

function withPrompt(read: (values: Readonly<Record<string, string>>) => PromptRead) {
  const asked: Readonly<Record<string, string>>[] = [];
  const prompt = {
    server: "notes",
    name: "sum up",
    description: "Sums up.",
    arguments: [{ name: "topic", required: true }],
  };
  const commands = promptCommands([prompt], (_server, _prompt, values) => {
    asked.push(values);
    return Promise.resolve(read(values));
  });
  return { ports: fakePorts({ commands }), asked };
}

describe("a prompt of a server", () => {
  const made = (topic = ""): PromptRead => ({
    ok: true,
    value: [
      { type: "text", text: `Sum up ${topic}.` },
      { type: "file-attachment", name: "picture", mime: "image/png", size: 3, data: "AAAA" },
    ],
  });

  it("is asked for once, at sending, and stored with what the server made of it", async () => {
    const { ports, asked } = withPrompt(({ topic }) => made(topic));
    const conversation = new Conversation(ports, "ses_1");
    const draft: KnownPart[] = [chip("/notes:sum-up"), text(" ships now")];
    await measureDraft(ports, "ses_1", draft);
    expect(expansionOf(draft, ports.catalog())).toMatchObject({ kind: "action", open: [] });
    expect(asked).toEqual([]);
    expect(await conversation.input.submit({ parts: draft })).toMatchObject({ ok: true });
    await conversation.runner.settled();
    expect(asked).toEqual([{ topic: "ships" }]);
    const [message] = conversation.snapshot().messages;
    expect(message?.parts).toMatchObject([
      {
        type: "command",
        id: "/notes:sum-up",
        made: 2,
        result_parts: [
          text("Sum up ships."),
          { type: "file-attachment", content_id: expect.any(String) as string },
          text("now"),
        ],
      },
    ]);
    expect(JSON.stringify(message)).not.toContain("AAAA");
    expect(await findAttachment(ports.store, "picture", "ses_1")?.bytes()).toHaveLength(3);
    const later = await preview(ports, "ses_1", [text("and?")]);
    const sent = JSON.stringify(later.prepared.request);
    expect(sent).toContain("Sum up ships.");
    expect(sent).not.toContain("/notes:sum-up");
    expect(asked).toHaveLength(1);
  });

  it("that its server refuses is not sent, and nothing typed is lost", async () => {
    const { ports } = withPrompt(() => ({
      ok: false,
      failure: "Could not get the prompt: notes says: no such topic.",
    }));
    const conversation = new Conversation(ports, "ses_1");
    const draft = { parts: [chip("/notes:sum-up"), text(" nothing")] };
    expect(await conversation.input.submit(draft)).toMatchObject({
      ok: false,
      failure: { code: "bad-prompt", message: "Could not get the prompt: notes says: no such topic." },
    });
    expect(conversation.input.draft).toEqual(draft);
    expect(conversation.snapshot().messages).toEqual([]);
  });

  it("that its server does not make ends with Stop, and nothing typed is lost", async () => {
    const prompt = { server: "notes", name: "sum up", description: "", arguments: [] };
    const signals: (AbortSignal | undefined)[] = [];
    const commands = promptCommands([prompt], (_server, _prompt, _values, sending) => {
      signals.push(sending?.signal);
      return new Promise(() => undefined);
    });
    const conversation = new Conversation(fakePorts({ commands }), "ses_1");
    const draft = { parts: [chip("/notes:sum-up")] };
    const submitted = conversation.input.submit(draft);
    await until(() => signals.length > 0);
    conversation.stop();
    expect(await submitted).toMatchObject({ ok: false, failure: { code: "stopped" } });
    await conversation.runner.settled();
    expect(signals[0]?.aborted).toBe(true);
    expect(conversation.input.draft).toEqual(draft);
    expect(conversation.runner.run).toMatchObject({ state: "idle" });
  });

  it("comes back as it was written when it is rewound", async () => {
    const { ports } = withPrompt(({ topic }) => made(topic));
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([chip("/notes:sum-up"), text(" ships")]);
    await conversation.runner.settled();
    conversation.rewind(conversation.snapshot().messages[0]?.id ?? "");
    expect(conversation.input.draft.parts).toEqual([chip("/notes:sum-up"), text(" ships")]);
  });
});

describe("a prompt of a server that does not run yet", () => {
  const why = "MCP server notes is stopped. Start it in the MCP Servers view, then send again.";

  /** Its list comes with the start of the server, if it starts. */
  function late(starts: boolean, given: PortsOptions = {}) {
    const prompt = { server: "notes", name: "sum up", description: "", arguments: [] };
    const made: PromptRead = { ok: true, value: [{ type: "text", text: "Sum up the ships." }] };
    const known = mergeCommands(promptCommands([prompt], () => Promise.resolve(made)));
    const brought: string[] = [];
    const ports: FakePorts = {
      ...fakePorts(given),
      catalog: () => (starts && brought.length > 0 ? known : mergeCommands([])),
      bringPrompt: (id) => {
        brought.push(id);
        return Promise.resolve(id.startsWith("/notes:") ? why : undefined);
      },
    };
    return { ports, conversation: new Conversation(ports, "ses_1"), brought };
  }

  it("is made by it all the same, typed or chosen", async () => {
    for (const part of [chip("/notes:sum-up"), text("/notes:sum-up")]) {
      const { conversation, brought } = late(true);
      expect(await conversation.input.submit({ parts: [part] })).toMatchObject({ ok: true });
      await conversation.runner.settled();
      expect(brought).toEqual(["/notes:sum-up"]);
      const result_parts = [text("Sum up the ships.")];
      expect(conversation.snapshot().messages[0]?.parts).toMatchObject([{ type: "command", result_parts }]);
    }
  });

  it("is never sent as the text it is: why not is said, and nothing typed is lost", async () => {
    const { conversation } = late(false);
    const draft = { parts: [chip("/notes:sum-up"), text(" ships")] };
    const failure = { code: "bad-prompt", message: `Could not send /notes:sum-up: ${why}` };
    expect(await conversation.input.submit(draft)).toMatchObject({ ok: false, failure });
    expect(conversation.input.draft).toEqual(draft);
    expect(conversation.snapshot().messages).toEqual([]);
  });

  it("is said to be asked for at sending, where other unknown commands are text, and are sent so", async () => {
    const { ports, conversation, brought } = late(false);
    const serverOf = (id: string): string | undefined => (id.startsWith("/notes:") ? "notes" : undefined);
    const told = (words: string) => expansionOf([text(words)], ports.catalog(), "", serverOf);
    expect(told("/notes:sum-up")?.kind).toBe("action");
    expect(told("/notes:sum-up")?.text).toContain("ask MCP server notes for /notes:sum-up when you send");
    expect(told("/other:sum-up")?.kind).toBe("unknown");
    expect(await conversation.runner.submit([text("/other:sum-up")])).toMatchObject({ ok: true });
    await conversation.runner.settled();
    expect(brought).toEqual(["/other:sum-up"]);
    expect(conversation.snapshot().messages[0]?.parts).toEqual([text("/other:sum-up")]);
  });

  it("goes to an ACP agent as it is when it does not start: the agent may know it", async () => {
    const { conversation } = late(false, { model: { ...loopback, provider: ACP, id: "helper", keeps_session: true } });
    expect(await conversation.runner.submit([text("/notes:sum-up")])).toMatchObject({ ok: true });
    await conversation.runner.settled();
  });

  it("ends with Stop while its server starts, and nothing typed is lost", async () => {
    const { ports, conversation } = late(false);
    const { promise: isAsked, resolve } = Promise.withResolvers<undefined>();
    ports.bringPrompt = (_id, { signal }) => {
      resolve(undefined);
      return unlessStopped(new Promise<string>(() => undefined), signal);
    };
    const draft = { parts: [chip("/notes:sum-up")] };
    const submitted = conversation.input.submit(draft);
    await isAsked;
    conversation.stop();
    expect(await submitted).toMatchObject({ ok: false, failure: { code: "stopped" } });
    expect(conversation.input.draft).toEqual(draft);
  });
});

describe("a resource that is mentioned", () => {
  it("is read at sending, and later turns repeat what it held then", async () => {
    const ports = fakePorts();
    let now = "first";
    ports.readResource = () => Promise.resolve(held(now));
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("look at "), mention("note://1")]);
    await conversation.runner.settled();
    now = "second";
    const request = JSON.stringify((await preview(ports, "ses_1", [text("and?")])).prepared.request);
    expect(request).toContain("first");
    expect(request).not.toContain("second");
    const { measures } = await measureDraft(ports, "ses_1", [mention("note://1")]);
    expect(measures[0]?.tokens).toBeGreaterThan(0);
  });

  it("of bytes goes by the rules of attachments", async () => {
    const ports = fakePorts();
    const attachment = {
      type: "file-attachment",
      name: "1.bin",
      mime: "application/zip",
      size: 3,
      data: "AAAA",
    } as const;
    ports.readResource = () => Promise.resolve({ parts: [attachment] });
    const { assembled } = await preview(ports, "ses_1", [mention("note://bytes")]);
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([mention("note://bytes")]);
    await conversation.runner.settled();
    expect(await findAttachment(ports.store, "1.bin", "ses_1")?.bytes()).toHaveLength(3);
    expect(assembled.context.messages.at(-1)?.blocks.at(-1)?.text).toBe(
      "[attachment: 1.bin, application/zip, 3 bytes; file: /attachments/709e80c88487a241/1.bin]",
    );
  });

  it("that cannot be read is left out and said; the message still goes", async () => {
    const ports = fakePorts();
    ports.readResource = () => Promise.resolve({ parts: [], reason: "notes says: gone" });
    const { assembled } = await preview(ports, "ses_1", [text("hi "), mention("note://1")]);
    expect(assembled.manifest.dropped).toContainEqual({ what: "mention note://1", why: "notes says: gone" });
  });
});

describe("a resource that is pinned", () => {
  it("is read anew for every turn, and said to have changed", async () => {
    const ports = fakePorts();
    let now = "first";
    ports.readResource = () => Promise.resolve(held(now));
    createConversation(ports.store, newConversation("ses_1", 1));
    const part = mention("note://1");
    const pin = pinOf(part, contentId);
    if (pin === undefined) throw new Error("it cannot be pinned");
    addPins(ports.store, "ses_1", [pin]);
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("one")]);
    await conversation.runner.settled();
    now = "second";
    const { pins } = await measureDraft(ports, "ses_1", []);
    expect(pins).toMatchObject([{ part, state: "changed" }]);
    const request = JSON.stringify((await preview(ports, "ses_1", [text("two")])).prepared.request);
    expect(request).toContain("second");
  });
});

describe("a resource that its server does not send", () => {
  it("ends with Stop, mentioned or pinned; one who only looks at it may not ask the user", async () => {
    const ports = fakePorts();
    const reads: ("looked at" | "sent")[] = [];
    ports.readResource = (_server, _uri, sending) => {
      reads.push(sending === undefined ? "looked at" : "sent");
      if (sending === undefined) return Promise.resolve(held("now"));
      return new Promise((resolve) => {
        sending.signal?.addEventListener("abort", () => {
          resolve({ parts: [], reason: "stopped" });
        });
      });
    };
    const conversation = new Conversation(ports, "ses_1");
    await measureDraft(ports, "ses_1", [mention("note://1")]);
    expect(reads).toEqual(["looked at"]);
    const submitted = conversation.runner.submit([mention("note://1")]);
    await until(() => reads.length === 2);
    conversation.stop();
    expect(await submitted).toMatchObject({ ok: false, failure: { code: "stopped" } });
    const pin = pinOf(mention("note://2"), contentId);
    if (pin === undefined) throw new Error("it cannot be pinned");
    addPins(ports.store, "ses_1", [pin]);
    expect(await conversation.runner.submit([text("go")])).toMatchObject({ ok: true });
    await until(() => reads.length === 3);
    conversation.stop();
    await conversation.runner.settled();
    expect(reads).toEqual(["looked at", "sent", "sent"]);
    expect(conversation.snapshot().messages.at(-1)).toMatchObject({ role: "assistant", finish: "stopped" });
  });
});

describe("what a server asks while its call runs", () => {
  const form = { type: "form", call_id: "mcp_1", server: "notes", words: "Who?", fields: [] } as const;

  it("is asked in that turn, answered there, and ends with it", async () => {
    const { promise: hold, resolve: go } = Promise.withResolvers<undefined>();
    const ports = fakePorts({
      answer: async function* () {
        await hold;
        yield "done";
      },
    });
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("go")]);
    const { signal } = new AbortController();
    const first = conversation.runner.ask({ ...form, fields: [] }, signal);
    expect(conversation.runner.run).toMatchObject({ state: "waiting", asks: [{ type: "form", words: "Who?" }] });
    conversation.runner.reply("mcp_1", { type: "form", values: { name: "Ada" } });
    expect(await first).toEqual({ type: "form", values: { name: "Ada" } });
    const second = conversation.runner.ask({ ...form, fields: [], call_id: "mcp_2" }, signal);
    conversation.stop();
    expect(await second).toBeUndefined();
    go(undefined);
    await conversation.runner.settled();
    expect(await conversation.runner.ask({ ...form, fields: [] }, signal)).toBeUndefined();
  });

  it("of the model is its own words and nothing of the conversation", async () => {
    const ports = fakePorts();
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("a secret of this conversation")]);
    await conversation.runner.settled();
    const wanted = {
      system: "Be short.",
      messages: [{ role: "user" as const, content: [{ type: "text" as const, text: "What is a galley?" }] }],
      max_tokens: 50,
    };
    const sampled = await sampleModel(ports, "ses_1", wanted, new AbortController().signal);
    expect(sampled).toMatchObject({ ok: true });
    expect(JSON.stringify(sampled)).toContain("What is a galley?");
    expect(JSON.stringify(sampled)).not.toContain("secret");
  });
});
