// A skill that runs in a turn: its stage, the tools it may call now, the calls it has made, and its texts for the model.
import type { SkillInvocation, SkillShape } from "../../message/invocation.ts";
import type { AssistantPart } from "../../message/message.ts";
import { type InterruptPoint, isForModel } from "./interrupt-points.ts";
import { INTERRUPT } from "./interrupt-tool.ts";
import * as words from "./words.ts";

export type SkillStep = Extract<AssistantPart, { type: "skill-step" }>;
type Stage = SkillShape["stages"][number];

export class RunningSkill {
  readonly invocation: SkillInvocation;
  readonly shape: SkillShape | undefined;
  /** The model has read what it must know before the skill begins. */
  isBegun = false;
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

  /** A package that the model loaded: it returns to the turn when it is done. */
  get isLoaded(): boolean {
    return this.shape !== undefined && this.invocation.call_id !== undefined;
  }

  /** The next stage, if there is one. */
  get following(): Stage | undefined {
    return this.shape?.stages[this.stage + 1];
  }

  /** The tools of its stage, or all of its tools; `undefined` if it bounds none. */
  get tools(): readonly string[] | undefined {
    return this.shape && boundOf(this.shape, this.stage);
  }

  /** Why a call must not run now. */
  refusal(tool: string): { why: string; isSpent: boolean } | undefined {
    const { tools: allowed, shape } = this;
    if (shape === undefined || allowed === undefined || tool === INTERRUPT) return undefined;
    if (!allowed.includes(tool)) {
      const now = shape.stages[this.stage];
      const why =
        now === undefined ? words.notInSkill(this.name, allowed) : words.notInStage(now.name, this.name, allowed);
      return { why, isSpent: false };
    }
    const { tool_call_budget: budget } = shape;
    if (budget === null || this.calls < budget) return undefined;
    return { why: words.overBudget(this.name, budget), isSpent: true };
  }

  count(tool: string): void {
    if (tool !== INTERRUPT) this.calls += 1;
  }

  /** How much of its tool calls it has made. */
  get percent(): number {
    const budget = this.shape?.tool_call_budget ?? 0;
    return budget === 0 ? 0 : (this.calls / budget) * 100;
  }

  /** The user gave it neither words nor parameters. */
  get hasNoInput(): boolean {
    const { user_request, parameters } = this.invocation.record.asked ?? { user_request: "", parameters: {} };
    return user_request.trim() === "" && Object.keys(parameters).length === 0;
  }

  /** An interrupt that has not fired yet. */
  point(isWanted: (point: InterruptPoint) => boolean): InterruptPoint | undefined {
    return this.shape?.interrupts.find((point) => isWanted(point) && !this.asked.has(point.name));
  }

  /** Begins the skill or its next stage. Returns what the model reads before it; `undefined` if there is nothing to say. */
  advance(): SkillStep | undefined {
    const isFirst = !this.isBegun;
    this.isBegun = true;
    if (this.following !== undefined) this.stage += 1;
    return isFirst ? this.#brief() : this.#stageStep();
  }

  #brief(): SkillStep | undefined {
    if (this.shape === undefined) return undefined;
    const { stages, interrupts, tool_call_budget, output_schema, approach } = this.shape;
    const stage = stages[this.stage];
    const lines = [
      ...(stage === undefined ? [] : [this.#stageLine(stage)]),
      ...(approach === undefined ? [] : [words.approach(approach)]),
      ...(stage?.text === undefined ? [] : [stage.text]),
      ...interruptLines(interrupts.filter(isForModel)),
      ...(tool_call_budget === null ? [] : [words.budgetLine(tool_call_budget)]),
      ...(output_schema === null || stages.length > 1 ? [] : [words.outputLine(JSON.stringify(output_schema))]),
    ];
    if (lines.length === 0) return undefined;
    return stage === undefined
      ? this.step("brief", "", [words.skillHead(this.name), ...lines].join("\n"))
      : this.step("stage", this.#title(stage), lines.join("\n"));
  }

  #stageStep(): SkillStep | undefined {
    const stage = this.shape?.stages[this.stage];
    if (this.shape === undefined || stage === undefined) return undefined;
    const { output_schema } = this.shape;
    const lines = [
      this.#stageLine(stage),
      ...(stage.text === undefined ? [] : [stage.text]),
      ...(this.following === undefined && output_schema !== null
        ? [words.outputLine(JSON.stringify(output_schema))]
        : []),
    ];
    return this.step("stage", this.#title(stage), lines.join("\n"));
  }

  step(kind: SkillStep["kind"], title: string, text: string): SkillStep {
    return { type: "skill-step", kind, skill: this.name, title, text };
  }

  /** The name of its stage for people; `undefined` if it has none. */
  get stageTitle(): string | undefined {
    const stage = this.shape?.stages[this.stage];
    return stage && this.#title(stage);
  }

  #title({ name }: Stage): string {
    return words.stageTitle(this.stage + 1, this.shape?.stages.length ?? 0, name);
  }

  #stageLine(stage: Stage): string {
    return words.stageLine(this.#title(stage), this.name, stage.tools);
  }
}

/** The tools of a skill in one of its stages; before the first, those of the first. */
export function boundOf({ stages, tool_availability }: SkillShape, stage: number): readonly string[] {
  return stages[Math.max(0, stage)]?.tools ?? tool_availability;
}

function interruptLines(interrupts: readonly InterruptPoint[]): string[] {
  if (interrupts.length === 0) return [];
  return [
    words.interruptHead(INTERRUPT),
    ...interrupts.map(({ name, question }) => words.interruptLine(name, question)),
  ];
}
