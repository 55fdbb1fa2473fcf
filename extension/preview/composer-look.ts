// What the inspector shows of the skills in a turn: artifacts with their reasons, tools, stages and the outcome.
import type { Invoked } from "../compose/catalog.ts";
import { recordIn, type SkillInvocation, type SkillRecord } from "../message/invocation.ts";
import type { Message, UserMessage } from "../message/message.ts";
import type { Store } from "../persist/database/store.ts";
import { readInvocations } from "../persist/skill-invocations.ts";
import type { ComposerLook } from "../protocol/inspection.ts";
import { invocationsIn } from "../skills/run/skill-parts.ts";
import * as words from "./words.ts";

/** The skills of a sent turn: those of its message, and those that the model called. */
export function composedIn(
  store: Store,
  conversationId: string,
  messages: readonly Message[],
  at: number,
): { composer?: ComposerLook[] } {
  const next = messages.findIndex(({ role }, index) => index > at && role === "user");
  const ids = new Set(messages.slice(at, next < 0 ? undefined : next).map(({ id }) => id));
  const rows = readInvocations(store, conversationId).filter(({ message_id }) => ids.has(message_id));
  return given(rows.map(({ record, outcome }) => lookAt(record, outcome)));
}

/** The skills of a turn that is not sent yet, or cannot be sent. */
export function composedFor({ parts }: UserMessage, invoked: Invoked | undefined): { composer?: ComposerLook[] } {
  const refused = invoked?.ok === false ? recordIn(invoked.failure.record ?? "") : undefined;
  if (invoked?.ok === false && refused !== undefined)
    return given([{ ...lookAt(refused, null), outcome: words.refused(refused.error, invoked.failure.problem) }]);
  const records = invocationsIn(parts).flatMap(({ record }) => recordIn(record) ?? []);
  return given(records.map((record) => ({ ...lookAt(record, null), outcome: words.notSentYet })));
}

/** How many refusals the preview names. */
const MOST_REFUSALS = 5;

/** The skills that were refused since the last message, the newest first: their messages were never sent. */
export function refusedSince(store: Store, conversationId: string, last: number): ComposerLook[] {
  return readInvocations(store, conversationId)
    .filter(({ message_id, at, outcome }) => message_id === "" && outcome?.kind === "refused" && at >= last)
    .slice(-MOST_REFUSALS)
    .reverse()
    .map(({ record, outcome }) => ({
      ...lookAt(record, outcome),
      outcome: words.refused(record.error, outcome?.words ?? ""),
    }));
}

function given(composer: ComposerLook[]): { composer?: ComposerLook[] } {
  return composer.length === 0 ? {} : { composer };
}

function lookAt(
  {
    skill_id,
    skill_version,
    invocation_source,
    used_artifacts,
    unknown_tools = [],
    used_memory = [],
    run,
    model_preference,
    model,
  }: SkillRecord,
  outcome: SkillInvocation["outcome"],
): ComposerLook {
  const budget = run?.tool_call_budget ?? null;
  return {
    skill: skill_id,
    version: skill_version,
    source: words.invokedBy[invocation_source] ?? invocation_source,
    artifacts: used_artifacts.map(({ id, version, kind = "", why = "" }) => ({ id, version, kind, why })),
    tools: run?.tool_availability ?? null,
    unknown_tools,
    memories: used_memory.map(({ scope, name }) => (scope === undefined ? name : `${scope}/${name}`)),
    stages: run?.stages ?? [],
    interrupts: run?.interrupts.map(({ name, node }) => `${name} (${node})`) ?? [],
    ...(model_preference !== undefined && { model: words.prefersModel(model_preference, model) }),
    ends: [
      ...((run?.output_schema ?? null) === null ? [] : [words.endsWithSchema]),
      ...(budget === null ? [] : [words.endsAfterCalls(budget)]),
    ],
    outcome: outcome?.words ?? words.running,
  };
}
