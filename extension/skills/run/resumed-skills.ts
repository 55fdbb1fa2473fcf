// Restores the skills of a turn whose process ended, each where it stopped, by replaying the parts of the turn.
import type { SkillInvocation } from "../../message/invocation.ts";
import type { AssistantPart, Message } from "../../message/message.ts";
import { INTERRUPT, InterruptInput } from "./interrupt-tool.ts";
import { OpenSkills } from "./open-skills.ts";
import { RunningSkill, type SkillStep } from "./running-skill.ts";

type Result = Extract<AssistantPart, { type: "tool-result" }>;

/** The skills that have not ended, outermost first. */
export function resumedSkills(invocations: readonly SkillInvocation[], messages: readonly Message[]): RunningSkill[] {
  const first = invocations.find(({ outcome }) => outcome === null);
  const from = messages.findIndex(({ id }) => id === first?.message_id);
  if (from < 0) return [];
  const replay = new TurnReplay(invocations.filter(({ outcome }) => outcome?.kind !== "refused"));
  for (const message of messages.slice(from)) replay.read(message);
  return replay.open.all.filter(({ invocation }) => invocation.outcome === null);
}

class TurnReplay {
  readonly open = new OpenSkills();
  readonly #invocations: readonly SkillInvocation[];
  /** Loaded by calls of the current round: they start when the round is over. */
  #brought: SkillInvocation[] = [];

  constructor(invocations: readonly SkillInvocation[]) {
    this.#invocations = invocations;
  }

  read(message: Message): void {
    const begun = this.#invocations.filter(({ message_id }) => message_id === message.id);
    if (message.role === "user") this.#enter(begun.filter(({ call_id }) => call_id === undefined));
    else {
      const results = new Map(message.parts.flatMap((part) => (part.type === "tool-result" ? [[part.id, part]] : [])));
      for (const part of message.parts) this.#part(part, results, begun);
      this.#enterBrought();
    }
  }

  #part(part: AssistantPart, results: ReadonlyMap<string, Result>, begun: readonly SkillInvocation[]): void {
    if (part.type === "tool-result") {
      this.#brought.push(...begun.filter(({ call_id }) => call_id === part.id));
      return;
    }
    this.#enterBrought();
    if (part.type === "skill-step") this.#step(part.kind);
    if (part.type !== "tool-call") return;
    const result = results.get(part.id);
    if (part.name === INTERRUPT) this.#asked(InterruptInput.safeParse(part.input).data?.name ?? "");
    else if (result !== undefined && result.not_run !== true)
      for (const skill of this.open.holding) skill.count(part.name);
  }

  #step(kind: SkillStep["kind"]): void {
    const skill = this.open.ruling;
    if (skill === undefined) return;
    if (kind === "brief" || kind === "stage") skill.isBegun = true;
    if (kind === "stage") skill.stage += 1;
    if (kind === "repair") skill.repairs += 1;
    if (kind === "back" && skill.invocation.outcome !== null) this.open.remove(skill);
  }

  #asked(name: string): void {
    const { holding } = this.open;
    holding.findLast(({ shape }) => shape?.interrupts.some((point) => point.name === name))?.asked.add(name);
  }

  #enterBrought(): void {
    this.#enter(this.#brought);
    this.#brought = [];
  }

  #enter(invocations: readonly SkillInvocation[]): void {
    for (const invocation of invocations) this.open.add(new RunningSkill(invocation));
  }
}
