// From a key to the text at the cursor: silence, cache, wait, one request in flight, and the answer as it fits now.
import type { Failure } from "../../../message/failure.ts";
import { type Model, modelKey } from "../../../message/model.ts";
import { type Amount, amountAt, isAskedAt } from "../amount.ts";
import { CompletionCache, type Hit } from "../cache.ts";
import { type Caret, caretAt } from "../caret.ts";
import type { Surroundings } from "../finish/closers.ts";
import { finishClean, type NothingReason } from "../finish/finish.ts";
import { type Answer, Flight, type Landed, type Spot } from "../flight.ts";
import type { Fim } from "../request.ts";
import type { Source } from "../snippets/choose.ts";
import { SnippetWindows } from "../snippets/windows.ts";
import { type Syntax, syntaxOf } from "../syntax.ts";
import { besideSelected, type Insertion, type Selected } from "./listed.ts";
import { Pacing } from "./pacing.ts";
import type { CompleterPorts } from "./ports.ts";
import { ReadAhead } from "./read-ahead.ts";
import { type Facts, type Silence, silenceOf } from "./silence.ts";
import type { Answerer, Status } from "./status.ts";
import { Trouble } from "./trouble.ts";

/** A key at a place. */
export interface Asked extends Spot {
  path: string;
  language: string;
  facts: Facts;
  model: Model | undefined;
  /** The entry of the list of suggestions, if that is open. */
  selected: Selected | undefined;
}

export interface Shown extends Insertion {
  /** `provider/model`. */
  model: string;
}

/** What a request is for. */
interface Place extends Spot {
  path: string;
  language: string;
  amount: Amount;
  model: Model;
  fim: Fim;
  sources: Promise<readonly Source[]>;
}

/** The editor ends a call before the next key calls: a request that no later key joins by then is of no use. */
const GRACE_MS = 200;

export class Completer {
  readonly #ports: CompleterPorts;
  readonly #flight: Flight<Failure, Place>;
  readonly #cache = new CompletionCache();
  readonly #windows = new SnippetWindows();
  readonly #trouble: Trouble;
  readonly #pacing: Pacing;
  readonly #ahead = new ReadAhead();
  #by: Answerer = {};
  #tookMs = 0;
  #calls = 0;
  /** Where the last accepted text ends. */
  #accepted: { document: string; offset: number } | undefined;
  #lastShown = "";
  /** Why the last answer was empty, if it says more than that. */
  #nothing: NothingReason | undefined;

  constructor(ports: CompleterPorts) {
    this.#ports = ports;
    this.#trouble = new Trouble(ports.now);
    this.#pacing = new Pacing(ports.now);
    this.#flight = new Flight({ after: ports.after, ask: (place, signal, grown) => this.#ask(place, signal, grown) });
  }

  /** Never rejects. `signal`: the editor does not want it any longer. */
  async complete(asked: Asked, signal: AbortSignal): Promise<Shown | undefined> {
    const call = (this.#calls += 1);
    const { facts, model } = asked;
    if (model !== undefined) this.#by = { ...this.#by, model: model.id };
    const [caret, syntax] = [caretAt(asked.text, asked.offset), syntaxOf(asked.language)];
    const silence = silenceOf(facts) ?? (isAskedAt(caret) ? undefined : "inside-line");
    if (silence !== undefined || model === undefined) {
      this.#silent(silence ?? "no-model");
      return undefined;
    }
    const hit = this.#cache.find(asked.text, asked.offset, syntax);
    const kept = hit && this.#show(asked, model, hit, undefined);
    if (kept !== undefined || (hit !== undefined && !facts.isManual)) return kept;
    // Which files may be sent is read from disk: of this one and of the others at the same time.
    const sources = this.#ports.sources(asked.document);
    const fim = await this.#mayAsk(asked, model);
    if ("state" in fim) this.#tell(fim);
    if ("state" in fim || signal.aborted) return undefined;
    const { document, text, offset, path, language } = asked;
    const amount = this.#amountAt(asked, caret, syntax);
    const place = { document, text, offset, path, language, model, fim, amount, sources };
    const want = (): Promise<Landed<Failure, Place> | undefined> =>
      this.#unlessCancelled(this.#flight.want(place, syntax, this.#pacing.waitAt(caret, facts.isManual)), signal, call);
    const hasJoined = this.#flight.joins(place);
    if (hasJoined) this.#readAhead(place);
    const first = await want();
    // The request it joined went another way than what was typed since: then this place is asked for itself.
    const isOpen = hasJoined && first?.kind === "superseded" && call === this.#calls;
    const landed = isOpen ? await want() : first;
    return landed === undefined || isStopped(signal) ? undefined : this.#landed(asked, model, syntax, landed);
  }

  /** A key was typed: how fast the user types decides how long Galley waits. */
  typed(): void {
    this.#pacing.typed();
  }

  /** The cursor is elsewhere, or nowhere: ends a request that is for another place. Looks only if there is one. */
  moved(look: () => Spot | undefined): void {
    if (!this.#flight.isBusy) return;
    const spot = look();
    // A request that has not left is ended by the editor, or begun again by the next key.
    const isWaiting = spot !== undefined && !this.#flight.hasLeft;
    if (!isWaiting && (spot === undefined || !this.#flight.joins(spot))) this.#stop();
  }

  /**
   * The text was changed, and the cursor is at one of these spots: ends a request that none of them continues, before
   * the editor says at which. Looks only if there is one; `undefined` if the cursor may be anywhere.
   */
  changed(look: () => readonly Spot[] | undefined): void {
    if (!this.#flight.hasLeft) return;
    const spots = look();
    if (spots !== undefined && !spots.some((spot) => this.#flight.joins(spot))) this.#stop();
  }

  /** The last failure, while the server is left alone. */
  get failure(): Failure | undefined {
    return this.#trouble.waitingFor;
  }

  accepted(document: string, offset: number): void {
    this.#accepted = { document, offset };
  }

  /** Another model or another server: nothing of the last counts. */
  reset(): void {
    this.#flight.abort();
    this.#cache.clear();
    this.#trouble.forget();
    this.#pacing.forgetModel();
    this.#by = {};
  }

  dispose(): void {
    this.reset();
  }

  /** How the model is asked, or why it is not. */
  async #mayAsk({ document, facts: { isManual } }: Asked, model: Model): Promise<Fim | Status> {
    const waiting = this.#trouble.waitingFor;
    if (waiting !== undefined && !isManual) return { state: "failed", failure: waiting };
    if (!(await this.#ports.isKept(document))) return { state: "silent", reason: "kept-out" };
    if (this.#by.format === undefined) this.#tell({ state: "probing" });
    const probed = await this.#ports.probe(model);
    if (!probed.ok) {
      this.#note(probed.failure);
      return { state: "failed", failure: probed.failure };
    }
    const { format, family } = probed.value;
    this.#by = { model: model.id, format, family };
    const isOnDemand = format === "chat" && !isManual && !this.#ports.isChatAsked(model);
    return isOnDemand ? { state: "silent", reason: "on-demand" } : probed.value;
  }

  async #ask(place: Place, signal: AbortSignal, grown: (output: string) => void): Promise<Answer<Failure>> {
    this.#tell({ state: "working" });
    const { model, fim, ...rest } = place;
    const wanted = { ...rest, sources: await place.sources, windows: this.#windows };
    if (signal.aborted) return { ok: true, output: "" };
    const started = this.#ports.now();
    this.#readAhead(place);
    const answer = await this.#ports.ask(wanted, model, fim, signal, (output) => {
      grown(output);
      if (isStopped(signal)) this.#tell({ state: "ready" });
    });
    // Also if the editor has ended the call that asked: the next key finds it.
    if (!isStopped(signal)) this.#answered(place, answer, this.#ports.now() - started);
    return answer;
  }

  #answered({ text, offset, amount }: Place, answer: Answer<Failure>, tookMs: number): void {
    if (!answer.ok) {
      this.#note(answer.failure, answer.waitMs);
      this.#tell({ state: "failed", failure: answer.failure });
      return;
    }
    this.#tookMs = tookMs;
    this.#pacing.answered(tookMs);
    this.#trouble.answered();
    this.#nothing = answer.nothing;
    this.#cache.keep(text, offset, answer.output, amount);
    this.#tell({ state: "answered", ms: tookMs });
  }

  #landed(asked: Asked, model: Model, syntax: Syntax, landed: Landed<Failure, Place>): Shown | undefined {
    if (landed.kind !== "answer") return undefined;
    const hit = this.#cache.find(asked.text, asked.offset, syntax);
    if (hit !== undefined) return this.#show(asked, model, hit, this.#tookMs);
    this.#silent(this.#nothing ?? "empty");
    return undefined;
  }

  #show(asked: Asked, model: Model, hit: Hit, ms: number | undefined): Shown | undefined {
    const shown = fitted(asked, hit, this.#ahead.take(asked));
    if (typeof shown === "string") {
      this.#silent(shown);
      return undefined;
    }
    this.#tell({ state: "answered", ms });
    const key = modelKey(model);
    const id = `${asked.document} ${hit.typed}${hit.output}`;
    if (id !== this.#lastShown) this.#ports.shown(key);
    this.#lastShown = id;
    return { ...shown, model: key };
  }

  #amountAt(asked: Asked, caret: Caret, syntax: Syntax): Amount {
    const { document, offset } = this.#accepted ?? {};
    return amountAt(caret, syntax, document === asked.document && offset === asked.offset);
  }

  /** Ends at once if the editor does not want it any longer; the request itself may be joined by the next key. */
  #unlessCancelled<Value>(landing: Promise<Value>, signal: AbortSignal, call: number): Promise<Value | undefined> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const stop = (): void => {
      if (call === this.#calls) this.#stop();
    };
    const end = (): void => {
      resolve(undefined);
      if (!this.#flight.hasLeft) stop();
      else this.#ports.after(GRACE_MS, stop);
    };
    signal.addEventListener("abort", end, { once: true });
    return Promise.race([landing, promise]).finally(() => {
      signal.removeEventListener("abort", end);
    });
  }

  /** Once the request has gone out. */
  #readAhead(place: Place): void {
    this.#ports.after(0, () => {
      if (this.#flight.hasLeft) this.#ahead.read(place);
    });
  }

  #stop(): void {
    if (!this.#flight.isBusy) return;
    this.#flight.abort();
    this.#tell({ state: "ready" });
  }

  /** Leaves the server alone for a while. */
  #note(failure: Failure, waitMs?: number): void {
    if (this.#trouble.failed(failure, waitMs)) this.#ports.fail(failure);
  }

  #silent(reason: Silence): void {
    this.#tell({ state: "silent", reason });
  }

  #tell(status: Status): void {
    this.#ports.status(status, this.#by);
  }
}

/** An answer against the document as it is now, or why it is not shown. */
function fitted(asked: Asked, { output, amount }: Hit, around: Surroundings | undefined): Insertion | Silence {
  const { text, offset, language, selected } = asked;
  const finished = finishClean({ text, offset, language, amount, around }, output);
  if ("nothing" in finished) return finished.nothing;
  return selected === undefined ? finished : (besideSelected(text, offset, finished, selected) ?? "list");
}

/** Looks again: it may have been stopped while something else was awaited. */
function isStopped({ aborted }: AbortSignal): boolean {
  return aborted;
}
