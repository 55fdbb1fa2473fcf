// A skill that runs in a turn: its stage, the tools it may call now, the calls it has made, and its texts for the model.
import type { SkillInvocation, SkillShape } from "../../message/invocation.ts";
import type { AssistantPart } from "../../message/message.ts";
import { INTERRUPT } from "./interrupt-tool.ts";
import * as words from "./words.ts";

export type SkillStep = Extract<AssistantPart, { type: "skill-step" }>;

export class RunningSkill {
  readonly invocation: SkillInvocation;
  readonly shape: SkillShape | undefined;
  /** The index of the current stage; -1 before the first. */
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

  /** The next stage, if there is one. */
  get following(): SkillShape["stages"][number] | undefined {
    return this.shape?.stages[this.stage + 1];
  }

  /** Why a call must not run now. Counts a call that may. */
  refuse(tool: string): { why: string; isSpent: boolean } | undefined {
    if (this.shape === undefined || tool === INTERRUPT) return undefined;
    const { tool_availability, stages, tool_call_budget } = this.shape;
    const now = stages[this.stage];
    const allowed = now?.tools ?? tool_availability;
    if (!allowed.includes(tool)) {
      const why =
        now === undefined ? words.notInSkill(this.name, allowed) : words.notInStage(now.name, this.name, allowed);
      return { why, isSpent: false };
    }
    if (tool_call_budget !== null && this.calls >= tool_call_budget)
      return { why: words.overBudget(this.name, tool_call_budget), isSpent: true };
    this.calls += 1;
    return undefined;
  }

  /** The interrupt of a node of the graph that has not fired yet. */
  pointAt(node: string): SkillShape["interrupts"][number] | undefined {
    return this.shape?.interrupts.find((point) => point.node === node && !this.asked.has(point.name));
  }

  /** What the model reads before the skill begins; `undefined` if there is nothing to say. */
  brief(): SkillStep | undefined {
    if (this.shape === undefined) return undefined;
    const { stages, interrupts, tool_call_budget, output_schema } = this.shape;
    const stage = this.following;
    const lines = [
      ...(stage === undefined ? [] : [this.#stageLine(stage, 0)]),
      ...interruptLines(interrupts),
      ...(tool_call_budget === null ? [] : [words.budgetLine(tool_call_budget)]),
      ...(output_schema === null || stages.length > 1 ? [] : [words.outputLine(JSON.stringify(output_schema))]),
    ];
    if (lines.length === 0) return undefined;
    return stage === undefined
      ? this.step("brief", "", [words.skillHead(this.name), ...lines].join("\n"))
      : this.step("stage", this.#title(0, stage.name), lines.join("\n"));
  }

  /** What the model reads before the next stage. */
  nextStage(): SkillStep | undefined {
    const stage = this.following;
    if (this.shape === undefined || stage === undefined) return undefined;
    const { output_schema, stages } = this.shape;
    const at = this.stage + 1;
    const isLast = at === stages.length - 1;
    const lines = [
      this.#stageLine(stage, at),
      ...(isLast && output_schema !== null ? [words.outputLine(JSON.stringify(output_schema))] : []),
    ];
    return this.step("stage", this.#title(at, stage.name), lines.join("\n"));
  }

  step(kind: SkillStep["kind"], title: string, text: string): SkillStep {
    return { type: "skill-step", kind, skill: this.name, title, text };
  }

  #title(at: number, name: string): string {
    return words.stageTitle(at + 1, this.shape?.stages.length ?? 0, name);
  }

  #stageLine({ name, tools }: SkillShape["stages"][number], at: number): string {
    return words.stageLine(this.#title(at, name), this.name, tools);
  }
}

function interruptLines(interrupts: SkillShape["interrupts"]): string[] {
  if (interrupts.length === 0) return [];
  return [
    words.interruptHead(INTERRUPT),
    ...interrupts.map(({ name, question }) => words.interruptLine(name, question)),
  ];
}
