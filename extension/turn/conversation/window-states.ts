// What conversations do, as the status bar of one window shows it: its own turns, and those of other windows.
import type { RunState } from "../../protocol/conversation.ts";

type State = RunState["state"];
type States = ReadonlyMap<string, State>;

/** What another window's turn does is stored only while it waits or retries. */
const TOLD: readonly (State | undefined)[] = ["waiting", "retrying"];

/** `running`: the conversations in which other windows run turns. `failed`: those whose last turn failed, in any window. */
export function statesElsewhere(running: readonly string[], stored: States, failed: readonly string[]): States {
  const state = (id: string): State => {
    const told = stored.get(id);
    return told !== undefined && TOLD.includes(told) ? told : "busy";
  };
  return new Map([...failed.map((id) => [id, "error"] as const), ...running.map((id) => [id, state(id)] as const)]);
}

export class WindowStates {
  readonly #own = new Map<string, State>();
  #elsewhere: States;
  /** Failures that the user has looked at, or that this window tells by itself. */
  readonly #known = new Set<string>();

  /** `failed`: the conversations whose last turn failed before this window began. */
  constructor(failed: readonly string[]) {
    this.#elsewhere = statesElsewhere([], new Map(), failed);
  }

  /** A turn of this window. */
  tell(id: string, state: State): void {
    if (state === "idle") this.#own.delete(id);
    else this.#own.set(id, state);
    if (state === "error") this.#known.add(id);
    else this.#known.delete(id);
  }

  tellElsewhere(states: States): void {
    this.#elsewhere = states;
    for (const id of this.#known) if (states.get(id) !== "error") this.#known.delete(id);
  }

  /** The user looks at the conversation: its failure is known. */
  seen(id: string): void {
    if (this.all.get(id) === "error") this.#known.add(id);
    if (this.#own.get(id) === "error") this.#own.delete(id);
  }

  /** `undefined` if the conversation does nothing in this window. */
  ownState(id: string): State | undefined {
    return this.#own.get(id);
  }

  /** A turn of this window counts before what is stored about it. */
  get all(): States {
    const others = [...this.#elsewhere].filter(([id, state]) => state !== "error" || !this.#known.has(id));
    return new Map([...others, ...this.#own]);
  }
}
