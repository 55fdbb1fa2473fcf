// Skills that are switched off: in no list, not to be loaded, not pointed at; and what a model needs to load the others.
import * as z from "zod/mini";
import type { Message } from "../message/message.ts";
import type { Part } from "../message/part.ts";
import type { Tool } from "../tools/tool.ts";
import type { SkillListing } from "./catalog.ts";

/** By name: whichever of a name counts, none of that name is there. */
export type SwitchedOff = ReadonlySet<string>;

export function enabledSkills(listing: SkillListing, off: SwitchedOff): SkillListing {
  return off.size === 0 ? listing : { ...listing, skills: listing.skills.filter(({ name }) => !off.has(name)) };
}

/** What a person reads who asks for one by its command. */
export function offWords(name: string): string {
  return `The skill ${name} is disabled in this workspace. Enable it in the Skills view.`;
}

const Named = z.object({ name: z.string() });

/** The tool skill, behind the switches and the rules: a body is loaded only as they allow. A search loads nothing. */
export function guardedTool(tool: Tool, off: SwitchedOff): Tool {
  return {
    ...tool,
    async prepare(input, about) {
      const { name } = Named.safeParse(input).data ?? {};
      if (name === undefined) return tool.prepare(input, about);
      if (off.has(name)) return { ok: false, output: `The user disabled the skill ${name}. Continue without it.` };
      const prepared = await tool.prepare(input, about);
      if (!prepared.ok) return prepared;
      const needs = [...prepared.call.needs, { permission: "skill" as const, pattern: name }];
      return { ok: true, call: { ...prepared.call, needs } };
    },
  };
}

/** Removes mentions of skills that are now switched off. */
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
