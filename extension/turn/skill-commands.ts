// Every skill as a command: the last of the sources, so that it hides none of them.
import * as z from "zod/mini";
import { estimateTokens } from "../assemble/tokens/estimate.ts";
import { BUILT_INS } from "../compose/built-in.ts";
import type { Command } from "../compose/catalog.ts";
import { contentId } from "../persist/contents/blobs.ts";
import type { Skill } from "../skills/catalog.ts";
import type { ReadPackage } from "../skills/read-package.ts";
import { invokePackage, type InvokePorts, invokeSkill } from "../skills/invoke.ts";

const builtIn = new Set(BUILT_INS.map(({ id }) => id));

export type RenderFraming = InvokePorts["render"];

const NOBODY: RenderFraming = () => Promise.resolve({ ok: false, message: "templates are not rendered here" });

/** One of Galley's own that has the name of Galley's own command is for models only. */
export function skillCommands(skills: readonly Skill[], render: RenderFraming = NOBODY): Command[] {
  return skills
    .filter(({ source, name }) => source !== "bundled" || !builtIn.has(`/${name}`))
    .map((skill) => toCommand(skill, invokePorts(render)));
}

export function invokePorts(render: RenderFraming): InvokePorts {
  return { tokensOf: (text) => estimateTokens(text, "prose"), digest: contentId, render };
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
