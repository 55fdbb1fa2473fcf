// Runs the turns of a conversation: one at a time, then those in the queue, until it is empty or held, or a turn fails.
import type { Failure } from "../../message/failure.ts";
import type { AssistantMessage, Message, UserMessage } from "../../message/message.ts";
import type { Part } from "../../message/part.ts";
import type { Result } from "../../message/result.ts";
import { TurnLost } from "../../persist/ownership/fence.ts";
import { closeUnfinished } from "../../persist/interrupted.ts";
import type { Ask, Reply } from "../../protocol/ask.ts";
import type { RunState } from "../../protocol/conversation.ts";
import { compact, compactWhenFull } from "../../pipelines/compact.ts";
import { lastOf } from "./last-of.ts";
import { SharedRun } from "./shared-run.ts";
import { enqueueDraft, type QueuePlace } from "./enqueue.ts";
import type { Queue } from "./queue.ts";
import { type Recorder, saveFailure, TAKEN_OVER } from "../recorder.ts";
import { IDLE, isFree, reduceRun, type RunEvent } from "./run-state.ts";
import { quietly, Slot } from "./slot.ts";
import { fromDraft, fromQueue, fromStarted, type Source, type StartedTurn } from "../sources.ts";
import { turn, type TurnEnd } from "../turn.ts";
import { BUSY, type RunnerOwner, type RunnerPorts, type Submission, type Submitted } from "./submission.ts";
import { PendingAsks } from "../tools/pending-asks.ts";

export class Runner {
  readonly #ports: RunnerPorts;
  readonly #id: string;
  readonly #queue: Queue;
  readonly #owner: RunnerOwner;
  readonly #slot: Slot<RunnerPorts>;
  readonly #shared: SharedRun;
  readonly #asks = new PendingAsks((asks, held) => {
    this.#step({ type: "waiting", asks, held });
  });
  #run: RunState = IDLE;
  #abort: AbortController | undefined;
  #answer: Recorder | undefined;
  #lastAnswer: AssistantMessage | undefined;
  #turn: Promise<void> = Promise.resolve();
  /** How many messages are on their way to the disk. */
  #submitting = 0;
  #isClosed = false;

  constructor(ports: RunnerPorts, id: string, queue: Queue, owner: RunnerOwner) {
    this.#ports = ports;
    this.#id = id;
    this.#queue = queue;
    this.#owner = owner;
    const abort = (): void => this.#abort?.abort();
    this.#shared = new SharedRun(ports.store, id);
    const looked = (): void => this.#shared.answer(this.#run, this.#asks);
    this.#slot = new Slot(ports, id, { stopRequested: abort, lost: abort, looked });
  }

  /** While no turn runs here, what another window does, or that the last turn failed. */
  get run(): RunState {
    return isFree(this.#run) ? this.#shared.run(this.#slot.isElsewhere, this.#run) : this.#run;
  }

  get isRunning(): boolean {
    return !isFree(this.run);
  }

  get isElsewhere(): boolean {
    return this.#slot.isElsewhere;
  }

  /** No turn runs, and no submitted message is on its way to the disk. */
  get isAtRest(): boolean {
    return isFree(this.run) && this.#submitting === 0;
  }

  /** The message, or the streaming answer in its place, which is ahead of the stored one. */
  streaming(message: Message): Message {
    return message.id === this.#answer?.message.id ? this.#answer.message : message;
  }

  /** Resolves when the message is on disk. It is answered at once, or waits in the queue while another is. */
  submit(parts: readonly Part[], submission: Submission = {}): Promise<Result<Submitted>> {
    return this.#counted(this.#submit(parts, submission));
  }

  async #submit(parts: readonly Part[], submission: Submission): Promise<Result<Submitted>> {
    const { endsDraft = false, steers = false, editing } = submission;
    const goesBack = editing !== undefined && this.#queue.shown().editing === "queue";
    try {
      if (goesBack || !this.#claim("new"))
        return await this.#enqueue(parts, { endsDraft, steers, holds: editing?.hold ?? null, was: editing?.message });
    } catch (error) {
      return { ok: false, failure: saveFailure(error) };
    }
    const { promise, resolve } = Promise.withResolvers<Result<Submitted>>();
    this.#turn = this.#serve(fromDraft(this.#slot.ports, this.#id, parts, endsDraft), resolve);
    return promise;
  }

  /** Queues the message, ends the draft, and holds the queue until the user resumes it, unless `place` says otherwise. */
  async keep(parts: readonly Part[], place: Partial<QueuePlace> = {}): Promise<Result<Submitted>> {
    try {
      this.#owner.create();
      return await this.#counted(this.#enqueue(parts, { endsDraft: true, holds: "hold", steers: false, ...place }));
    } catch (error) {
      return { ok: false, failure: saveFailure(error) };
    }
  }

  async #counted(submitting: Promise<Result<Submitted>>): Promise<Result<Submitted>> {
    this.#submitting += 1;
    try {
      return await submitting;
    } finally {
      this.#submitting -= 1;
    }
  }

  /** Sends the queue afterwards: the running turn may have ended while the files of this message were read. */
  async #enqueue(parts: readonly Part[], place: QueuePlace): Promise<Result<Submitted>> {
    const saved = await enqueueDraft(this.#ports, this.#id, parts, place);
    if (!saved.ok) return saved;
    this.#queue.forget();
    this.#queue.tell();
    if (!this.#queue.isHeld) this.fire("queued");
    return { ok: true, value: { message_id: saved.value.id, queued: true } };
  }

  /** Sends the first queued message if no turn runs in any window. With `new`, even if the queue is held. */
  fire(as: "new" | "queued"): void {
    if (this.#queue.first() === undefined || !this.#claim(as)) return;
    this.#turn = this.#serve(this.#nextQueued(as));
  }

  /** Replaces the messages so far with a summary; resolves with the reason if it cannot. Messages submitted meanwhile wait in the queue. */
  async compact(): Promise<Failure | undefined> {
    try {
      if (!this.#claim("new")) return BUSY;
    } catch (error) {
      return saveFailure(error);
    }
    const done = compact(this.#slot.ports, this.#id, false, this.#signal());
    this.#turn = done.then(() => this.#serve(this.#passOn("ended")));
    const compacted = await done;
    return compacted.ok ? undefined : compacted.failure;
  }

  /** Replies to a pending ask, here or in another window. `false` if the turn no longer waits for it. */
  reply(callId: string, reply: Reply): boolean {
    return this.#asks.reply(callId, reply) || (this.#slot.isElsewhere && this.#shared.reply(callId, reply));
  }

  /** Asks the user on behalf of a running call. `undefined` if the turn is stopped, or none runs in this window. */
  ask(ask: Ask, signal: AbortSignal): Promise<Reply | undefined> {
    if (isFree(this.#run)) return Promise.resolve(undefined);
    return this.#asks.ask(ask, AbortSignal.any([signal, this.#signal()]));
  }

  /** Continues a turn whose answer waited for the user when its process ended. */
  continueTurn(started: StartedTurn): void {
    if (this.#claim("new", started.answer?.message.id)) this.#turn = this.#serve(fromStarted(started));
  }

  /** Stops the running turn, here or in another window. */
  stop(): void {
    if (!isFree(this.#run)) this.#abort?.abort();
    else if (this.#slot.isElsewhere) this.#slot.askToStop();
  }

  /** Starts no more turns; open questions and the queue stay for the next process. */
  close(): void {
    this.#isClosed = true;
    this.#asks.leave();
    this.#abort?.abort();
  }

  /** Resolves when the running turn, if any, and all turns after it have ended. */
  settled(): Promise<void> {
    return lastOf(() => this.#turn);
  }

  /** Answers a message, and then those in the queue. Calls `submitted` when the first is on disk or refused. */
  async #serve(first: Source | undefined, submitted?: (result: Result<Submitted>) => void): Promise<void> {
    let tell = submitted;
    for (let source = first; source !== undefined;) {
      const ended = await this.#turnOf(source, tell);
      const how = this.#settle(ended, tell !== undefined);
      // An answer that was cut off at its length limit has filled the context window most.
      if (ended.kind === "answered" && ["end", "length"].includes(ended.finish)) await this.#compactWhenFull();
      source = this.#passOn(how);
      if (ended.kind === "refused") tell?.({ ok: false, failure: ended.failure });
      tell = undefined;
    }
  }

  #settle(ended: TurnEnd, isDraft: boolean): "ended" | "failed" {
    if (ended.kind !== "refused") return ended.kind === "answered" && ended.finish === "error" ? "failed" : "ended";
    // The code that submitted a draft tells the user. A refused queued message holds the queue.
    if (isDraft || this.#slot.isLost) return "ended";
    this.#ports.emit({ type: "failure", session_id: this.#id, failure: ended.failure });
    return "failed";
  }

  #signal(): AbortSignal {
    return (this.#abort ??= new AbortController()).signal;
  }

  /** Runs as part of the turn it follows, but its failure does not fail that turn. */
  async #compactWhenFull(): Promise<void> {
    if (this.#lastAnswer === undefined || this.#isClosed) return;
    const failure = await compactWhenFull(this.#slot.ports, this.#id, this.#lastAnswer, this.#signal());
    this.#abort = undefined;
    if (failure !== undefined && !this.#slot.isLost)
      this.#ports.emit({ type: "failure", session_id: this.#id, failure });
  }

  async #turnOf(source: Source, submitted: ((result: Result<Submitted>) => void) | undefined): Promise<TurnEnd> {
    try {
      return await turn(this.#slot.ports, this.#id, source, {
        signal: this.#signal(),
        stored: ({ message }) => {
          // First, because a listener may throw and the message is on disk.
          submitted?.({ ok: true, value: { message_id: message.id, queued: false } });
          this.#stored(message);
        },
        streams: (recorder) => {
          this.#answer = recorder;
        },
        asks: this.#asks,
        delayed: (delay) => {
          this.#step(delay === undefined ? { type: "resumed" } : { type: "delayed", delay });
        },
        steered: ({ id }): void => this.#step({ type: "taken", message_id: id }),
      });
    } catch (error) {
      if (!(error instanceof TurnLost))
        this.#ports.emit({ type: "failure", session_id: this.#id, failure: saveFailure(error) });
      return { kind: "answered", finish: "error" };
    } finally {
      this.#abort = undefined;
      this.#lastAnswer = this.#answer?.message;
      this.#answer = undefined;
    }
  }

  #stored(message: UserMessage): void {
    quietly(() => {
      if (!this.#slot.ports.isOurs()) return;
      this.#queue.release("failed");
      this.#owner.sent(message);
    });
    this.#step({ type: "taken", message_id: message.id });
  }

  /** Returns the next queued message, or releases the turn. A failure holds the queue until the user sends something. */
  #passOn(how: "ended" | "failed"): Source | undefined {
    try {
      if (!this.#slot.ports.isOurs()) how = "ended";
      else if (how === "failed") this.#queue.hold("failed");
      else if (!this.#isClosed && this.#slot.passOn()) return this.#nextQueued("queued");
    } catch {
      // The disk refuses, and the last save has told the user: the queue stays as it is.
    }
    this.#release(how);
    return undefined;
  }

  /** A hold that comes while the message is read keeps it in the queue, unless the user has just sent it. */
  #nextQueued(as: "new" | "queued"): Source {
    this.#abort = new AbortController();
    return fromQueue(this.#slot.ports, this.#id, as === "queued");
  }

  /** Closes answers that another process left unfinished, except the one that continues. */
  #claim(what: "new" | "queued", continues?: string): boolean {
    if (!isFree(this.#run)) return false;
    this.#owner.create();
    if (!this.#slot.claim(what)) return false;
    quietly(() => {
      this.#owner.closed(closeUnfinished(this.#slot.ports.store, this.#id, continues));
    });
    this.#abort = new AbortController();
    this.#step({ type: "started", message_id: null });
    return true;
  }

  #release(how: "ended" | "failed"): void {
    const { isLost } = this.#slot;
    this.#abort = undefined;
    if (how === "failed") this.#shared.keep(this.#slot.ports.store, reduceRun(this.#run, { type: how }));
    this.#slot.release();
    this.#step({ type: how });
    if (isLost) this.#ports.emit({ type: "failure", session_id: this.#id, failure: TAKEN_OVER });
  }

  #step(event: RunEvent): void {
    this.#run = reduceRun(this.#run, event);
    if (!isFree(this.#run)) this.#shared.keep(this.#slot.ports.store, this.#run);
    this.#ports.emit({ type: "run", session_id: this.#id, run: this.#slot.isLost ? this.run : this.#run });
    this.#queue.forget();
    quietly(() => {
      this.#queue.tell();
    });
  }
}
