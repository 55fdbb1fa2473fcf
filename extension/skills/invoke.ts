// A skill the user invokes by its command: composed at once, kept in that turn with the record of how it was made.
import type { KnownPart } from "../message/part.ts";
import type { Skill } from "./catalog.ts";
import { composeProse } from "./compose.ts";
import { ComposeRequest } from "./request.ts";

type Invocation = Extract<KnownPart, { type: "skill-invocation" }>;

/** A problem is told before anything is sent. */
export type Invoked = { ok: true; part: Invocation } | { ok: false; problem: string };

export function invokeSkill(skill: Skill, user_request: string, tokensOf: (text: string) => number): Invoked {
  const { name, version } = skill;
  const composed = composeProse(requestFor(skill, user_request), { tokensOf });
  if (!composed.ok) return { ok: false, problem: composed.error.message };
  const record = JSON.stringify(composed.record);
  return { ok: true, part: { type: "skill-invocation", name, version, body: composed.composition.prompt, record } };
}

/** A SKILL.md alone is a package of prose: no parameters, and no tools beyond what the conversation has. */
function requestFor(skill: Skill, user_request: string): ComposeRequest {
  const { name, description, version, source, body, folder, hasFiles } = skill;
  const where = { id: "folder", version, kind: "Description", body: `The other files of this skill are in ${folder}.` };
  return ComposeRequest.parse({
    skill_package: {
      ...{ id: name, name, description, version, source },
      framing: body,
      parameter_schema: { type: "object" },
      artifacts: hasFiles ? [where] : [],
    },
    user_request,
    invocation_source: "explicit",
    // That of the message it becomes a part of.
    thread_id: "",
    available_tools: [],
    caller_capabilities: [],
  });
}
