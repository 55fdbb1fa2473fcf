// Messages and exports of other versions on the command line: read as stored rows are, and the output says so.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lower } from "../../extension/cli/lower.ts";
import { replay } from "../../extension/cli/replay.ts";
import { validate } from "../../extension/cli/validate.ts";
import { temporaryFolder } from "../fakes/folder.ts";

const old = { id: "msg_1", role: "user", metadata: { schema_version: 0 } };
const oldParts = [
  { type: "text", value: "look at " },
  { type: "file", path: "a.ts", lines: [1, 1] },
];
const newer = {
  id: "msg_2",
  role: "assistant",
  metadata: { schema_version: 9, model: "m/1", finish: "end", tone: "x" },
};
const newerParts = [
  { type: "text", text: "so" },
  { type: "song", notes: [1] },
];
const today = { id: "msg_3", role: "user", metadata: { schema_version: 1 } };
const todayParts = [{ type: "text", text: "and?" }];

const exported = {
  session: { id: "ses_1" },
  messages: [
    { message: old, parts: oldParts },
    { message: newer, parts: newerParts },
    { message: today, parts: todayParts },
  ],
};

const adapted = [
  { message: "msg_1", from: 0, to: 1 },
  { message: "msg_2", from: 9, to: 1, unread: ["parts[1]"] },
];

describe("galley validate", () => {
  it("gives an older message in today's shape, and names the adapter", () => {
    expect(validate({ ...old, parts: oldParts })).toEqual({
      ok: true,
      value: {
        id: "msg_1",
        role: "user",
        parts: [
          { type: "text", text: "look at " },
          { type: "file-ref", ref: { kind: "path", path: "a.ts", range: { start: 1, end: 1 } } },
        ],
        metadata: { schema_version: 1 },
        adapted: [{ message: "msg_1", from: 0, to: 1 }],
      },
    });
  });

  it("gives its own output back unchanged", () => {
    const once = validate({ ...old, parts: oldParts });
    const { adapted: _, ...message } = Object(once.ok ? once.value : {}) as Record<string, unknown>;
    expect(validate(message)).toEqual({ ok: true, value: message });
  });

  it("keeps what a newer message says that this version does not understand", () => {
    const raw = { ...newer, parts: newerParts };
    expect(validate(raw)).toEqual({ ok: true, value: { ...raw, adapted: adapted.slice(1) } });
  });

  it("reads an export of an older and a newer Galley, message by message", () => {
    expect(validate(exported)).toMatchObject({
      ok: true,
      value: {
        messages: [
          { message: { id: "msg_1", metadata: { schema_version: 1 } }, parts: [{ text: "look at " }, {}] },
          { message: newer, parts: newerParts },
          { message: today, parts: todayParts },
        ],
        adapted,
      },
    });
  });

  it("still names what is wrong with an older message", () => {
    const parts = [{ type: "file", path: "a.ts", lines: [9, 3] }];
    expect(validate({ ...old, parts })).toMatchObject({ ok: false, failure: { code: "invalid" } });
  });
});

describe("galley lower and replay", () => {
  function workspace(): string {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "a.ts"), "one\ntwo\n");
    return folder;
  }
  const model = {
    provider: "anthropic",
    id: "m",
    context_window: 32_000,
    max_output: 4_000,
    accepts: [],
    tools: false,
  };

  it("send an older message as today's", async () => {
    const messages = exported.messages.map(({ message, parts }) => ({ ...message, parts }));
    const outcome = await lower("anthropic", () => ({ workspace: ".", model, messages }), workspace());
    expect(outcome).toMatchObject({ ok: true, value: { adapted } });
    const sent = JSON.stringify(outcome.ok && outcome.value);
    expect(sent).toContain("File: a.ts (lines 1-1)\\n```typescript\\none\\n```");
    expect(sent).toContain('"text":"look at "');
  });

  it("say the same of an export", async () => {
    const file = join(workspace(), "export.json");
    writeFileSync(file, JSON.stringify(exported));
    const call = { export: file, to: "anthropic", skills: undefined };
    expect(await replay({ ...call, turn: "2" })).toMatchObject({ ok: true, value: { adapted } });
    expect(await replay({ ...call, turn: "1" })).toMatchObject({ ok: true, value: { adapted: adapted.slice(0, 1) } });
  });

  it("say nothing of adapters if all messages are of today", async () => {
    const messages = [{ ...today, parts: todayParts }];
    const outcome = await lower("anthropic", () => ({ workspace: ".", model, messages }), workspace());
    expect(outcome.ok && outcome.value).not.toHaveProperty("adapted");
  });
});
