// One request in flight: a key that continues it joins it, anything else aborts it at once.
import { caretAt } from "./caret.ts";
import { isSameAfter } from "./cache.ts";
import type { NothingReason } from "./finish/finish.ts";
import type { Syntax } from "./syntax.ts";

export interface Spot {
  /** Which document. */
  document: string;
  text: string;
  offset: number;
}

export interface FlightPorts<Failed, Place extends Spot = Spot> {
  /** Calls after so long, unless it is cancelled. */
  after: (ms: number, call: () => void) => () => void;
  /** Tells the clean answer as it grows; resolves when it has ended. Never rejects. */
  ask: (spot: Place, signal: AbortSignal, grown: (output: string) => void) => Promise<Answer<Failed>>;
}

export type Answer<Failed> =
  /** `nothing`: why there is no text, if it is not plainly empty. */
  | { ok: true; output: string; nothing?: NothingReason }
  /** `waitMs`: how long the server wants to be left alone, if it says so. */
  | { ok: false; failure: Failed; waitMs?: number | undefined };

export type Landed<Failed, Place extends Spot = Spot> =
  /** `spot`: the place the answer is for; what was typed since is the beginning of it. */
  | { kind: "answer"; spot: Place; output: string }
  | { kind: "failed"; failure: Failed }
  /** A later key made it useless. */
  | { kind: "superseded" };

interface Running<Failed, Place extends Spot> {
  spot: Place;
  syntax: Syntax;
  controller: AbortController;
  cancelWait: () => void;
  /** What has come of the answer. */
  output: string;
  /** What was typed since. */
  typed: string;
  hasLeft: boolean;
  landed: Promise<Landed<Failed, Place>>;
  resolve: (landed: Landed<Failed, Place>) => void;
}

export class Flight<Failed, Place extends Spot = Spot> {
  readonly #ports: FlightPorts<Failed, Place>;
  #running: Running<Failed, Place> | undefined;
  /** Requests that went out. */
  sent = 0;

  constructor(ports: FlightPorts<Failed, Place>) {
    this.#ports = ports;
  }

  /** Never rejects. A request that has not left yet waits anew. */
  want(spot: Place, syntax: Syntax, waitMs: number): Promise<Landed<Failed, Place>> {
    const typed = this.#typedFor(spot);
    if (this.#running !== undefined && typed !== undefined) {
      this.#running.typed = typed;
      return this.#running.landed;
    }
    this.abort();
    return this.#start(spot, syntax, waitMs);
  }

  /** Whether a key at this spot would join the request that is under way. */
  joins(spot: Spot): boolean {
    return this.#typedFor(spot) !== undefined;
  }

  /** At once; what waits for it hears that it is superseded. */
  abort(): void {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    running.cancelWait();
    running.controller.abort();
    running.resolve({ kind: "superseded" });
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** The request has gone out, and its answer is awaited. */
  get hasLeft(): boolean {
    return this.#running?.hasLeft === true;
  }

  #typedFor(spot: Spot): string | undefined {
    const running = this.#running;
    const typed = running?.hasLeft === true ? typedSince(running.spot, spot, running.syntax) : undefined;
    return typed !== undefined && agrees(running?.output ?? "", typed) ? typed : undefined;
  }

  #start(spot: Place, syntax: Syntax, waitMs: number): Promise<Landed<Failed, Place>> {
    const { promise: landed, resolve } = Promise.withResolvers<Landed<Failed, Place>>();
    const running: Running<Failed, Place> = {
      ...{ spot, syntax, landed, resolve },
      controller: new AbortController(),
      cancelWait: () => undefined,
      output: "",
      typed: "",
      hasLeft: false,
    };
    this.#running = running;
    if (waitMs === 0) void this.#send(running);
    else running.cancelWait = this.#ports.after(waitMs, () => void this.#send(running));
    return landed;
  }

  async #send(running: Running<Failed, Place>): Promise<void> {
    if (this.#running !== running) return;
    running.hasLeft = true;
    this.sent += 1;
    const answer = await this.#ports.ask(running.spot, running.controller.signal, (output) => {
      running.output = output;
      // What comes is not what is being typed: the rest of it is of no use.
      if (this.#running === running && !agrees(output, running.typed)) this.abort();
    });
    if (this.#running !== running) return;
    this.#running = undefined;
    if (!answer.ok) running.resolve({ kind: "failed", failure: answer.failure });
    else if (!answer.output.startsWith(running.typed)) running.resolve({ kind: "superseded" });
    else running.resolve({ kind: "answer", spot: running.spot, output: answer.output });
  }
}

/** So far one is the beginning of the other. */
function agrees(output: string, typed: string): boolean {
  return output.length < typed.length ? typed.startsWith(output) : output.startsWith(typed);
}

/** What was typed at the caret between two spots. `undefined` if anything else changed. */
export function typedSince(from: Spot, to: Spot, syntax: Syntax): string | undefined {
  const { length } = to.text;
  if (from.document !== to.document || to.offset < from.offset || length < from.text.length) return undefined;
  const typed = to.text.slice(from.offset, to.offset);
  if (!to.text.startsWith(from.text.slice(0, from.offset))) return undefined;
  const isSame =
    to.text.length - to.offset === from.text.length - from.offset
      ? to.text.endsWith(from.text.slice(from.offset))
      : isSameAfter(lineFrom(from), lineFrom(to), typed, syntax, (was, is) => was === is) && sameBelow(from, to);
  return isSame ? typed.replaceAll("\r\n", "\n") : undefined;
}

function lineFrom({ text, offset }: Spot): string {
  return caretAt(text, offset).after;
}

function sameBelow(from: Spot, to: Spot): boolean {
  const below = from.text.slice(caretAt(from.text, from.offset).end);
  return to.text.slice(caretAt(to.text, to.offset).end) === below;
}
