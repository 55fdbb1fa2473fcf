// Parts and messages that several tests of the panel use.
import { newConversation } from "../../extension/message/conversation.ts";
import type { CommandSpec } from "../../extension/protocol/catalog.ts";
import { partKey } from "../../extension/protocol/draft.ts";
import type { ConversationSnapshot, ShownMessage } from "../../extension/protocol/conversation.ts";
import type { ChipPart } from "../../webview/editor/schema.ts";

export const text = (value: string) => ({ type: "text", text: value }) as const;

/** A prompt of a server, with two arguments. */
export const promote: CommandSpec = {
  id: "/team:promote",
  description: "Promotes somebody.",
  source: "mcp",
  arguments: [
    { name: "department", required: true },
    { name: "name", required: true },
  ],
  hides: [],
};

function lines(path: string, start: number, end: number): ChipPart {
  return { type: "file-ref", ref: { kind: "path", path, range: { start, end } } };
}

export const upload = lines("src/net/upload.ts", 10, 25);
export const backoff = lines("src/net/backoff.ts", 12, 30);

export function tokens(part: ChipPart, count: number, problem?: string) {
  return { key: partKey(part), tokens: count, ...(problem === undefined ? {} : { problem }) };
}

export function asked(id: string, ...parts: unknown[]): ShownMessage {
  return { role: "user", id, at: 1, parts };
}

export function answered(
  id: string,
  markdown: string,
  changes: Partial<Extract<ShownMessage, { role: "assistant" }>> = {},
): ShownMessage {
  const parts = markdown === "" ? [] : [text(markdown)];
  return { role: "assistant", id, at: 2, model: "Loopback", parts, finish: "end", ...changes };
}

export function conversation(changes: Partial<ConversationSnapshot> = {}): ConversationSnapshot {
  return {
    session: { ...newConversation("ses_1", 1), title: "New conversation" },
    messages: [],
    earlier: 0,
    run: { state: "idle", message_id: null },
    queue: { items: [], held: false, undo: false },
    draft: { parts: [] },
    model: { key: "loopback/loopback", name: "Loopback", is_language_model: true },
    ...changes,
  };
}

export const busy = { state: "busy", message_id: "m1" } as const;

/** A conversation in which the model answers right now. */
export function streaming(): ConversationSnapshot {
  return conversation({ messages: [asked("m1", text("hi")), answered("m2", "", { finish: null })], run: busy });
}
