// The skills that are open in a turn: which of them hold now, and which one rules what comes next.
import type { RunningSkill } from "./running-skill.ts";

export class OpenSkills {
  /** Outermost first. */
  all: readonly RunningSkill[] = [];

  add(skill: RunningSkill): void {
    this.all = [...this.all, skill];
  }

  remove(skill: RunningSkill): void {
    this.all = this.all.filter((one) => one !== skill);
  }

  /** The skills that hold together. A package that the model loaded runs alone, and those around it wait for its result. */
  get holding(): readonly RunningSkill[] {
    return this.all.slice(
      Math.max(
        0,
        this.all.findLastIndex(({ isLoaded }) => isLoaded),
      ),
    );
  }

  /** The innermost with a shape: it says which stage comes next, and when the work is done. */
  get ruling(): RunningSkill | undefined {
    return this.holding.findLast(({ shape }) => shape !== undefined);
  }

  /** The package that the model loaded last and that is not done. */
  get loaded(): RunningSkill | undefined {
    return this.all.findLast(({ isLoaded }) => isLoaded);
  }

  /** Why a call must not run now, and whose bound that is. Counts a call that may, for each of them. */
  refuse(tool: string): { skill: RunningSkill; why: string; isSpent: boolean } | undefined {
    for (const skill of this.holding) {
      const refused = skill.refusal(tool);
      if (refused !== undefined) return { skill, ...refused };
    }
    for (const skill of this.holding) skill.count(tool);
    return undefined;
  }
}
