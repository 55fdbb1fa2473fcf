// Fills the ports that skills need from a turn: stored invocations, the model of the conversation and its tools.
import { estimateTokens } from "../assemble/tokens/estimate.ts";
import { contentId } from "../persist/contents/blobs.ts";
import type { Store } from "../persist/database/store.ts";
import { ALL, readMessages } from "../persist/messages.ts";
import { closeInvocations, readInvocations, saveInvocation, saveOutcome } from "../persist/skill-invocations.ts";
import { sampleModel, type SamplingPorts } from "../pipelines/sampling.ts";
import type { ComposerPorts, InvokePorts } from "../skills/invoke.ts";
import type { LoadPorts } from "../skills/run/load-package.ts";
import type { SkillRecords } from "../skills/run/run-ports.ts";
import { type AskModel, planner, type PlannerPorts, type PlanSkill } from "../skills/run/skill-plan.ts";
import type { NewId } from "./new-id.ts";
import { type ToolPorts, toolsOfSkills } from "./request/offered-tools.ts";

export interface SkillRecordPorts {
  store: Store;
  now: () => number;
  newId: NewId;
}

export function invokePorts(own: ComposerPorts): InvokePorts {
  return { tokensOf: (text) => estimateTokens(text, "prose"), digest: contentId, ...own };
}

export function skillRecords({ store, newId, now }: SkillRecordPorts): SkillRecords {
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
export function plannerOf(ports: SamplingPorts, conversation: string, running: PlannerPorts): PlanSkill {
  const ask: AskModel = async ({ system, text, max_tokens }, signal) => {
    const messages = [{ role: "user" as const, content: [{ type: "text" as const, text }] }];
    const sampled = await sampleModel(ports, conversation, { system, messages, max_tokens }, signal);
    return sampled.ok ? sampled.value.text : undefined;
  };
  return planner(ask, running);
}

export function loadPorts(ports: SkillRecordPorts & SamplingPorts & ToolPorts, own: ComposerPorts): LoadPorts {
  return {
    invoke: invokePorts(own),
    records: skillRecords(ports),
    tools: (conversation) => toolsOfSkills(ports, conversation),
    plan: (conversation, running) => plannerOf(ports, conversation, running),
  };
}
