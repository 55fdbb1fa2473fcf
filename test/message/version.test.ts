import { describe, expect, it } from "vitest";
import type { Part } from "../../extension/message/part.ts";
import { readPart, versionOf } from "../../extension/message/versions/version.ts";

describe("a part written by version 0", () => {
  it.each<[unknown, Part]>([
    [
      { type: "text", value: "hi" },
      { type: "text", text: "hi" },
    ],
    [
      { type: "file", path: "a.ts" },
      { type: "file-ref", ref: { kind: "path", path: "a.ts" } },
    ],
    [
      { type: "file", path: "a.ts", lines: [3, 9] },
      { type: "file-ref", ref: { kind: "path", path: "a.ts", range: { start: 3, end: 9 } } },
    ],
    [
      { type: "attachment", filename: "a.png", mimeType: "image/png", base64: "AAECAw==" },
      { type: "file-attachment", name: "a.png", mime: "image/png", size: 4, data: "AAECAw==" },
    ],
    [
      { type: "command", name: "review", args: "src  critical" },
      { type: "command", id: "/review", args: { raw: "src  critical", positional: ["src", "critical"], named: {} } },
    ],
    [
      { type: "skill", name: "memory" },
      { type: "mention", target: { kind: "skill", name: "memory" } },
    ],
    [
      { type: "context", kind: "cursor", data: { line: 3 }, at: 5 },
      { type: "editor-context", kind: "cursor", payload: { line: 3 }, emitted_at: 5 },
    ],
  ])("reads as today's: %j", (raw, today) => {
    expect(readPart(raw, 0)).toEqual(today);
  });

  it("that is damaged is kept as it is", () => {
    const inverted = { type: "file", path: "a.ts", lines: [9, 3] };
    expect(readPart(inverted, 0)).toEqual({ type: "unknown", original: inverted });
    expect(readPart({ type: "text" }, 0)).toEqual({ type: "unknown", original: { type: "text" } });
  });

  it("is not taken for one when the message is of today", () => {
    expect(readPart({ type: "text", value: "hi" }, 1).type).toBe("unknown");
  });
});

describe("a part of a newer version", () => {
  it("is read as far as it is understood, and kept where it is not", () => {
    expect(readPart({ type: "text", text: "hi", mood: "calm" }, 9)).toEqual({ type: "text", text: "hi" });
    const text = { type: "text", words: ["hi"] };
    expect(readPart(text, 9)).toEqual({ type: "unknown", original: text });
  });
});

it("a message that does not say its version is of today", () => {
  expect([versionOf({}), versionOf(null), versionOf({ schema_version: -3 }), versionOf({ schema_version: 0 })]).toEqual(
    [1, 1, 1, 0],
  );
});
