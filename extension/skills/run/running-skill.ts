// One skill while it runs in a turn: its stage, what it may call now, what it has used up, and what the model is told.
import type { SkillInvocation, SkillShape } from "../../message/invocation.ts";
import type { AssistantPart } from "../../message/message.ts";
import { INTERRUPT } from "./interrupt-tool.ts";

export type SkillStep = Extract<AssistantPart, { type: "skill-step" }>;

/** How a call that must not run is answered; it does not count. */
const NOT_RUN = "Not run:";

export class RunningSkill {
  readonly invocation: SkillInvocation;
  readonly shape: SkillShape | undefined;
  /** Of the stages; before the first one, -1. */
  stage = -1;
  calls = 0;
  repairs = 0;
  /** Interrupts that have fired. */
  readonly asked = new Set<string>();

  constructor(invocation: SkillInvocation) {
    this.invocation = invocation;
    this.shape = invocation.record.run;
  }

  get name(): string {
    return this.invocation.record.skill_id;
  }

  /** The stage that comes next, if one does. */
  get following(): SkillShape["stages"][number] | undefined {
    return this.shape?.stages[this.stage + 1];
  }

  /** Why a call must not run now. One that may is counted. */
  refuse(tool: string): { why: string; isSpent: boolean } | undefined {
    if (this.shape === undefined || tool === INTERRUPT) return undefined;
    const { tool_availability, stages, tool_call_budget } = this.shape;
    const now = stages[this.stage];
    const allowed = now?.tools ?? tool_availability;
    if (!allowed.includes(tool)) {
      const where = now === undefined ? `the skill ${this.name}` : `stage ${now.name} of the skill ${this.name}`;
      const list = allowed.length === 0 ? "no tool" : `only ${allowed.join(", ")}`;
      return { why: `${NOT_RUN} ${where} may use ${list}.`, isSpent: false };
    }
    if (tool_call_budget !== null && this.calls >= tool_call_budget)
      return {
        why: `${NOT_RUN} the skill ${this.name} reached its limit of ${tool_call_budget} tool calls.`,
        isSpent: true,
      };
    this.calls += 1;
    return undefined;
  }

  /** The interrupt that fires at a place of the graph, once. */
  pointAt(node: string): SkillShape["interrupts"][number] | undefined {
    return this.shape?.interrupts.find((point) => point.node === node && !this.asked.has(point.name));
  }

  /** What the model is told before it begins; nothing when there is nothing to tell. */
  brief(): SkillStep | undefined {
    if (this.shape === undefined) return undefined;
    const { stages, interrupts, tool_call_budget, output_schema } = this.shape;
    const stage = this.following;
    const lines = [
      ...(stage === undefined ? [] : [this.#stageLine(stage, 0)]),
      ...interruptLines(interrupts),
      ...(tool_call_budget === null ? [] : [`It can make ${tool_call_budget} tool calls in total.`]),
      ...(output_schema === null || stages.length > 1 ? [] : [outputLine(output_schema)]),
    ];
    if (lines.length === 0) return undefined;
    return stage === undefined
      ? this.step("brief", "", [`The skill ${this.name}:`, ...lines].join("\n"))
      : this.step("stage", this.#title(0, stage.name), lines.join("\n"));
  }

  /** What it is told when a stage is over. */
  nextStage(): SkillStep | undefined {
    const stage = this.following;
    if (this.shape === undefined || stage === undefined) return undefined;
    const { output_schema, stages } = this.shape;
    const at = this.stage + 1;
    const isLast = at === stages.length - 1;
    const lines = [
      this.#stageLine(stage, at),
      ...(isLast && output_schema !== null ? [outputLine(output_schema)] : []),
    ];
    return this.step("stage", this.#title(at, stage.name), lines.join("\n"));
  }

  step(kind: SkillStep["kind"], title: string, text: string): SkillStep {
    return { type: "skill-step", kind, skill: this.name, title, text };
  }

  #title(at: number, name: string): string {
    return `Stage ${at + 1} of ${this.shape?.stages.length ?? 0}: ${name}`;
  }

  #stageLine({ name, tools }: SkillShape["stages"][number], at: number): string {
    const list = tools.length === 0 ? "no tools" : tools.join(", ");
    return `${this.#title(at, name)}, of the skill ${this.name}. Tools for it: ${list}. When it is done, answer without a tool call.`;
  }
}

function interruptLines(interrupts: SkillShape["interrupts"]): string[] {
  if (interrupts.length === 0) return [];
  const named = interrupts.map(({ name, question }) => (question === "" ? `- ${name}` : `- ${name}: ${question}`));
  return [`Call the ${INTERRUPT} tool in these cases, and wait for the user:`, ...named];
}

export function outputLine(schema: SkillShape["output_schema"]): string {
  return `The answer must be JSON and nothing else, by this schema: ${JSON.stringify(schema)}`;
}
