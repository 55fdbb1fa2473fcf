// Every skill as a command. Commands from other sources come first, so that a skill hides none of them.
import * as z from "zod/mini";
import type { Command } from "../../compose/catalog.ts";
import type { Skill } from "../catalog.ts";
import type { ReadPackage } from "../read-package.ts";
import { invokePackage, type InvokePorts, invokeSkill } from "../invoke.ts";

/**
 * `builtIn`: the ids of Galley's own commands, with their slash. A bundled skill with the name of such a command is for
 * models only.
 */
export function skillCommands(skills: readonly Skill[], ports: InvokePorts, builtIn: ReadonlySet<string>): Command[] {
  return skills
    .filter(({ source, name }) => source !== "bundled" || !builtIn.has(`/${name}`))
    .map((skill) => toCommand(skill, ports));
}

const Schema = z.object({ properties: z.record(z.string(), z.unknown()) });

/** The names of a package's parameters, all optional here: the check against the schema reports missing ones. */
function argumentsOf(pack: ReadPackage["pack"] | undefined): string[] {
  const { properties = {} } = Schema.safeParse(pack?.parameter_schema).data ?? {};
  const names = Object.keys(properties);
  return names.length === 0 ? ["request"] : names;
}

function toCommand(skill: Skill, ports: InvokePorts): Command {
  const { name, description, file, source, package: read } = skill;
  const model = read?.pack.model_preference;
  return {
    ...(typeof model === "string" && { prefers: { model, isOwn: source !== "project" } }),
    id: `/${name}`,
    description: description.replace(/\s+/g, " "),
    source: "skill",
    origin: file,
    arguments: argumentsOf(read?.pack).map((argument) => ({ name: argument, required: false })),
    body:
      read === undefined
        ? { kind: "skill", invoke: (request, source) => invokeSkill(skill, request, ports, source) }
        : {
            kind: "package",
            compose: (text, by) =>
              invokePackage({ ...skill, package: read }, text, { ...by, source: by.source ?? "explicit" }, ports),
          },
  };
}
