// Whether a turn applies a skill: what a skill runs cannot change skills.
import type { Message, UserMessage } from "../message/message.ts";
import type { Part } from "../message/part.ts";
import { loadedHead } from "../skills/loaded.ts";

/** The user invoked one in this message. */
export function invokesSkill({ parts }: Pick<UserMessage, "parts">): boolean {
  return parts.flatMap(withResults).some(({ type }) => type === "skill-invocation");
}

const ANY_HEAD = loadedHead({ name: "", version: "" }).split("(")[0]?.trimEnd() ?? "";

/** Or its answer has loaded one since; what steered the turn is part of it. Messages oldest first. */
export function isApplyingSkill(messages: readonly Message[]): boolean {
  const from = messages.findLastIndex((message) => message.role === "user" && message.metadata.steers !== true);
  return messages
    .slice(Math.max(0, from))
    .some((message) =>
      message.role === "user"
        ? invokesSkill(message)
        : message.parts.some(
            (part) => part.type === "tool-result" && !part.is_error && part.output.startsWith(`${ANY_HEAD} `),
          ),
    );
}

function withResults(part: Part): Part[] {
  return part.type === "command" ? [part, ...(part.result_parts ?? [])] : [part];
}
