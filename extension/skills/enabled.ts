// Skills that the user disabled: removed from lists and mentions, and refused by the tool skill.
import * as z from "zod/mini";
import type { Message } from "../message/message.ts";
import type { Part } from "../message/part.ts";
import type { Tool } from "../tools/tool.ts";
import type { SkillListing } from "./catalog.ts";
import * as words from "./words.ts";

/** Names: every skill of a name is disabled. */
export type SwitchedOff = ReadonlySet<string>;

export function enabledSkills(listing: SkillListing, off: SwitchedOff): SkillListing {
  return off.size === 0 ? listing : { ...listing, skills: listing.skills.filter(({ name }) => !off.has(name)) };
}

const Named = z.object({ name: z.string() });

/** The tool skill that loads only enabled skills, and only as rules allow. A search needs no permission. */
export function guardedTool(tool: Tool, off: SwitchedOff): Tool {
  return {
    ...tool,
    async prepare(input, about) {
      const { name } = Named.safeParse(input).data ?? {};
      if (name === undefined) return tool.prepare(input, about);
      if (off.has(name)) return { ok: false, output: words.disabledForModel(name) };
      const prepared = await tool.prepare(input, about);
      if (!prepared.ok) return prepared;
      const needs = [...prepared.call.needs, { permission: "skill" as const, pattern: name }];
      return { ok: true, call: { ...prepared.call, needs } };
    },
  };
}

/** Removes mentions of skills that are now disabled. */
export function withoutMentions(messages: readonly Message[], off: SwitchedOff): readonly Message[] {
  if (off.size === 0) return messages;
  return messages.map((message) =>
    message.role === "user"
      ? { ...message, parts: message.parts.flatMap((part) => withoutMention(part, off)) }
      : message,
  );
}

function withoutMention(part: Part, off: SwitchedOff): Part[] {
  if (part.type === "mention" && part.target.kind === "skill") return off.has(part.target.name) ? [] : [part];
  if (part.type !== "command" || part.result_parts === undefined) return [part];
  const isOff = (one: Part): boolean =>
    one.type === "mention" && one.target.kind === "skill" && off.has(one.target.name);
  return [{ ...part, result_parts: part.result_parts.filter((one) => !isOff(one)) }];
}
