// Every skill as a command: the last of the sources, so that it hides none of them.
import * as z from "zod/mini";
import type { Command } from "../../compose/catalog.ts";
import type { Skill } from "../catalog.ts";
import type { ReadPackage } from "../read-package.ts";
import { invokePackage, type InvokePorts, invokeSkill } from "../invoke.ts";

/**
 * `builtIn`: the ids of Galley's own commands, with their slash. A skill of Galley's own that has the name of one is for
 * models only.
 */
export function skillCommands(skills: readonly Skill[], ports: InvokePorts, builtIn: ReadonlySet<string>): Command[] {
  return skills
    .filter(({ source, name }) => source !== "bundled" || !builtIn.has(`/${name}`))
    .map((skill) => toCommand(skill, ports));
}

const Schema = z.object({ properties: z.record(z.string(), z.unknown()) });

/** Of a package, the names of its parameters: those that must be given are told by the check, with a reason. */
function argumentsOf(pack: ReadPackage["pack"] | undefined): string[] {
  const { properties = {} } = Schema.safeParse(pack?.parameter_schema).data ?? {};
  const names = Object.keys(properties);
  return names.length === 0 ? ["request"] : names;
}

function toCommand(skill: Skill, ports: InvokePorts): Command {
  const { name, description, file, package: read } = skill;
  return {
    id: `/${name}`,
    description: description.replace(/\s+/g, " "),
    source: "skill",
    origin: file,
    arguments: argumentsOf(read?.pack).map((argument) => ({ name: argument, required: false })),
    body:
      read === undefined
        ? { kind: "skill", invoke: (request) => invokeSkill(skill, request, ports) }
        : {
            kind: "package",
            compose: (text, by) =>
              invokePackage({ ...skill, package: read }, text, { ...by, source: "explicit" }, ports),
          },
  };
}
