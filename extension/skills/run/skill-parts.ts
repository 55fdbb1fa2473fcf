// The skills that a message invokes, and the tools that its turn may use because of them.
import { recordIn, type SkillShape } from "../../message/invocation.ts";
import type { KnownPart, Part } from "../../message/part.ts";
import type { Tool } from "../../tools/tool.ts";
import { INTERRUPT, interruptTool } from "./interrupt-tool.ts";

type Invocation = Extract<KnownPart, { type: "skill-invocation" }>;

export function invocationsIn(parts: readonly Part[]): Invocation[] {
  return parts
    .flatMap((part): Part[] => (part.type === "command" ? (part.result_parts ?? []) : [part]))
    .filter((part): part is Invocation => part.type === "skill-invocation");
}

/** The tools that the turn of an unsent message will offer. */
export function toolsFor(parts: readonly Part[], all: readonly Tool[], canCall: boolean): readonly Tool[] {
  const shapes = invocationsIn(parts).flatMap(({ record }) => recordIn(record)?.run ?? []);
  return boundBy(shapes, all, { isBounded: true, canCall });
}

/** The tools that the skills allow. All tools if not `isBounded`: then the skills run in a turn that has them all. */
export function boundBy(
  shapes: readonly SkillShape[],
  all: readonly Tool[],
  { isBounded, canCall }: { isBounded: boolean; canCall: boolean },
): readonly Tool[] {
  if (shapes.length === 0) return all;
  const names = new Set(shapes.flatMap(({ tool_availability }) => tool_availability));
  const interrupts = shapes.flatMap((shape) => shape.interrupts);
  const tools = all.filter(({ name }) => name !== INTERRUPT && (!isBounded || names.has(name)));
  return interrupts.length > 0 && canCall ? [...tools, interruptTool(interrupts)] : tools;
}
