import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Export } from "../../extension/message/export.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import { parseExportText, parseJsonl, toJsonl } from "../../extension/persist/transfer/jsonl.ts";
import { contentId, loadContent, storeBytes } from "../../extension/persist/contents/blobs.ts";
import { toExport } from "../../extension/persist/transfer/export.ts";
import { DamagedExport, importConversation } from "../../extension/persist/transfer/import.ts";
import { forkConversation, rewindConversation } from "../../extension/persist/lineage.ts";
import { saveManifest, saveSystemPrompt } from "../../extension/persist/manifests.ts";
import { ALL, readMessages } from "../../extension/persist/messages.ts";
import { searchConversations } from "../../extension/persist/search.ts";
import {
  createConversation,
  deleteConversation,
  listConversations,
  setTitle,
} from "../../extension/persist/conversations.ts";
import { openStore, type Store } from "../../extension/persist/database/store.ts";
import { countingIds, openWith, reply, say } from "../fakes/conversation.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { manifestOf } from "../fakes/manifest.ts";

const all = { blobs: true };
const anotherStore = (): Store => openStore(join(temporaryFolder(), "other.db"));
const text = "const a = 1;";
const prompt = "Be brief.";

/** A turn with a reference, a snapshot and an account; a compaction; a turn that was rewound. */
function conversation(): Store {
  const store = openWith();
  const snapshot = { state: "text", content_id: contentId(text), language: "ts", unsaved: false, clamped: false };
  const ref = { type: "file-ref", ref: { kind: "path", path: "a.ts" } };
  const metadata = { snapshots: { "1": snapshot } };
  say(store, "msg_1", [{ type: "text", text: "Why " }, ref], {
    at: 1,
    metadata,
    contents: new Map([[contentId(text), text]]),
  });
  saveSystemPrompt(store, contentId(prompt), prompt);
  const dropped = [{ what: "reasoning in msg_1", why: "unsigned" }];
  saveManifest(store, { ...manifestOf("man_1", "ses_1", "msg_1"), dropped });
  reply(store, "msg_2", "Because.", {
    at: 2,
    metadata: { manifest_id: "man_1", system_prompt_digest: contentId(prompt) },
  });
  const mark = {
    type: "data-compaction",
    summary: "s",
    tail_start_id: "msg_1",
    auto: true,
    summary_tokens: 1,
  } as const;
  reply(store, "msg_3", [mark], { at: 3 });
  say(store, "msg_4", [{ type: "hologram", z: [1, { "10": 0, "9": 1 }] }], { at: 4 });
  rewindConversation(store, "ses_1", "msg_4", 50);
  return store;
}

/** The bytes with every id by its place: what is left is what must be the same. */
function withoutIds(exported: Export): string {
  const ids = [
    ...exported.messages.map(({ message }) => message.id),
    ...exported.manifests.map(({ id }) => id),
    exported.session.id,
  ];
  return ids.reduce((json, id, index) => json.replaceAll(id, `id-${index}`), JSON.stringify(exported));
}

describe("an export", () => {
  it("has messages in reading order with their parts verbatim, rewound ones too", () => {
    const { session, messages } = toExport(conversation(), "ses_1", all);
    expect(session).toMatchObject({ id: "ses_1", title: "T", parent_id: null });
    expect(messages.map(({ message }) => [message.id, message.role, message.created_at, message.hidden_at])).toEqual([
      ["msg_1", "user", 1, undefined],
      ["msg_2", "assistant", 2, undefined],
      ["msg_3", "assistant", 3, undefined],
      ["msg_4", "user", 4, 50],
    ]);
    expect(messages[3]?.parts).toEqual([{ type: "hologram", z: [1, { "10": 0, "9": 1 }] }]);
  });

  it("has the system texts, manifests and contents its messages name, and no others", () => {
    const store = conversation();
    saveSystemPrompt(store, contentId("other"), "other");
    say(store, "other", "x", { at: 9, contents: new Map([[contentId("other"), "other"]]) });
    const { system_prompts, manifests, blobs } = toExport(store, "ses_1", all);
    expect(system_prompts).toEqual({ [contentId(prompt)]: prompt });
    expect(manifests).toEqual([expect.objectContaining({ id: "man_1", message_id: "msg_1" })]);
    const data = Buffer.from(text).toString("base64");
    expect(blobs).toEqual([{ content_id: contentId(text), mime: "text/plain", size: text.length, data }]);
  });

  it("has the contents of attachments wherever they stand, and leaves out what is gone or is not itself", async () => {
    const store = openWith();
    const bytes = [1, 2, 3].map((byte) => Buffer.alloc(10, byte));
    const ids = await Promise.all(bytes.map(async (each) => (await storeBytes(store, each, "image/png")).content_id));
    const attachment = { type: "file-attachment", name: "a.png", mime: "image/png", size: 10 };
    say(store, "m", [
      { ...attachment, content_id: ids[0] },
      { type: "file-ref", ref: { kind: "content-id", id: ids[1] } },
      { type: "hologram", layers: [{ content_id: ids[2] }] },
      { ...attachment, content_id: contentId("gone") },
      { ...attachment, content_id: "false" },
    ]);
    store.run(
      "INSERT INTO blobs (content_id, mime, size, bytes) VALUES ('false', 'text/plain', 4, CAST('true' AS BLOB))",
    );
    const { blobs } = toExport(store, "ses_1", all);
    expect(blobs.map((blob) => blob.content_id)).toEqual(ids.toSorted());
    expect(toExport(store, "ses_1", { blobs: false }).blobs).toEqual([]);
  });

  it("gives the same bytes every time", () => {
    const store = conversation();
    const bytes = (): string => JSON.stringify(toExport(store, "ses_1", all));
    expect(bytes()).toBe(bytes());
  });

  it("of a conversation with damaged rows says what stood there, and can be imported", () => {
    const store = conversation();
    store.run("UPDATE chat_parts SET data_json = '{\"type\":' WHERE message_id = 'msg_2'");
    store.run("UPDATE chat_messages SET metadata_json = 'nonsense' WHERE id = 'msg_4'");
    const exported = toExport(store, "ses_1", all);
    expect([exported.messages[1]?.parts, exported.messages[3]?.message.metadata]).toEqual([['{"type":'], "nonsense"]);
    const other = anotherStore();
    const { id } = importConversation(other, exported, { newId: countingIds() });
    expect(withoutIds(toExport(other, id, all))).toBe(withoutIds(exported));
  });

  it("of a conversation that is gone is refused with words", () => {
    const store = conversation();
    deleteConversation(store, "ses_1", 5);
    expect(() => toExport(store, "ses_1", all)).toThrow("The conversation no longer exists.");
  });
});

describe("an export as lines", () => {
  it("has a row for the session, each message, each part, and what they name", () => {
    const lines = toJsonl(toExport(conversation(), "ses_1", all))
      .trimEnd()
      .split("\n");
    const rows = lines.map((line) => JSON.parse(line) as { type: string; data: unknown });
    expect(rows.map((row) => row.type).join(" ")).toBe(
      "session message part part message part message part message part manifest system_prompt blob",
    );
    expect(rows[2]?.data).toEqual({ message_id: "msg_1", index: 0, part: { type: "text", text: "Why " } });
  });

  it("reads back as the same export, rows of a later version passed over", () => {
    const exported = toExport(conversation(), "ses_1", all);
    const lines = `${toJsonl(exported)}\r\n{"type":"hologram","data":1}\n`;
    expect(JSON.stringify(parseJsonl(lines))).toBe(JSON.stringify(exported));
    expect(JSON.stringify(parseExportText(lines))).toBe(JSON.stringify(exported));
    expect(JSON.stringify(parseExportText(JSON.stringify(exported, null, 2)))).toBe(JSON.stringify(exported));
  });

  it.each([
    ["a cut line", (lines: string) => lines.slice(0, -20), /^line 13: invalid JSON/],
    ["no session", (lines: string) => lines.slice(lines.indexOf("\n") + 1), /session row is missing/],
    ["two sessions", (lines: string) => lines + lines, /^line 14: duplicate session row/],
    ["a part of no message", (lines: string) => lines.replace('"message_id":"msg_1"', '"message_id":"x"'), /^line 3:/],
    ["a part in the wrong place", (lines: string) => lines.replace('"index":1', '"index":2'), /^line 4: part 2/],
    ["a message without a role", (lines: string) => lines.replace('"role":"user",', ""), /^line 2:/],
  ])("with %s is refused by the line", (_, damage, words) => {
    const lines = toJsonl(toExport(conversation(), "ses_1", all));
    expect(() => parseJsonl(damage(lines))).toThrow(words);
  });
});

describe("an import", () => {
  it("is the conversation under new ids, in every place that names one", () => {
    const store = conversation();
    const exported = toExport(store, "ses_1", all);
    const session = importConversation(store, exported, { newId: countingIds() });
    const again = toExport(store, session.id, all);
    expect(withoutIds(again)).toBe(withoutIds(exported));
    expect(JSON.stringify(again)).not.toMatch(/"(ses|man)_1"|msg_\d\b/);
    expect(listConversations(store)).toHaveLength(2);
  });

  it("brings contents and words along", () => {
    const other = anotherStore();
    const { id } = importConversation(other, toExport(conversation(), "ses_1", all), { newId: countingIds() });
    expect(loadContent(other, contentId(text))).toBe(text);
    expect(searchConversations(other, "Because")).toEqual(new Set([id]));
  });

  it("keeps its parent where that is, and has none elsewhere", () => {
    const store = conversation();
    const fork = forkConversation(store, "ses_1", "msg_2", { ephemeral: true, now: 9, newId: countingIds() });
    const exported = toExport(store, fork.id, all);
    const options = { newId: countingIds(100) };
    expect(importConversation(store, exported, options)).toMatchObject({ parent_id: "ses_1", forked_from: "msg_2" });
    expect(importConversation(anotherStore(), exported, options)).toMatchObject({ parent_id: null, forked_from: null });
  });

  it("takes the least an export can be", () => {
    const store = anotherStore();
    const message = (id: string): object => ({ message: { id, role: "user", metadata: {} }, parts: [] });
    const least = { session: { id: "s" }, messages: [message("b"), message("a")] };
    const session = importConversation(store, least, { newId: countingIds(), now: 7 });
    expect(session).toMatchObject({ title: "New conversation", created_at: 7, updated_at: 7 });
    expect(readMessages(store, session.id, ALL).map(({ at }) => at)).toEqual([7, 7]);
  });

  it("under its own ids adopts a lost session, once", () => {
    const store = conversation();
    const exported = toExport(store, "ses_1", all);
    const other = anotherStore();
    expect(importConversation(other, exported, { keepIds: true })?.id).toBe("ses_1");
    expect(JSON.stringify(toExport(other, "ses_1", all))).toBe(JSON.stringify(exported));
    setTitle(other, "ses_1", "Mine now");
    expect(importConversation(other, exported, { keepIds: true })).toBeUndefined();
    expect(listConversations(other).map(({ title }) => title)).toEqual(["Mine now"]);
    const taken = { ...exported, session: { ...exported.session, id: "ses_2" } };
    expect(() => importConversation(other, taken, { keepIds: true })).toThrow(
      /messages\[0\]\.message\.id.* \(and 4 more\)/,
    );
  });

  it.each<[string, (whole: Export) => unknown, string]>([
    ["nothing", () => null, ""],
    ["no messages", ({ session }) => ({ session }), "messages"],
    ["a session without an id", (whole) => ({ ...whole, session: {} }), "session.id"],
    ["a wrong content", (whole) => ({ ...whole, blobs: whole.blobs.map((b) => ({ ...b, data: "AAAA" })) }), "blobs[0]"],
    ["a wrong size", (whole) => ({ ...whole, blobs: whole.blobs.map((b) => ({ ...b, size: 1 })) }), "blobs[0]"],
    ["a wrong system text", (whole) => ({ ...whole, system_prompts: { d: "x" } }), "system_prompts.d"],
    [
      "a message twice",
      (whole) => ({ ...whole, messages: whole.messages.flatMap((m) => (m.message.id === "msg_2" ? [m, m] : [m])) }),
      "messages[2].message.id",
    ],
    ["messages out of order", (w) => ({ ...w, messages: w.messages.toReversed() }), "messages[1].message.created_at"],
    [
      "a manifest of nobody",
      (whole) => ({ ...whole, manifests: whole.manifests.map((m) => ({ ...m, message_id: "x" })) }),
      "manifests[0].message_id",
    ],
  ])("with %s is refused with where it is, and nothing of it is stored", (_, damage, path) => {
    const store = anotherStore();
    const damaged = damage(toExport(conversation(), "ses_1", all));
    let refusal: unknown;
    try {
      importConversation(store, damaged, { newId: countingIds() });
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(DamagedExport);
    expect((refusal as DamagedExport).problems[0]?.path).toBe(path);
    for (const table of ["chat_sessions", "chat_messages", "chat_parts", "blobs", "system_prompts", "manifests"])
      expect(store.all(`SELECT * FROM ${table}`)).toEqual([]);
  });

  it("that fails half-way leaves nothing", () => {
    const store = anotherStore();
    const exported = toExport(conversation(), "ses_1", all);
    expect(() => importConversation(store, exported, { newId: () => "same" })).toThrow();
    expect(store.all("SELECT * FROM chat_sessions")).toEqual([]);
    expect(store.all("SELECT * FROM chat_words")).toEqual([]);
  });
});

const json = fc.jsonValue({ maxDepth: 3 });
const known = fc.oneof(
  fc.record({ type: fc.constant("text"), text: fc.string({ unit: "binary" }) }),
  fc.record({ type: fc.constant("file-ref"), ref: json }),
  fc.record({ type: fc.string({ minLength: 1 }), extra: json }),
);
const turn = fc.record({
  parts: fc.array(known, { maxLength: 3 }),
  metadata: fc.dictionary(fc.string(), json, { maxKeys: 3 }),
  content: fc.option(fc.string()),
  answer: fc.option(fc.string()),
  compacts: fc.option(fc.nat(10)),
  isQueued: fc.boolean(),
  tick: fc.nat(1),
});

type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

function write(store: Store, session: string, turns: readonly Turn[]): void {
  let at = 1;
  for (const [index, { parts, metadata, content, answer, compacts, isQueued, tick }] of turns.entries()) {
    const asked = `msg_${session}_u${index}`;
    const named = content === null ? {} : { snapshots: { "0": { content_id: contentId(content) } } };
    const queued = isQueued ? { queued_at: at } : {};
    const contents = new Map(content === null ? [] : [[contentId(content), content]]);
    say(store, asked, parts, { session, at: (at += tick), metadata: { ...metadata, ...named, ...queued }, contents });
    if (answer === null) continue;
    const account = { manifest_id: `man_${session}_${index}`, system_prompt_digest: contentId(answer) };
    saveSystemPrompt(store, account.system_prompt_digest, answer);
    saveManifest(store, manifestOf(account.manifest_id, session, asked));
    const tail_start_id = compacts === null ? null : `msg_${session}_u${compacts % (index + 1)}`;
    const mark = { type: "data-compaction", summary: answer, tail_start_id, auto: false, summary_tokens: 0 } as const;
    const written = { session, at: (at += tick), metadata: account };
    reply(store, `msg_${session}_v${index}`, [{ type: "text", text: answer }, mark], written);
  }
}

it("export → import → export gives the same bytes apart from ids, as JSON and as lines", () => {
  const [store, other] = [openWith(), anotherStore()];
  let left = 1_000_000;
  const newId = (prefix: string): string => `${prefix}_n${--left}x`;
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 5 }), fc.option(fc.nat(4)), fc.boolean(), (turns, rewound, blobs) => {
      const session = newId("s");
      createConversation(store, { ...newConversation(session, 1), title: "T" });
      write(store, session, turns);
      if (rewound !== null && turns[rewound]?.isQueued === false)
        rewindConversation(store, session, `msg_${session}_u${rewound}`, 99);
      const exported = toExport(store, session, { blobs });
      const { id } = importConversation(other, parseJsonl(toJsonl(exported)), { newId });
      const again = toExport(other, id, { blobs });
      expect(withoutIds(again)).toBe(withoutIds(exported));
      expect(JSON.stringify(parseJsonl(toJsonl(again)))).toBe(JSON.stringify(again));
    }),
    { numRuns: 100 },
  );
}, 60_000);
