// What agents said of themselves when they were started last, in any window: a chip tells what becomes of it before one runs.
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { AcpAgent } from "../message/acp.ts";
import type { AgentSetting } from "./agent-setting.ts";

const Known = z.record(z.string(), z.object({ digest: z.string(), said: AcpAgent }));

interface Memory {
  read: () => unknown;
  write: (known: z.infer<typeof Known>) => void;
}

export class KnownAgents {
  readonly #memory: Memory;
  /** Those that this window has started to meet them. */
  readonly #met = new Set<string>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Nothing of another program that was called so. */
  of(setting: AgentSetting): AcpAgent | undefined {
    const known = this.#all()[setting.id];
    return known?.digest === digestOf(setting) ? known.said : undefined;
  }

  keep(setting: AgentSetting, said: AcpAgent): void {
    if (JSON.stringify(this.of(setting)) === JSON.stringify(said)) return;
    this.#memory.write({ ...this.#all(), [setting.id]: { digest: digestOf(setting), said } });
  }

  /** Takes the one chance to start it only to hear what it takes. Returns whether there was one: one that does not come up would be tried for ever. */
  meetOnce(setting: AgentSetting): boolean {
    const digest = digestOf(setting);
    if (this.of(setting) !== undefined || this.#met.has(digest)) return false;
    this.#met.add(digest);
    return true;
  }

  #all(): z.infer<typeof Known> {
    return Known.safeParse(this.#memory.read()).data ?? {};
  }
}

/** How it is started; what its environment holds cannot be read from it. */
function digestOf({ command, args, env }: AgentSetting): string {
  return createHash("sha256")
    .update(JSON.stringify([command, args, env]))
    .digest("hex")
    .slice(0, 32);
}
