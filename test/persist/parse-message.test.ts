import { describe, expect, it } from "vitest";
import { parseMessage } from "../../extension/persist/parse-message.ts";

describe("a message from outside", () => {
  it("keeps unknown parts and unknown metadata", () => {
    const raw = {
      id: "msg_1",
      role: "user",
      parts: [{ type: "future", x: 1 }],
      metadata: { schema_version: 7, mood: "calm" },
    };
    expect(parseMessage(raw)).toEqual({
      ok: true,
      value: {
        message: { ...raw, parts: [{ type: "unknown", original: { type: "future", x: 1 } }] },
        adapted: { from: 7, to: 1, unread: [0] },
      },
    });
  });

  it("of an older version goes through the adapters of stored rows", () => {
    const parts = [
      { type: "file", path: "a.ts", lines: [3, 9] },
      { type: "text", text: "of today" },
    ];
    expect(parseMessage({ id: "msg_1", role: "user", parts, metadata: { schema_version: 0, mood: "calm" } })).toEqual({
      ok: true,
      value: {
        message: {
          id: "msg_1",
          role: "user",
          parts: [{ type: "file-ref", ref: { kind: "path", path: "a.ts", range: { start: 3, end: 9 } } }, parts[1]],
          metadata: { schema_version: 1, mood: "calm" },
        },
        adapted: { from: 0, to: 1, unread: [] },
      },
    });
    const inverted = { type: "file", path: "a.ts", lines: [9, 3] };
    expect(parseMessage({ id: "m", role: "user", parts: [inverted], metadata: { schema_version: 0 } }).ok).toBe(false);
  });

  it("of a newer version is read as far as it is understood, and never refused", () => {
    const text = { type: "text", words: ["hi"] };
    const metadata = { schema_version: 9, snapshots: "elsewhere" };
    const user = parseMessage({ id: "msg_1", role: "user", parts: [{ type: "text", text: "hi" }, text], metadata });
    expect(user).toMatchObject({
      ok: true,
      value: {
        message: {
          parts: [
            { type: "text", text: "hi" },
            { type: "unknown", original: text },
          ],
        },
        adapted: { from: 9, unread: [1] },
      },
    });
    const answer = parseMessage({ id: "msg_2", role: "assistant", parts: [{ type: "song" }], metadata });
    expect(answer).toMatchObject({ ok: true, value: { adapted: { unread: [0] } } });
  });

  it("of the current version says nothing of adapters", () => {
    const raw = { id: "msg_1", role: "user", parts: [], metadata: { schema_version: 1 } };
    expect(parseMessage(raw)).toEqual({ ok: true, value: { message: raw, adapted: undefined } });
  });

  it("names every problem with its path, all at once", () => {
    const raw = {
      id: "",
      role: "user",
      parts: [{ type: "text", text: "ok" }, { type: "text" }, { type: "file-ref", ref: { kind: "path", path: "" } }],
      metadata: {},
    };
    const parsed = parseMessage(raw);
    expect(parsed.ok).toBe(false);
    const paths = parsed.ok ? [] : parsed.failure.map((problem) => problem.path);
    expect(paths).toEqual(["id", "metadata.schema_version", "parts[1].text", "parts[2].ref.path"]);
  });

  it("that is no message at all is a problem, not an exception", () => {
    for (const raw of [null, 3, [], "x", { role: "system" }]) expect(parseMessage(raw).ok).toBe(false);
  });
});
