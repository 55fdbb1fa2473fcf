// Fills what skills need of a turn: the stored invocations, the model of the conversation, and its tools.
import { estimateTokens } from "../assemble/tokens/estimate.ts";
import { contentId } from "../persist/contents/blobs.ts";
import { ALL, readMessages } from "../persist/messages.ts";
import { closeInvocations, readInvocations, saveInvocation, saveOutcome } from "../persist/skill-invocations.ts";
import { sampleModel } from "../pipelines/sampling.ts";
import type { InvokePorts, RenderFraming } from "../skills/invoke.ts";
import type { LoadPorts } from "../skills/run/load-package.ts";
import type { SkillRecords } from "../skills/run/run-ports.ts";
import { type AskModel, planner, type PlannerPorts, type PlanSkill } from "../skills/run/skill-plan.ts";
import { toolsOfSkills } from "./request/offered-tools.ts";
import type { Rooms } from "./rooms.ts";

export function invokePorts(render: RenderFraming): InvokePorts {
  return { tokensOf: (text) => estimateTokens(text, "prose"), digest: contentId, render };
}

export function skillRecords({ store, newId, now }: Pick<Rooms, "store" | "newId" | "now">): SkillRecords {
  return {
    invocations: (conversation) => readInvocations(store, conversation),
    add: (invocation) => {
      const added = { id: newId("inv"), at: now(), ...invocation };
      saveInvocation(store, added);
      return added;
    },
    end: (id, outcome) => {
      saveOutcome(store, id, outcome);
    },
    closeOpen: (conversation) => {
      closeInvocations(store, conversation);
    },
    messages: (conversation) => readMessages(store, conversation, ALL).map(({ message }) => message),
  };
}

/** Plans with the model of the conversation. */
export function plannerOf(rooms: Rooms, conversation: string, running: PlannerPorts): PlanSkill {
  const ask: AskModel = async ({ system, text, max_tokens }, signal) => {
    const messages = [{ role: "user" as const, content: [{ type: "text" as const, text }] }];
    const sampled = await sampleModel(rooms, conversation, { system, messages, max_tokens }, signal);
    return sampled.ok ? sampled.value.text : undefined;
  };
  return planner(ask, running);
}

export function loadPorts(rooms: Rooms, render: RenderFraming): LoadPorts {
  return {
    invoke: invokePorts(render),
    records: skillRecords(rooms),
    tools: (conversation) => toolsOfSkills(rooms, conversation),
    plan: (conversation, running) => plannerOf(rooms, conversation, running),
  };
}
