// Every skill as a command: the last of the sources, so that it hides none of them.
import { estimateTokens } from "../assemble/estimate.ts";
import { BUILT_INS } from "../compose/built-in.ts";
import type { Command } from "../compose/catalog.ts";
import { contentId } from "../persist/blobs.ts";
import type { Skill } from "../skills/catalog.ts";
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

function toCommand(skill: Skill, ports: InvokePorts): Command {
  const { name, description, file, package: read } = skill;
  return {
    id: `/${name}`,
    description: description.replace(/\s+/g, " "),
    source: "skill",
    origin: file,
    arguments: [{ name: read === undefined ? "request" : "parameters", required: false }],
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
