// What an agent tells of a session it takes up becomes messages, whatever it tells and however much.
import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { expect, it } from "vitest";
import { Replay, type Replayed } from "../../extension/acp/session/replay.ts";

const chunk = (
  sessionUpdate: "user_message_chunk" | "agent_message_chunk" | "agent_thought_chunk",
  text: string,
  messageId?: string,
): SessionUpdate => ({
  sessionUpdate,
  content: { type: "text", text },
  ...(messageId !== undefined && { messageId }),
});

function replayed(updates: readonly SessionUpdate[], most?: number): { messages: Replayed[]; isCut: boolean } {
  const replay = new Replay((path) => path.replace("/w/", ""), most);
  for (const update of updates) replay.hear(update);
  return { messages: replay.end(), isCut: replay.isCut };
}

it("pieces become one message, and each speaker has their own", () => {
  const { messages } = replayed([
    chunk("user_message_chunk", "Hel"),
    chunk("user_message_chunk", "lo"),
    chunk("agent_thought_chunk", "Hm"),
    chunk("agent_message_chunk", "Good "),
    chunk("agent_message_chunk", "day"),
    chunk("user_message_chunk", "Bye"),
  ]);
  expect(messages).toEqual([
    { role: "user", text: "Hello" },
    {
      role: "assistant",
      events: [
        { type: "reasoning", text: "Hm" },
        { type: "text", text: "Good day" },
      ],
    },
    { role: "user", text: "Bye" },
  ]);
});

it("messages of the user that follow each other are told apart by their ids", () => {
  const { messages } = replayed([
    chunk("user_message_chunk", "On", "a"),
    chunk("user_message_chunk", "e", "a"),
    chunk("user_message_chunk", "Two", "b"),
  ]);
  expect(messages).toEqual([
    { role: "user", text: "One" },
    { role: "user", text: "Two" },
  ]);
});

it("calls have results, also those whose end is not told; usage and lists of commands are no words", () => {
  const diff = { type: "diff" as const, path: "/w/a.ts", oldText: "a", newText: "b" };
  const { messages } = replayed([
    { sessionUpdate: "tool_call", toolCallId: "1", title: "Edit", kind: "edit", status: "completed", content: [diff] },
    { sessionUpdate: "usage_update", used: 1, size: 2 },
    { sessionUpdate: "available_commands_update", availableCommands: [] },
    { sessionUpdate: "tool_call", toolCallId: "2", title: "Look", kind: "read", status: "in_progress" },
    chunk("user_message_chunk", "And?"),
  ]);
  expect(messages).toHaveLength(2);
  expect(messages[0]).toMatchObject({
    events: [
      { type: "tool-call", id: "1", name: "edit", input: { path: "a.ts" } },
      { type: "tool-result", id: "1", is_error: false },
      { type: "tool-call", id: "2" },
      { type: "tool-result", id: "2", is_error: true },
    ],
  });
});

it("of more than anyone reads the end is kept, and that is told", () => {
  const updates = Array.from({ length: 50 }, (_, at) => [
    chunk("user_message_chunk", `question ${at}`),
    chunk("agent_message_chunk", "x".repeat(100)),
  ]).flat();
  const { messages, isCut } = replayed(updates, 1_000);
  expect(isCut).toBe(true);
  expect(messages.length).toBeLessThan(20);
  expect(messages.at(-2)).toEqual({ role: "user", text: "question 49" });
  expect(replayed(updates).isCut).toBe(false);
});
