// How agents described themselves at their last start, in any window, so that Galley knows what an agent supports before it runs.
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { AcpAgent } from "../message/agents/acp.ts";
import type { AgentSetting } from "./agent-setting.ts";

const Known = z.record(z.string(), z.object({ digest: z.string(), said: AcpAgent }));

interface Memory {
  read: () => unknown;
  write: (known: z.infer<typeof Known>) => void;
}

export class KnownAgents {
  readonly #memory: Memory;
  /** The digests of agents that this window has started only to learn what they support. */
  readonly #met = new Set<string>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** `undefined` if the id belonged to another program. */
  of(setting: AgentSetting): AcpAgent | undefined {
    const known = this.#all()[setting.id];
    return known?.digest === digestOf(setting) ? known.said : undefined;
  }

  keep(setting: AgentSetting, said: AcpAgent): void {
    if (JSON.stringify(this.of(setting)) === JSON.stringify(said)) return;
    this.#memory.write({ ...this.#all(), [setting.id]: { digest: digestOf(setting), said } });
  }

  /** Whether to start the agent only to learn what it supports. `true` once per window, so that an agent that fails is not tried forever. */
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

/** Identifies how the agent is started. A hash, because the environment may hold secrets. */
function digestOf({ command, args, env }: AgentSetting): string {
  return createHash("sha256")
    .update(JSON.stringify([command, args, env]))
    .digest("hex")
    .slice(0, 32);
}
