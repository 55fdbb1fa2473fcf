// Every skill as a command: the last of the sources, so that it hides none of them.
import { estimateTokens } from "../assemble/estimate.ts";
import { BUILT_INS } from "../compose/built-in.ts";
import type { Command } from "../compose/catalog.ts";
import type { Skill } from "../skills/catalog.ts";
import { invokeSkill } from "../skills/invoke.ts";

const builtIn = new Set(BUILT_INS.map(({ id }) => id));

/** One of Galley's own that has the name of Galley's own command is for models only. */
export function skillCommands(skills: readonly Skill[]): Command[] {
  return skills.filter(({ source, name }) => source !== "bundled" || !builtIn.has(`/${name}`)).map(toCommand);
}

function toCommand(skill: Skill): Command {
  const { name, description, file } = skill;
  return {
    id: `/${name}`,
    description: description.replace(/\s+/g, " "),
    source: "skill",
    origin: file,
    arguments: [{ name: "request", required: false }],
    body: { kind: "skill", invoke: (request) => invokeSkill(skill, request, (text) => estimateTokens(text, "prose")) },
  };
}
