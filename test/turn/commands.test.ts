// Commands through a whole turn: what is stored, what the model gets now and in later turns, what a preview tells.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeCommands, type Command } from "../../extension/compose/catalog.ts";
import { wantedBy } from "../../extension/compose/expand.ts";
import { NO_ARGUMENTS } from "../../extension/message/command.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { partKey } from "../../extension/protocol/draft.ts";
import { expansionOf } from "../../extension/preview/expansion.ts";
import { measureDraft } from "../../extension/preview/meter.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { preview } from "../../extension/preview/preview.ts";
import { preparedCatalog } from "../../extension/turn/request/prepared-catalog.ts";
import { fakePorts } from "../fakes/ports.ts";
import { conversationWith } from "../fakes/tools.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });
const chip = (id: string): KnownPart => ({ type: "command", id, args: NO_ARGUMENTS });
const range: KnownPart = { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start: 2, end: 3 } } };
const template = (id: string, body: string): Command => ({
  id,
  description: "Looks",
  source: "project",
  origin: `${id}.md`,
  arguments: wantedBy(body, []),
  body: { kind: "template", text: body },
});
const strict: Command = {
  ...template("/strict", "Look at ${file}."),
  arguments: [{ name: "file", required: true }],
};
const commands = [template("/examine", "Look at $1 closely."), strict];

describe("a command in a turn", () => {
  it("is stored with what it became, and the file it was given is read", async () => {
    const ports = fakePorts({ commands });
    const conversation = new Conversation(ports, "ses_1");
    expect(await conversation.input.submit({ parts: [chip("/examine"), text(" "), range] })).toMatchObject({
      ok: true,
    });
    await conversation.runner.settled();
    const { messages, session: summary } = conversation.snapshot();
    expect(messages[0]).toMatchObject({
      parts: [
        {
          type: "command",
          id: "/examine",
          args: { raw: "src/a.ts", positional: ["src/a.ts"], named: {} },
          outcome: "text",
          result_parts: [text("Look at src/a.ts closely."), range],
        },
      ],
    });
    expect(summary.title).toBe("/examine src/a.ts");
  });

  it("reaches the model as its text and parts, in this turn and in later ones, as they were then", async () => {
    const ports = fakePorts({ commands });
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("/examine "), range]);
    await conversation.runner.settled();
    ports.files.set("src/a.ts", "changed\nchanged\nchanged");
    const { prepared, assembled } = await preview(ports, "ses_1", [text("and now?")]);
    const first = assembled.context.messages[0]?.blocks.map((block) => block.text);
    expect(first).toEqual(["Look at src/a.ts closely.", "File: src/a.ts (lines 2-3)\n```typescript\ntwo\nthree\n```"]);
    expect(JSON.stringify(prepared.request)).not.toContain("/examine");
  });

  it("is not sent while a declared argument is missing; the draft is kept", async () => {
    const ports = fakePorts({ commands });
    const conversation = new Conversation(ports, "ses_1");
    const draft = { parts: [chip("/strict")] };
    expect(await conversation.input.submit(draft)).toMatchObject({ ok: false, failure: { code: "missing-argument" } });
    expect(conversation.input.draft).toEqual(draft);
    expect(conversation.snapshot().messages).toEqual([]);
  });

  it("an action is never sent, whoever submits it", async () => {
    const conversation = new Conversation(fakePorts({ commands }), "ses_1");
    expect(await conversation.runner.submit([text("/archive")])).toMatchObject({
      ok: false,
      failure: { code: "action" },
    });
  });

  it("an unknown one passes as the text it is", async () => {
    const ports = fakePorts({ commands });
    const { prepared } = await preview(ports, "ses_1", [text("/nothing here")]);
    expect(JSON.stringify(prepared.request)).toContain("/nothing here");
  });

  it("comes back from a rewind as it was written", async () => {
    const conversation = new Conversation(fakePorts({ commands }), "ses_1");
    const result = await conversation.runner.submit([text("/examine "), range]);
    await conversation.runner.settled();
    conversation.rewind(result.ok ? result.value.message_id : "");
    expect(conversation.input.draft.parts).toEqual([chip("/examine"), text(" "), range]);
  });

  it("is measured: the chip by its text, its arguments by themselves", async () => {
    const draft = [chip("/examine"), text(" "), range];
    const { measures } = await measureDraft(fakePorts({ commands }), "ses_1", draft);
    expect(measures.map(({ key }) => key)).toEqual([draft[0], range].map((part) => part && partKey(part)));
    expect(measures.every(({ tokens }) => tokens > 3)).toBe(true);
  });
});

describe("a file that a template names as @path", () => {
  const naming = template("/naming", "Compare @src/a.ts with $1, not @src/gone.ts.");
  const file: KnownPart = { type: "file-ref", ref: { kind: "path", path: "src/a.ts" } };

  it("is sent where it is named, like any file; one that is missing stays text", async () => {
    const ports = fakePorts({ commands: [naming] });
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([chip("/naming"), text(" "), range]);
    await conversation.runner.settled();
    expect(conversation.snapshot().messages[0]?.parts).toMatchObject([
      { made: 3, result_parts: [text("Compare "), file, text(" with src/a.ts, not @src/gone.ts."), range] },
    ]);
    const { assembled } = await preview(ports, "ses_1", [text("and now?")]);
    expect(assembled.context.messages[0]?.blocks.map((block) => block.text)).toEqual([
      "Compare ",
      "File: src/a.ts\n```typescript\none\ntwo\nthree\nfour\n```",
      " with src/a.ts, not @src/gone.ts.",
      "File: src/a.ts (lines 2-3)\n```typescript\ntwo\nthree\n```",
    ]);
  });

  it("is previewed and measured, and is no argument when the message comes back", async () => {
    const ports = fakePorts({ commands: [naming] });
    const draft = [chip("/naming"), text(" x")];
    const { catalog } = await preparedCatalog(ports, "ses_1", draft);
    expect(expansionOf(draft, catalog)).toMatchObject({
      kind: "text",
      text: "Compare @src/a.ts with x, not @src/gone.ts.",
      chips: 1,
    });
    const { measures } = await measureDraft(ports, "ses_1", draft);
    expect(measures.map(({ key }) => key)).toContain(partKey(file));
    const conversation = new Conversation(ports, "ses_1");
    const result = await conversation.runner.submit(draft);
    await conversation.runner.settled();
    conversation.rewind(result.ok ? result.value.message_id : "");
    expect(conversation.input.draft.parts).toEqual(draft);
  });
});

describe("the tools that a command's file names", () => {
  const offeredWith = async (tools: string[]) => {
    const narrow = { ...template("/narrow", "call bash {}"), wants: { tools } };
    const offers = ["read", "grep", "bash", "web_fetch", "github_list_issues"].map((name) => ({ name }));
    const { ports, conversation } = conversationWith(offers, { commands: [narrow] });
    const { assembled } = await preview(ports, "ses_1", [chip("/narrow")]);
    return { conversation, names: assembled.context.tools.map(({ name }) => name) };
  };

  it.each([
    [
      ["Read", "Grep"],
      ["read", "grep"],
    ],
    [
      ["Bash(git add:*)", "WebFetch"],
      ["bash", "web_fetch"],
    ],
    [["mcp__github__list_issues"], ["github_list_issues"]],
    [["write", "read"], ["read"]],
    [["codebase"], ["read", "grep"]],
    [[], []],
    [["Task"], ["read", "grep", "bash", "web_fetch", "github_list_issues"]],
  ])("%j are those the turn offers, and never others", async (tools, names) => {
    expect((await offeredWith(tools)).names).toEqual(names);
  });

  it("are those that the model may call in that turn, and in that turn only", async () => {
    const { conversation } = await offeredWith(["Read"]);
    await conversation.runner.submit([chip("/narrow")]);
    await conversation.runner.settled();
    await conversation.runner.submit([text("call bash {}")]);
    await conversation.runner.settled();
    const results = conversation
      .snapshot()
      .messages.flatMap((message) => (message.role === "assistant" ? message.parts : []))
      .flatMap((part) => (part.type === "tool-result" ? [part.output] : []));
    expect(results).toEqual(["Unknown tool bash. Available tools: read.", "bash ran"]);
  });
});

describe("whatever stands behind it", () => {
  it("the literal of a known command is in no request, now or later", async () => {
    const ports = fakePorts({
      commands: [template("/zq7", "Do: $ARGUMENTS")],
      async *answer() {
        yield await Promise.resolve("ok");
      },
    });
    const part = fc.oneof(fc.string().map(text), fc.constant(range));
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 4 }), fc.boolean(), async (rest, isChip) => {
        fc.pre(!rest.some((other) => JSON.stringify(other).includes("zq7")));
        const id = ports.newId("ses");
        const conversation = new Conversation(ports, id);
        const draft = isChip ? [chip("/zq7"), text(" "), ...rest] : [text("/zq7 "), ...rest];
        const now = await preview(ports, id, draft);
        await conversation.runner.submit(draft);
        await conversation.runner.settled();
        const later = await preview(ports, id, [text("go on")]);
        for (const { prepared } of [now, later]) expect(JSON.stringify(prepared.request)).not.toContain("zq7");
      }),
      { numRuns: 40 },
    );
  });
});

describe("before it is sent", () => {
  const catalog = mergeCommands([...commands, template("/two", "$1 $2")]);
  const told = (...parts: KnownPart[]) => expansionOf(parts, catalog);

  it("shows its text, counts its chips and names what is open", () => {
    expect(told(chip("/examine"), text(" "), range)).toEqual({
      id: "/examine",
      kind: "text",
      text: "Look at src/a.ts closely.",
      chips: 1,
      open: [],
    });
    expect(told(text("/strict"))).toMatchObject({ kind: "error", open: ["file"] });
  });

  it("shows where an argument is missing that the model gets nothing for", () => {
    expect(told(text("/two x"))).toMatchObject({ kind: "text", text: "x ‹argument 2: empty›", open: ["argument 2"] });
  });

  it("says that a command is unknown, and why that may be", () => {
    expect(told(text("/foo bar"))?.kind).toBe("unknown");
    expect(told(text("/foo bar"))?.text).toMatch(/^Unknown command \/foo\./);
    expect(expansionOf([text("/foo")], catalog, "Because.")?.text).toMatch(/Because\.$/);
    expect(told(text("no command"))).toBeNull();
  });
});
