// The requests of refactorings that were sent last in this window: the inspector shows each as it went.
import { pickOne } from "../window/ask.ts";
import { setKey } from "../window/keys.ts";
import type { ShowSent } from "./needs.ts";
import * as words from "./words.ts";

/** Each keeps the whole request in memory. */
const MOST = 20;

export interface SentRequest {
  instruction: string;
  /** Where the target was when it was sent. */
  place: string;
  show: ShowSent;
}

export class SentRequests {
  /** Newest first. */
  #all: readonly SentRequest[] = [];

  /** A request that goes; `show` may be replaced when more is known. */
  add(request: SentRequest): void {
    this.#all = [request, ...this.#all].slice(0, MOST);
    setKey("galley.refactor.sent", true);
  }

  /** The user selects one, unless there is only one. */
  async select(): Promise<void> {
    const [only, ...more] = this.#all;
    if (only === undefined) throw new Error(words.nothingSent);
    if (more.length === 0) {
      only.show();
      return;
    }
    const items = this.#all.map((one) => ({ label: one.instruction, description: one.place, one }));
    const picked = await pickOne(items, { title: words.selectSent, matchOnDescription: true });
    picked?.one.show();
  }
}
