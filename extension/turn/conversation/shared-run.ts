// The run state of a conversation as all windows share it: stored while a turn waits or retries, and after it has failed.
import { readRun, readRuns, saveReply, saveRun, takeReplies } from "../../persist/run-states.ts";
import type { Store } from "../../persist/database/store.ts";
import { type Ask, Reply } from "../../protocol/ask.ts";
import { RunState } from "../../protocol/conversation.ts";
import type { PendingAsks } from "../tools/pending-asks.ts";
import { IDLE } from "./run-state.ts";
import { quietly } from "./slot.ts";

/** A turn that runs is told from its lease, and one that does not from its absence. */
const STORED: readonly RunState["state"][] = ["waiting", "retrying", "error"];

export class SharedRun {
  readonly #store: Store;
  readonly #id: string;
  #kept: string | undefined;
  /** The disk refused the last state, so this window knows more. */
  #isAhead = false;

  constructor(store: Store, id: string) {
    this.#store = store;
    this.#id = id;
  }

  /** The state while no turn runs in this window: that of another window, the failure of the last turn, or idle. */
  run(isElsewhere: boolean, own: RunState): RunState {
    if (this.#store.readOnly || this.#isAhead) return isElsewhere ? BUSY : own;
    const stored = RunState.safeParse(readRun(this.#store, this.#id)).data;
    if (!isElsewhere) return stored?.state === "error" ? stored : IDLE;
    return stored === undefined || stored.state === "error" ? BUSY : stored;
  }

  /** `store` refuses the state of a turn that another window has taken over. */
  keep(store: Store, run: RunState): void {
    const { silent_s, ...state } = run;
    const kept = STORED.includes(run.state) ? state : null;
    if (JSON.stringify(kept) === this.#kept) return;
    this.#isAhead = true;
    quietly(() => {
      saveRun(store, this.#id, kept);
      this.#kept = JSON.stringify(kept);
      this.#isAhead = false;
    });
  }

  /** Replies to an ask of another window. `false` if no window waits for it. */
  reply(callId: string, reply: Reply): boolean {
    const run = this.run(true, IDLE);
    const ask = run.asks?.find(({ call_id }) => call_id === callId);
    if (ask === undefined) return false;
    saveReply(this.#store, this.#id, { asked: askedIn(run, ask), call_id: callId, reply });
    return true;
  }

  /** Gives the replies of other windows to what this window's turn asks now. Drops those to anything else. */
  answer(run: RunState, asks: Pick<PendingAsks, "reply">): void {
    const asked = (run.asks ?? []).map((ask) => askedIn(run, ask));
    for (const stored of takeReplies(this.#store, this.#id)) {
      const reply = Reply.safeParse(stored.reply).data;
      if (reply !== undefined && asked.includes(stored.asked)) asks.reply(stored.call_id, reply);
    }
  }
}

const BUSY: RunState = { state: "busy", message_id: null };

/** A reply counts only for what its window showed: call ids may repeat. */
function askedIn({ message_id }: RunState, ask: Ask): string {
  return JSON.stringify([message_id, ask]);
}

/** The states that are stored, by conversation. Those of turns that ended are stale, but for a failure. */
export function storedStates(store: Store): ReadonlyMap<string, RunState["state"]> {
  const parsed = readRuns(store).map(({ id, run }) => [id, RunState.safeParse(run).data?.state] as const);
  return new Map(parsed.flatMap(([id, state]) => (state === undefined ? [] : [[id, state] as const])));
}

/** The conversations whose last turn failed, and that were used since. */
export function failedSince(store: Store, since: number): string[] {
  return readRuns(store)
    .filter(({ run, updated_at }) => updated_at >= since && RunState.safeParse(run).data?.state === "error")
    .map(({ id }) => id);
}
