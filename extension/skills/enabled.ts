// Skills that the user disabled: removed from lists, and refused by the tool skill.
import * as z from "zod/mini";
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
