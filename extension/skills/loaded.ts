// Which skills a conversation already contains.
import type { Message } from "../message/message.ts";
import type { Part } from "../message/part.ts";
import type { Skill } from "./catalog.ts";
import * as words from "./words.ts";

type Named = Pick<Skill, "name" | "version">;

/** The first line of a loaded body. */
export function loadedHead({ name, version }: Named): string {
  return words.loadedHead(name, version);
}

/** Whether the tool or a command has loaded this version, in the messages that the model still reads. */
export function isLoaded(skill: Named, visible: readonly Message[]): boolean {
  const head = `${loadedHead(skill)}\n`;
  return visible.some((message) =>
    message.role === "assistant"
      ? message.parts.some((part) => part.type === "tool-result" && !part.is_error && part.output.startsWith(head))
      : message.parts.flatMap(withResults).some((part) => isInvocation(part, skill)),
  );
}

function isInvocation(part: Part, { name, version }: Named): boolean {
  return part.type === "skill-invocation" && part.name === name && part.version === version;
}

function withResults(part: Part): Part[] {
  return part.type === "command" ? [part, ...(part.result_parts ?? [])] : [part];
}
