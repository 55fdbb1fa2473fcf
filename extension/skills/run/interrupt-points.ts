// When an interrupt is asked: by Galley, at a stage or by a condition that it checks, or by the model.
import type { InterruptCondition, SkillShape } from "../../message/invocation.ts";

export type InterruptPoint = SkillShape["interrupts"][number];

export const STAGE = "stage:";
const INPUT = "input-validation";
const OUTPUT = "output-check";

/** The node at which a condition is checked. */
export function nodeOf(when: InterruptCondition): string {
  if (typeof when === "object") return "planner-executor";
  return when === "empty-input" ? INPUT : OUTPUT;
}

/** Galley asks it before a stage begins. */
export function isGate({ node, when }: Pick<InterruptPoint, "node" | "when">): boolean {
  return when === undefined && node.startsWith(STAGE);
}

/** The model decides when to ask it, with the interrupt tool. */
export function isForModel(point: Pick<InterruptPoint, "node" | "when">): boolean {
  return point.when === undefined && !isGate(point);
}

/** Without the tool it can never be asked, because no check of Galley's stands for it. */
export function needsTool(point: Pick<InterruptPoint, "node" | "when">): boolean {
  return isForModel(point) && point.node !== OUTPUT;
}

/** A question about the input is asked if there is none. */
export function isAskedForInput({ node, when }: InterruptPoint): boolean {
  return when === undefined ? node === INPUT : when === "empty-input";
}

/** Asked when the output has failed its check twice. */
export function isAskedForMismatch({ node, when }: InterruptPoint): boolean {
  return when === undefined ? node === OUTPUT : when === "schema-mismatch";
}

/** A question about the output of a skill without a schema is asked if there is no output. */
export function isAskedForNothing({ node, when }: InterruptPoint, hasSchema: boolean): boolean {
  return when === undefined ? node === OUTPUT && !hasSchema : when === "empty-result";
}

export function isAskedAt({ when }: InterruptPoint, percent: number): boolean {
  return typeof when === "object" && percent >= when.budget;
}
