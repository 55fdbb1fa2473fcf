// Conversations written short: messages of the user and of the model, and the assembly of a turn on them.
import { assemble, type Assembled, type AssembleInput } from "../../extension/assemble/assemble.ts";
import type { AssistantMessage, AssistantPart, UserMessage } from "../../extension/message/message.ts";
import type { Part } from "../../extension/message/part.ts";
import { loopback } from "../../extension/turn/wire.ts";

export function user(id: string, parts: string | Part[], metadata: Partial<UserMessage["metadata"]> = {}): UserMessage {
  const all: Part[] = typeof parts === "string" ? [{ type: "text", text: parts }] : parts;
  return { id, role: "user", parts: all, metadata: { schema_version: 1, ...metadata } };
}

export function model(
  id: string,
  parts: string | AssistantPart[],
  metadata: Partial<AssistantMessage["metadata"]> = {},
): AssistantMessage {
  const all: AssistantPart[] = typeof parts === "string" ? [{ type: "text", text: parts }] : parts;
  return {
    id,
    role: "assistant",
    parts: all,
    metadata: { schema_version: 1, model: "m/m", finish: "end", ...metadata },
  };
}

export const call = (id: string, name = "read"): AssistantPart => ({
  type: "tool-call",
  id,
  name,
  input: { path: id },
});
export const result = (id: string, output = `output of ${id}`): AssistantPart => ({
  type: "tool-result",
  id,
  output,
  is_error: false,
});

/** With a window of any size, by Loopback. */
export function put(input: Partial<AssembleInput> & { window?: number }): Assembled {
  const { window = 1_000_000, ...given } = input;
  return assemble({
    session_id: "s",
    history: [],
    turn: user("turn", "go on"),
    layers: [],
    pins: [],
    model: { ...loopback, provider: "m", context_window: window, max_output: 10 },
    load: () => undefined,
    digest: (text) => `digest of ${text}`,
    now: 7,
    newId: () => "man",
    ...given,
  });
}

/** `user: one | two` for each message. */
export function read({ context }: Assembled): string[] {
  return context.messages.map(({ role, blocks }) => `${role}: ${blocks.map(({ text }) => text).join(" | ")}`);
}
