// What runs in a session: one turn at a time, then those that wait, until the queue is empty, held, or a turn fails.
import type { Failure } from "../../message/failure.ts";
import type { AssistantMessage, Message, UserMessage } from "../../message/message.ts";
import type { Part } from "../../message/part.ts";
import { TurnLost } from "../../persist/fence.ts";
import { closeUnfinished } from "../../persist/interrupted.ts";
import type { Ask, Reply } from "../../protocol/ask.ts";
import type { RunState } from "../../protocol/conversation.ts";
import { compact, compactWhenFull } from "../../pipelines/compact.ts";
import { enqueueDraft, type InLine } from "./enqueue.ts";
import type { Queue } from "./queue.ts";
import { type Recorder, saveFailure, TAKEN_OVER } from "../recorder.ts";
import type { Rooms } from "../rooms.ts";
import { IDLE, isFree, reduceRun, type RunEvent } from "./run-state.ts";
import { quietly, Slot } from "./slot.ts";
import { type Begun, fromDraft, fromQueue, fromWaiting, type Source } from "../sources.ts";
import { turn, type TurnEnd } from "../turn.ts";
import { BUSY, type RunnerPorts, type Submission, type Submitted } from "./submission.ts";
import { Waits } from "../waits.ts";

export class Runner {
  readonly #rooms: Rooms;
  readonly #id: string;
  readonly #queue: Queue;
  readonly #ports: RunnerPorts;
  readonly #slot: Slot;
  readonly #waits = new Waits((asks, held) => {
    this.#step({ type: "waiting", asks, held });
  });
  #run: RunState = IDLE;
  #abort: AbortController | undefined;
  #answer: Recorder | undefined;
  /** The last answer that ended here. */
  #answered: AssistantMessage | undefined;
  #turn: Promise<void> = Promise.resolve();
  /** How many messages are on their way to the disk. */
  #takingIn = 0;
  #isClosed = false;

  constructor(rooms: Rooms, id: string, queue: Queue, ports: RunnerPorts) {
    this.#rooms = rooms;
    this.#id = id;
    this.#queue = queue;
    this.#ports = ports;
    const abort = (): void => this.#abort?.abort();
    this.#slot = new Slot(rooms, id, { stopRequested: abort, lost: abort });
  }

  /** A turn of another window counts: this session is busy wherever it is looked at. */
  get run(): RunState {
    return isFree(this.#run) && this.#slot.isElsewhere ? { state: "busy", message_id: null } : this.#run;
  }

  get isRunning(): boolean {
    return !isFree(this.run);
  }

  get isElsewhere(): boolean {
    return this.#slot.isElsewhere;
  }

  /** Nothing runs, and nothing that was submitted is still being read. */
  get isAtRest(): boolean {
    return this.run.state === "idle" && this.#takingIn === 0;
  }

  /** An answer under way is ahead of what is stored of it. */
  streaming(message: Message): Message {
    return message.id === this.#answer?.message.id ? this.#answer.message : message;
  }

  /** Resolves when the message is on disk. It is answered at once, or waits in the queue while another is. */
  submit(parts: readonly Part[], submission: Submission): Promise<Submitted> {
    return this.#counted(this.#submit(parts, submission));
  }

  async #submit(parts: readonly Part[], { endsDraft, steers, editing }: Submission): Promise<Submitted> {
    const goesBack = editing !== undefined && this.#queue.shown(this.isRunning).editing === "queue";
    try {
      if (goesBack || !this.#claim("new"))
        return await this.#enqueue(parts, { endsDraft, steers, holds: editing?.hold ?? null, was: editing?.message });
    } catch (error) {
      return { ok: false, failure: saveFailure(error) };
    }
    const { promise, resolve } = Promise.withResolvers<Submitted>();
    this.#turn = this.#serve(fromDraft(this.#slot.rooms, this.#id, parts, endsDraft), resolve);
    return promise;
  }

  /** Resolves when the message is on disk, in a queue that is held. It ends the draft it was in. */
  async keep(parts: readonly Part[]): Promise<Submitted> {
    try {
      this.#ports.create();
      return await this.#counted(this.#enqueue(parts, { endsDraft: true, holds: "hold", steers: false }));
    } catch (error) {
      return { ok: false, failure: saveFailure(error) };
    }
  }

  async #counted(taking: Promise<Submitted>): Promise<Submitted> {
    this.#takingIn += 1;
    try {
      return await taking;
    } finally {
      this.#takingIn -= 1;
    }
  }

  /** What this message waited for may have ended while its files were read. */
  async #enqueue(parts: readonly Part[], how: InLine): Promise<Submitted> {
    const saved = await enqueueDraft(this.#rooms, this.#id, parts, how);
    if (!saved.ok) return saved;
    this.#queue.forget();
    this.#queue.tell(this.isRunning);
    if (!this.#queue.isHeld) this.fire("queued");
    return { ok: true, message_id: saved.begun.message.id, queued: true };
  }

  /** Sends the first that waits, if no turn runs anywhere; with `new` as if it had been submitted now. */
  fire(as: "new" | "queued"): void {
    if (this.#queue.first() === undefined || !this.#claim(as)) return;
    this.#turn = this.#serve(this.#nextQueued(as));
  }

  /** Holds the turn while it compacts, so that messages submitted until then wait in the queue. */
  async compact(): Promise<Failure | undefined> {
    try {
      if (!this.#claim("new")) return BUSY;
    } catch (error) {
      return saveFailure(error);
    }
    const done = compact(this.#slot.rooms, this.#id, false, this.#signal());
    this.#turn = done.then(() => this.#serve(this.#passOn("ended")));
    const compacted = await done;
    return compacted.ok ? undefined : compacted.failure;
  }

  /** `false` if the turn no longer waits for this reply. */
  reply(callId: string, reply: Reply): boolean {
    return this.#waits.reply(callId, reply);
  }

  /** Something a call that runs has to know. `undefined` when the turn is stopped, or none runs here. */
  ask(ask: Ask, signal: AbortSignal): Promise<Reply | undefined> {
    if (isFree(this.#run)) return Promise.resolve(undefined);
    return this.#waits.ask(ask, AbortSignal.any([signal, this.#signal()]));
  }

  /** An answer that waited for the user when its process ended waits again. */
  waitAgain(turn: Begun): void {
    if (this.#claim("new", turn.answer?.message.id)) this.#turn = this.#serve(fromWaiting(turn));
  }

  /** Whether it runs here or in another window. */
  stop(): void {
    if (!isFree(this.#run)) this.#abort?.abort();
    else if (this.#slot.isElsewhere) this.#slot.askToStop();
  }

  /** Starts no more turns; open questions and the queue stay for the next process. */
  close(): void {
    this.#isClosed = true;
    this.#waits.leave();
    this.#abort?.abort();
  }

  /** Resolves when the running turn, if any, has ended, and all that fired after it. */
  async settled(): Promise<void> {
    let turn: Promise<void> | undefined;
    while (turn !== this.#turn) {
      turn = this.#turn;
      await turn;
    }
  }

  /** Answers a message, and then those that wait, one after the other. A draft is told what became of it. */
  async #serve(first: Source | undefined, submitted?: (how: Submitted) => void): Promise<void> {
    let tell = submitted;
    for (let source = first; source !== undefined;) {
      const ended = await this.#turnOf(source, tell);
      const how = this.#settle(ended, tell !== undefined);
      // Cut off at its length it has filled the most room of all.
      if (ended.kind === "answered" && ["end", "length"].includes(ended.finish)) await this.#compactWhenFull();
      source = this.#passOn(how);
      if (ended.kind === "refused") tell?.({ ok: false, failure: ended.failure });
      tell = undefined;
    }
  }

  #settle(ended: TurnEnd, isDraft: boolean): "ended" | "failed" {
    if (ended.kind !== "refused") return ended.kind === "answered" && ended.finish === "error" ? "failed" : "ended";
    // A draft goes back to the user, who is told by the one that sent it. What was queued holds the queue.
    if (isDraft || this.#slot.isLost) return "ended";
    this.#rooms.emit({ type: "failure", session_id: this.#id, failure: ended.failure });
    return "failed";
  }

  #signal(): AbortSignal {
    this.#abort ??= new AbortController();
    return this.#abort.signal;
  }

  /** Runs as part of the turn it follows, but its failure does not fail that turn. */
  async #compactWhenFull(): Promise<void> {
    if (this.#answered === undefined || this.#isClosed) return;
    const failure = await compactWhenFull(this.#slot.rooms, this.#id, this.#answered, this.#signal());
    this.#abort = undefined;
    if (failure !== undefined && !this.#slot.isLost)
      this.#rooms.emit({ type: "failure", session_id: this.#id, failure });
  }

  async #turnOf(source: Source, submitted: ((how: Submitted) => void) | undefined): Promise<TurnEnd> {
    try {
      return await turn(this.#slot.rooms, this.#id, source, {
        signal: this.#signal(),
        stored: ({ message }) => {
          // First: it is on disk, whatever those who are told of it do.
          submitted?.({ ok: true, message_id: message.id, queued: false });
          this.#stored(message);
        },
        begun: (recorder) => {
          this.#answer = recorder;
        },
        waits: this.#waits,
        retrying: (retry) => {
          this.#step(retry === undefined ? { type: "resumed" } : { type: "retrying", retry });
        },
        steered: (message) => {
          this.#step({ type: "taken", message_id: message.id });
        },
      });
    } catch (error) {
      if (!(error instanceof TurnLost))
        this.#rooms.emit({ type: "failure", session_id: this.#id, failure: saveFailure(error) });
      return { kind: "answered", finish: "error" };
    } finally {
      this.#abort = undefined;
      this.#answered = this.#answer?.message;
      this.#answer = undefined;
    }
  }

  #stored(message: UserMessage): void {
    quietly(() => {
      if (this.#slot.rooms.isOurs?.() === false) return;
      this.#queue.release("failed");
      this.#ports.sent(message);
    });
    this.#step({ type: "taken", message_id: message.id });
  }

  /** The turn goes to the next of the queue, or is given back. A failure holds the queue until something is sent. */
  #passOn(how: "ended" | "failed"): Source | undefined {
    try {
      if (this.#slot.rooms.isOurs?.() === false) how = "ended";
      else if (how === "failed") this.#queue.hold("failed");
      else if (!this.#isClosed && this.#slot.passOn()) return this.#nextQueued("queued");
    } catch {
      // The disk refuses, and the last save has said so: what waits goes on waiting.
    }
    this.#release(how);
    return undefined;
  }

  /** A hold that comes while the next one is read keeps it in the queue, unless the user has just sent it. */
  #nextQueued(as: "new" | "queued"): Source {
    this.#abort = new AbortController();
    return fromQueue(this.#slot.rooms, this.#id, as === "queued");
  }

  /** What another holder left without an end is closed, but the answer that goes on. */
  #claim(what: "new" | "queued", goesOn?: string): boolean {
    if (!isFree(this.#run)) return false;
    this.#ports.create();
    if (!this.#slot.claim(what)) return false;
    quietly(() => {
      this.#ports.closed(closeUnfinished(this.#slot.rooms.store, this.#id, goesOn));
    });
    this.#abort = new AbortController();
    this.#step({ type: "started", message_id: null });
    return true;
  }

  #release(how: "ended" | "failed"): void {
    const { isLost } = this.#slot;
    this.#abort = undefined;
    this.#slot.release();
    this.#step({ type: how });
    if (isLost) this.#rooms.emit({ type: "failure", session_id: this.#id, failure: TAKEN_OVER });
  }

  #step(event: RunEvent): void {
    this.#run = reduceRun(this.#run, event);
    this.#rooms.emit({ type: "run", session_id: this.#id, run: this.#slot.isLost ? this.run : this.#run });
    this.#queue.forget();
    quietly(() => {
      this.#queue.tell(this.isRunning);
    });
  }
}
