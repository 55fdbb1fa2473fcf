// A package a model asked for by the tool skill: composed within what the conversation may, and recorded by its call.
import { recordIn } from "../message/invocation.ts";
import { saveInvocation } from "../persist/skill-invocations.ts";
import { composePackage } from "../skills/invoke.ts";
import { loadedHead } from "../skills/loaded.ts";
import type { LoadPackage } from "../skills/tool.ts";
import type { CallAbout, Outcome } from "../tools/tool.ts";
import { toolsOfSkills } from "./request/offered-tools.ts";
import type { Rooms } from "./rooms.ts";
import { invokePorts, type RenderFraming } from "./skill-commands.ts";
import { plannerOf } from "./skill-plan.ts";

type Wanted = Parameters<LoadPackage>;

/** Its bound is the conversation's, whatever skill is around it: the turn that runs narrows itself to the result. */
export async function loadPackage(
  rooms: Rooms,
  render: RenderFraming,
  skill: Wanted[0],
  asked: Wanted[1],
  { session_id, message_id, call_id }: CallAbout,
  running: Wanted[3],
): Promise<Outcome> {
  const tools = await toolsOfSkills(rooms, session_id);
  const by = { session_id, tools, plan: plannerOf(rooms, session_id, running), source: "agent-selected" as const };
  const invoked = await composePackage(skill, asked, by, invokePorts(render));
  const record = recordIn(invoked.ok ? invoked.part.record : invoked.record);
  if (record !== undefined)
    saveInvocation(rooms.store, {
      ...{ id: rooms.newId("inv"), session_id, message_id, call_id, at: rooms.now(), record },
      outcome: invoked.ok ? null : { kind: "refused", words: invoked.problem },
    });
  if (!invoked.ok) return { ok: false, output: `Could not use the skill ${skill.name}: ${invoked.problem}` };
  return { ok: true, output: `${loadedHead(invoked.part)}\n\n${invoked.part.body}` };
}
