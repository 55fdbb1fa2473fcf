// The skills that a message invokes, and the tools that its turn may use because of them.
import { recordIn, type SkillShape } from "../../message/invocation.ts";
import type { KnownPart, Part } from "../../message/part.ts";
import type { Tool } from "../../tools/tool.ts";
import { isForModel } from "./interrupt-points.ts";
import { INTERRUPT, interruptTool } from "./interrupt-tool.ts";
import { boundOf } from "./running-skill.ts";

type Invocation = Extract<KnownPart, { type: "skill-invocation" }>;

export function invocationsIn(parts: readonly Part[]): Invocation[] {
  return parts
    .flatMap((part): Part[] => (part.type === "command" ? (part.result_parts ?? []) : [part]))
    .filter((part): part is Invocation => part.type === "skill-invocation");
}

/** The tools that the first request of an unsent message will offer. */
export function toolsFor(parts: readonly Part[], all: readonly Tool[], canCall: boolean): readonly Tool[] {
  const shapes = invocationsIn(parts).flatMap(({ record }) => recordIn(record)?.run ?? []);
  return boundBy(
    shapes.map((shape) => ({ shape, stage: 0 })),
    all,
    canCall,
  );
}

/** The tools that all of these skills allow in their stages, and the tool for the questions that the model may ask. */
export function boundBy(
  skills: readonly { shape: SkillShape; stage: number }[],
  all: readonly Tool[],
  canCall: boolean,
): readonly Tool[] {
  if (skills.length === 0) return all;
  const bounds = skills.map(({ shape, stage }) => boundOf(shape, stage));
  const tools = all.filter(({ name }) => name !== INTERRUPT && bounds.every((names) => names.includes(name)));
  const asks = skills.flatMap(({ shape }) => shape.interrupts.filter(isForModel));
  return asks.length > 0 && canCall ? [...tools, interruptTool(asks)] : tools;
}
