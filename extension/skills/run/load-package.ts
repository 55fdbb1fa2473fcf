// Composes a package that a model loads with the skill tool, within the tools of the conversation, and records what is loaded.
import { recordIn } from "../../message/invocation.ts";
import type { CallAbout, Outcome } from "../../tools/tool.ts";
import { composePackage, type InvokePorts, invokeSkill } from "../invoke.ts";
import { loadedHead } from "../loaded.ts";
import type { LoadPackage, RecordLoad } from "../tool.ts";
import type { SkillRecords } from "./run-ports.ts";
import type { PlannerPorts, PlanSkill } from "./skill-plan.ts";
import * as words from "./words.ts";

type Wanted = Parameters<LoadPackage>;

export interface LoadPorts {
  invoke: InvokePorts;
  records: Pick<SkillRecords, "add">;
  /** The tools that a skill may use in a conversation, at most. */
  tools: (conversation: string) => Promise<string[]>;
  plan: (conversation: string, running: PlannerPorts) => PlanSkill;
}

/** The package may use all tools of the conversation, also inside another skill; the turn then narrows itself to the result. */
export async function loadPackage(
  ports: LoadPorts,
  skill: Wanted[0],
  asked: Wanted[1],
  { session_id, message_id, call_id }: CallAbout,
  running: Wanted[3],
): Promise<Outcome> {
  const tools = await ports.tools(session_id);
  const by = { session_id, tools, plan: ports.plan(session_id, running), source: "agent-selected" as const };
  const invoked = await composePackage(skill, asked, by, ports.invoke);
  const record = recordIn(invoked.ok ? invoked.value.record : invoked.failure.record);
  if (record !== undefined) {
    const outcome = invoked.ok ? null : { kind: "refused" as const, words: invoked.failure.problem };
    ports.records.add({ session_id, message_id, call_id, record, outcome });
  }
  if (!invoked.ok) return { ok: false, output: words.notUsed(skill.name, invoked.failure.problem) };
  return { ok: true, output: `${loadedHead(invoked.value)}\n\n${invoked.value.body}` };
}

/** The text of a skill without a skill.toml is all there is of it: it has ended when it is loaded. */
export function recordLoad(
  ports: Pick<LoadPorts, "invoke" | "records">,
  ...[skill, request, { session_id, message_id, call_id }]: Parameters<RecordLoad>
): void {
  const invoked = invokeSkill(skill, request, ports.invoke, "agent-selected");
  const record = recordIn(invoked.ok ? invoked.value.record : invoked.failure.record);
  const outcome = { kind: "ended" as const, words: words.loaded(skill.name) };
  if (record !== undefined) ports.records.add({ session_id, message_id, call_id, record, outcome });
}
