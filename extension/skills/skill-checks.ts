// What is wrong with skills that were read: which of them cannot run and why, and which tools they name that do not exist.
import type { Skill } from "./catalog.ts";
import { type DryPorts, dryFault } from "./dry-run.ts";
import type { ReadPackage } from "./read-package.ts";
import { unknownTools } from "./unknown-tools.ts";
import * as words from "./words.ts";

export interface SkillCheck {
  /** Why the skill is always refused. */
  fault?: string;
  /** Each a sentence. The skill runs nevertheless. */
  warnings: string[];
}

/** Composes each package once, when it is first asked for: a list of a thousand plain skills costs nothing. */
export class SkillChecks {
  readonly #dry: DryPorts;
  readonly #faults = new WeakMap<ReadPackage, Promise<string | undefined>>();

  constructor(dry: DryPorts) {
    this.#dry = dry;
  }

  /** `tools`: every tool that Galley has now. Never rejects if the ports do not. */
  async check({ package: read }: Pick<Skill, "package">, tools: readonly string[]): Promise<SkillCheck> {
    if (read === undefined) return { warnings: [] };
    const known = this.#faults.get(read) ?? dryFault(read.pack, this.#dry);
    this.#faults.set(read, known);
    const fault = await known;
    const warnings = unknownTools(read.pack.tool_surface, tools).map((name) =>
      words.noSuchTool(name, nearest(name, tools)),
    );
    return { warnings, ...(fault !== undefined && { fault }) };
  }
}

/** The tool that is written the same but for capitals and signs. */
function nearest(name: string, tools: readonly string[]): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return tools.find((tool) => plain(tool) === plain(name));
}
