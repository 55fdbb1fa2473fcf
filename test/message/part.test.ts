import { describe, expect, it } from "vitest";
import { parsePart, partToJson, textOfUnknown } from "../../extension/message/part.ts";

const accepted = (raw: unknown): boolean => parsePart(raw).ok;

describe("a part", () => {
  it.each([
    { type: "text", text: "" },
    { type: "file-ref", ref: { kind: "path", path: "src/a.ts" } },
    { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start: 10, end: 25 } } },
    { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { unit: "byte", start: 0, end: 1 } } },
    { type: "file-ref", ref: { kind: "url", url: "https://example.com/a" } },
    { type: "file-ref", ref: { kind: "content-id", id: "ab12", name: "a.png", mime: "image/png" } },
    { type: "file-attachment", name: "design.psd", mime: "image/vnd.adobe.photoshop", size: 12_000_000 },
    { type: "file-attachment", name: "a.png", mime: "image/png", size: 3, data: "AAAA" },
    { type: "file-attachment", name: "a.png", mime: "image/png", size: 3, content_id: "ab12" },
    { type: "command", id: "/review", args: { raw: "a b", positional: ["a", "b"], named: {} } },
    { type: "mention", target: { kind: "skill", name: "memory" } },
    { type: "mention", target: { kind: "symbol", name: "put", path: "a.ts", range: { start: 1, end: 2 } } },
    { type: "mention", target: { kind: "context", name: "problems" } },
    { type: "mention", target: { kind: "resource", server: "docs", uri: "docs://a" } },
    { type: "editor-context", kind: "selection", payload: { nodes: [1, 2] }, emitted_at: 1 },
    { type: "skill-invocation", name: "memory", version: "1", body: "…", record: "rec_1" },
  ])("of every type is accepted as it is: $type", (raw) => {
    expect(parsePart(raw)).toEqual({ ok: true, value: raw });
  });

  it.each([
    ["an inverted line range", { type: "file-ref", ref: { kind: "path", path: "a", range: { start: 5, end: 4 } } }],
    ["a line range from zero", { type: "file-ref", ref: { kind: "path", path: "a", range: { start: 0, end: 4 } } }],
    [
      "an empty byte range",
      { type: "file-ref", ref: { kind: "path", path: "a", range: { unit: "byte", start: 4, end: 4 } } },
    ],
    ["a path with a NUL", { type: "file-ref", ref: { kind: "path", path: "a\0b" } }],
    ["an empty path", { type: "file-ref", ref: { kind: "path", path: "" } }],
    [
      "data and a content id together",
      { type: "file-attachment", name: "a", mime: "b/c", size: 1, data: "AAAA", content_id: "x" },
    ],
    ["data that is not base64", { type: "file-attachment", name: "a", mime: "b/c", size: 1, data: "not base64!" }],
    ["a command without a slash", { type: "command", id: "review", args: { raw: "", positional: [], named: {} } }],
    ["an editor context without a payload", { type: "editor-context", kind: "selection", emitted_at: 1 }],
    ["a known type without its fields", { type: "text" }],
    ["something without a type", { text: "hello" }],
    ["something that is no object", "hello"],
  ])("is refused with %s", (_, raw) => {
    expect(accepted(raw)).toBe(false);
  });

  it("of a type from the future is kept verbatim and speaks its text if it has one", () => {
    const raw = { type: "hologram", text: "look", depth: { of: ["field"] } };
    const parsed = parsePart(raw);
    expect(parsed).toEqual({ ok: true, value: { type: "unknown", original: raw } });
    if (!parsed.ok || parsed.value.type !== "unknown") throw new Error("unreachable");
    expect(partToJson(parsed.value)).toBe(raw);
    expect(textOfUnknown(parsed.value)).toBe("look");
    expect(textOfUnknown({ type: "unknown", original: { type: "hologram" } })).toBe("[unsupported part]");
  });
});
