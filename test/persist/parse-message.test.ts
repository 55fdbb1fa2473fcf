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
      value: { ...raw, parts: [{ type: "unknown", original: { type: "future", x: 1 } }] },
    });
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
