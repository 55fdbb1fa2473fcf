// Another conversation as a fact: bounded, the latest kept, what is left out said.
import { expect, it } from "vitest";
import { conversationContext } from "../../extension/acquire/conversation.ts";
import type { Message } from "../../extension/message/message.ts";

const asked = (text: string): Message => ({
  id: text,
  role: "user",
  parts: [
    { type: "text", text },
    { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start: 1, end: 2 } } },
  ],
  metadata: { schema_version: 1 },
});
const answered = (text: string): Message => ({
  id: text,
  role: "assistant",
  parts: [{ type: "text", text }],
  metadata: { schema_version: 1, model: "m", finish: "end" },
});

it("tells who said what, chips by their names", () => {
  expect(conversationContext("Clocks", [asked("why "), answered("Because.")], 7)).toEqual({
    parts: [
      {
        type: "editor-context",
        kind: "ref",
        source: "conversation “Clocks”",
        payload: "User: why a.ts:1-2\n\nAssistant: Because.",
        emitted_at: 7,
      },
    ],
  });
});

it("keeps the latest that fit and counts the rest", () => {
  const long = "x".repeat(11_970);
  const { parts } = conversationContext("Long", [asked("first "), answered(long), answered(long), asked("last ")], 0);
  const payload = parts[0]?.type === "editor-context" ? parts[0].payload : "";
  expect(payload).toMatch(/^\[1 earlier message omitted\]\n\nAssistant: x+/);
  expect(payload).toMatch(/User: last a\.ts:1-2$/);
});

it("keeps the end of a message that is too long by itself", () => {
  const { parts } = conversationContext("One", [answered(`${"x".repeat(30_000)} the end`)], 0);
  expect(JSON.stringify(parts)).toMatch(/the end/);
  expect(JSON.stringify(parts).length).toBeLessThan(25_000);
});

it("says when nothing was said", () => {
  expect(conversationContext("Empty", [], 0)).toEqual({ parts: [], reason: "the conversation is empty" });
});
