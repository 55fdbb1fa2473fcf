// Commands that answer with a part: a file, the uncommitted changes, the problems; and what is said when there is none.
import { describe, expect, it } from "vitest";
import { pathAt } from "../../extension/compose/argument-at.ts";
import { NO_ARGUMENTS } from "../../extension/message/command.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import type { Resolved } from "../../extension/message/resolved.ts";
import { readMessage } from "../../extension/persist/messages.ts";
import { expansionOf } from "../../extension/preview/expansion.ts";
import { measureDraft } from "../../extension/preview/meter.ts";
import { preview } from "../../extension/preview/preview.ts";
import { partKey } from "../../extension/protocol/draft.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { preparedCatalog } from "../../extension/turn/request/prepared-catalog.ts";
import { fakePorts, type PortsOptions } from "../fakes/ports.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });
const chip = (id: string): KnownPart => ({ type: "command", id, args: NO_ARGUMENTS });
const lines: KnownPart = { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start: 2, end: 3 } } };
const mention = (name: string): KnownPart => ({ type: "mention", target: { kind: "context", name } });
const LINES = "File: src/a.ts (lines 2-3)\n```typescript\ntwo\nthree\n```";

const changes: Resolved = {
  parts: [{ type: "editor-context", kind: "diff", source: "working tree", payload: "-one\n+uno", emitted_at: 1 }],
};
const contexts = { diff: changes, problems: { parts: [], reason: "no problems found" } };

const results = {
  type: "editor-context",
  kind: "search",
  source: "icon set",
  payload: "src/icons.ts\n  1: icon set",
  emitted_at: 1,
} as const;

const told = async (draft: KnownPart[], options: PortsOptions = {}) => {
  const ports = fakePorts({ contexts, ...options });
  return expansionOf(draft, (await preparedCatalog(ports, "ses_1", draft)).catalog);
};
const blocksOf = async (draft: KnownPart[]) => {
  const { assembled, prepared } = await preview(fakePorts({ contexts }), "ses_1", draft);
  expect(JSON.stringify(prepared.request)).not.toMatch(/\/(read|diff|problems)\b/);
  return assembled.context.messages[0]?.blocks.map((block) => block.text);
};

describe("/read", () => {
  it.each([
    ["typed", [text("/read src/a.ts:2-3 what is it?")]],
    ["as a chip", [chip("/read"), text(" "), lines, text(" what is it?")]],
  ])("sends the lines that its first word names, %s, then the rest of the message", async (_how, draft) => {
    expect(await blocksOf(draft)).toEqual([LINES, "what is it?"]);
  });

  it("is stored with the file as it was, and comes back from a rewind as it was written", async () => {
    const conversation = new Conversation(fakePorts(), "ses_1");
    const result = await conversation.runner.submit([text("/read src/a.ts:2-3 why?")]);
    await conversation.runner.settled();
    expect(conversation.snapshot().messages[0]?.parts).toMatchObject([
      { type: "command", id: "/read", outcome: "input", made: 1, result_parts: [lines, text("why?")] },
    ]);
    conversation.rewind(result.ok ? result.value.message_id : "");
    expect(conversation.input.draft.parts).toEqual([chip("/read"), text(" src/a.ts:2-3 why?")]);
  });

  it("shows what it adds before it is sent, and what that costs", async () => {
    const draft = [text("/read src/a.ts:2-3 why?")];
    expect(await told(draft)).toEqual({
      id: "/read",
      kind: "text",
      text: "@src/a.ts:2-3\n\nwhy?",
      chips: 1,
      open: [],
    });
    const { measures } = await measureDraft(fakePorts(), "ses_1", draft);
    expect(measures).toContainEqual(expect.objectContaining({ key: partKey(lines) }));
  });

  it.each([
    ["/read", /requires “path”/],
    ["/read src/gone.ts", /no file or folder “src\/gone\.ts”.*type @/],
    ["/read ../secret", /outside the workspace\. Drag it/],
    ["/read dist/a.js", /Ignore rules exclude “dist\/a\.js”\. Type @dist\/a\.js/],
    ["/read src/a.ts:9-2", /does not name lines/],
    ["/read src:1-2", /is a folder, which has no lines/],
  ])("%s is not sent: an inline error says what to do, and the text is kept", async (typed, why) => {
    const places = {
      "../secret": { state: "outside" },
      "dist/a.js": { state: "ignored" },
      src: { state: "folder", path: "src" },
    } as const;
    const draft = { parts: [text(typed)] };
    const expansion = await told(draft.parts, { places });
    expect(expansion?.kind).toBe("error");
    expect(expansion?.text).toMatch(why);
    const conversation = new Conversation(fakePorts({ places }), "ses_1");
    const result = await conversation.input.submit(draft);
    expect(result.ok ? "" : result.failure.message).toMatch(why);
    expect(conversation.input.draft).toEqual(draft);
    expect(conversation.snapshot().messages).toEqual([]);
  });

  it("completes the path that is typed behind it, and nothing after it", () => {
    const catalog = fakePorts().catalog();
    const at = (before: string) => pathAt(catalog, { id: "/read", before });
    expect([at(""), at("src/a"), at("src/a.ts and"), at('"my fi')]).toEqual(["", "src/a", undefined, undefined]);
    expect(pathAt(catalog, { id: "/search", before: "src/a" })).toBeUndefined();
  });
});

describe("/diff and /problems", () => {
  it("send what the mention of the same name would send, then the rest of the message", async () => {
    const sent = await blocksOf([text("/diff is it right?")]);
    expect(sent).toEqual(await blocksOf([mention("diff"), text("is it right?")]));
    expect(sent?.[0]).toContain("-one\n+uno");
  });

  it("keep what they stood for when the message was sent", async () => {
    const ports = fakePorts({ contexts });
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([chip("/diff")]);
    await conversation.runner.settled();
    const later = await preview({ ...ports, readContext: () => Promise.resolve({ parts: [] }) }, "ses_1", [
      text("and?"),
    ]);
    expect(later.assembled.context.messages[0]?.blocks[0]?.text).toContain("+uno");
  });

  it("show what they add before they are sent", async () => {
    expect(await told([text("/diff why?")])).toMatchObject({ kind: "text", text: "@diff\n\nwhy?", chips: 1 });
    const alone = { id: "/diff", kind: "text", text: "@diff", chips: 1, only_chips: true, open: [] };
    expect(await told([text("/diff")]), "there are no words").toEqual(alone);
  });

  it("are not sent if there is nothing to add: the reason is shown, and the text is kept", async () => {
    const why = "/problems has nothing to add: no problems found. Remove the command to send the rest of the message.";
    const draft = { parts: [text("/problems fix them")] };
    expect(await told(draft.parts)).toMatchObject({ kind: "error", text: why });
    const conversation = new Conversation(fakePorts({ contexts }), "ses_1");
    expect(await conversation.input.submit(draft)).toMatchObject({ ok: false, failure: { message: why } });
    expect(conversation.input.draft).toEqual(draft);
  });

  it("say why a context cannot be read", async () => {
    const ports = { ...fakePorts(), readContext: () => Promise.reject(new Error("git is not there")) };
    const draft = [text("/diff")];
    const { catalog } = await preparedCatalog(ports, "ses_1", draft);
    expect(expansionOf(draft, catalog)?.text).toMatch(/nothing to add: git is not there\./);
  });
});

describe("/search", () => {
  it("sends what the workspace has of all its words, with its intent told beside it", async () => {
    const asked: string[] = [];
    const ports = { ...fakePorts(), searchWorkspace: (query: string) => Promise.resolve((asked.push(query), results)) };
    const conversation = new Conversation(ports, "ses_1");
    const draft = [text("/search icon set")];
    await measureDraft(ports, "ses_1", draft);
    expect(asked).toEqual([]);
    await conversation.runner.submit(draft);
    await conversation.runner.settled();
    expect(asked).toEqual(["icon set"]);
    const [message] = conversation.snapshot().messages;
    expect(message?.parts).toMatchObject([
      { id: "/search", outcome: "input", result_parts: [text("Search the workspace for: icon set"), results] },
    ]);
    const { assembled } = await preview(ports, "ses_1", [text("and?")]);
    const sent = assembled.context.messages[0]?.blocks.map((block) => block.text);
    expect(sent?.[0]).toBe("Search the workspace for: icon set");
    expect(sent?.[1]).toMatch(/^<editor_context kind="search" source="icon set">src\/icons\.ts/);
    expect(readMessage(ports.store, message?.id ?? "")?.metadata).toMatchObject({
      intent: { kind: "search", query: "icon set" },
    });
  });

  it("is recorded in the account of the request", async () => {
    const ports = { ...fakePorts(), searchWorkspace: () => Promise.resolve(results) };
    const { assembled } = await preview(ports, "ses_1", [text("/search icon set")]);
    const recorded = assembled.manifest.task.map(({ part }) => part);
    expect(recorded[0]).toBe("text of /search");
    expect(recorded[1]).toContain("editor-context search");
  });

  it("says before it is sent that the results are added, and needs a query", async () => {
    expect(await told([text("/search icon")])).toMatchObject({
      kind: "action",
      text: "Search the workspace. Galley adds the results when you send.",
    });
    expect(await told([text("/search")])).toMatchObject({ kind: "error", open: ["query"] });
  });
});
