// Whether a turn applies a skill. A turn that does must not change skills.
import * as z from "zod/mini";
import type { Message, UserMessage } from "../../message/message.ts";
import type { Part } from "../../message/part.ts";

/** Whether the user invokes a skill in this message. */
export function invokesSkill({ parts }: Pick<UserMessage, "parts">): boolean {
  return parts.flatMap(withResults).some(({ type }) => type === "skill-invocation");
}

const Load = z.object({ name: z.string() });

/** Whether the last turn invokes or loads a skill, steering messages included. Messages oldest first. */
export function isApplyingSkill(messages: readonly Message[]): boolean {
  const from = messages.findLastIndex((message) => message.role === "user" && message.metadata.steers !== true);
  return messages
    .slice(Math.max(0, from))
    .some((message) => (message.role === "user" ? invokesSkill(message) : message.parts.some(isLoad)));
}

function isLoad(part: Extract<Message, { role: "assistant" }>["parts"][number]): boolean {
  return part.type === "tool-call" && part.name === "skill" && Load.safeParse(part.input).success;
}

function withResults(part: Part): Part[] {
  return part.type === "command" ? [part, ...(part.result_parts ?? [])] : [part];
}
