// How a skill has ended, from how its turn or its output ended.
import type { SkillOutcome } from "../../message/invocation.ts";
import type { Finish } from "../../message/message.ts";
import type { RunningSkill } from "./running-skill.ts";
import * as words from "./words.ts";

export function outcomeOf(
  skill: Pick<RunningSkill, "name" | "stageTitle" | "following">,
  finish: Finish,
): SkillOutcome {
  const { name } = skill;
  switch (finish) {
    case "stopped":
      return { kind: "cancelled", words: words.stopped(name) };
    case "error":
    case "refusal":
      return { kind: "failed", words: words.modelFailed(name) };
    case "interrupted":
      return { kind: "interrupted", words: words.interrupted(name) };
    case "length":
      return { kind: "cut-off", words: words.cutOff(name, skill.stageTitle) };
    case "request-limit":
      return { kind: "cut-off", words: words.requestLimit(name, skill.stageTitle) };
    case "end":
    case "tool":
      // The model has called a tool that it does not have.
      if (skill.following !== undefined) return { kind: "failed", words: words.notAllStages(name, skill.stageTitle) };
      return { kind: "ended", words: words.finished(name) };
    default:
      return finish satisfies never;
  }
}

/** `fault`: why the output does not match its schema. */
export function outcomeOfOutput(
  { name, shape }: Pick<RunningSkill, "name" | "shape">,
  fault: string | undefined,
): SkillOutcome {
  if (fault !== undefined)
    return { kind: "output-mismatch", words: words.outputMismatch(name, fault.replace(/\.$/, "")) };
  const hasSchema = (shape?.output_schema ?? null) !== null;
  return hasSchema
    ? { kind: "output", words: words.outputMatches(name) }
    : { kind: "ended", words: words.finished(name) };
}

/** Of a skill that ended because another one in its turn did. */
export function outcomeWith({ name }: Pick<RunningSkill, "name">, { kind, words: why }: SkillOutcome): SkillOutcome {
  return { kind, words: words.endedWith(name, why) };
}
