// Skills among the parts of a message: those it invokes, and what may be called in its turn because of them.
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

/** Of a message that is not sent yet: the same that its turn will be offered. */
export function toolsFor(parts: readonly Part[], all: readonly Tool[], canCall: boolean): readonly Tool[] {
  const shapes = invocationsIn(parts).flatMap(({ record }) => recordIn(record)?.run ?? []);
  return boundBy(shapes, all, { isBounded: true, canCall });
}

/** What skills leave of the tools there are. Not bounded: they run in a turn that has them all. */
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
