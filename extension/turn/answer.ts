// Rooms 4 to 6, again and again while the model calls tools: one turn, from its first request to its last word.
import type { Failure } from "../message/failure.ts";
import type { AssistantMessage, AssistantMetadata, Finish, UserMessage } from "../message/message.ts";
import type { Model } from "../message/model.ts";
import { reasonOf } from "../text/reason.ts";
import { openCalls } from "../persist/interrupted.ts";
import { startAnswer } from "../persist/messages.ts";
import { recordSentPins } from "../persist/pins.ts";
import type { Retry } from "../protocol/conversation.ts";
import { keepAccount } from "./request/account.ts";
import { keepSent } from "./request/assemble-turn.ts";
import { blankAnswer } from "./blank-answer.ts";
import { learnFrom } from "./request/estimator.ts";
import { GoOn } from "./go-on.ts";
import { LaterRequests } from "./request/later-requests.ts";
import { memoryOf } from "./request/memory.ts";
import { offeredTools, withFound } from "./request/offered-tools.ts";
import { sentPins } from "./request/pins.ts";
import { type Ended, receive } from "./receive.ts";
import { Recorder, TAKEN_OVER } from "./recorder.ts";
import type { Rooms } from "./rooms.ts";
import { shownAnswer, shownMessage, shownPart } from "./shown.ts";
import { SkillRun } from "./skill-run.ts";
import { startFor, startModel } from "./start-model.ts";
import { runCalls, type ToolCall } from "./tool-round.ts";
import { type Made, makeRequest, takeSteering } from "./turn.ts";
import type { Waits } from "./waits.ts";

export interface Begun {
  message: UserMessage;
  at: number;
  /** An answer that waited when its process ended: it goes on where it was. */
  answer?: { message: AssistantMessage; at: number };
}

export interface AnswerPorts {
  signal: AbortSignal;
  /** The answer that streams from now on. */
  begun: (recorder: Recorder) => void;
  retrying: (retry: Retry | undefined) => void;
  waits: Waits;
  /** A message of the user has gone into the turn. */
  steered: (message: UserMessage) => void;
}

/** Whatever happens becomes the end of the answer; it rejects only when no answer can be begun. */
export async function answer(rooms: Rooms, sessionId: string, turn: Begun, ports: AnswerPorts): Promise<Finish> {
  await rooms.ready?.();
  // A turn that waited when its process ended starts nothing before the user has replied.
  const unable = turn.answer === undefined ? await startModel(rooms, sessionId, ports.signal) : undefined;
  const exchange = new Exchange(rooms, sessionId, turn, ports, unable);
  try {
    await exchange.run();
  } catch (error) {
    exchange.end("error", `Galley could not complete the answer: ${reasonOf(error)}. See the log for details.`);
  }
  return exchange.finish;
}

const NOT_RUN = "Not run: the user ended the turn here.";

class Exchange {
  readonly #rooms: Rooms;
  readonly #id: string;
  readonly #model: Model;
  readonly #turn: Begun;
  readonly #ports: AnswerPorts;
  /** Why nothing can be sent; the account of what would have gone is kept all the same. */
  #unable: Failure | undefined;
  readonly #goOn: GoOn;
  readonly #skill: SkillRun;
  #recorder: Recorder;
  #at: number;
  readonly #later: LaterRequests;
  #made: Made | undefined;
  /** What every answer of this turn was asked with. */
  #about: Partial<AssistantMetadata> = {};

  constructor(rooms: Rooms, sessionId: string, turn: Begun, ports: AnswerPorts, unable: Failure | undefined) {
    this.#rooms = rooms;
    this.#unable = unable;
    this.#id = sessionId;
    this.#model = rooms.model(sessionId);
    this.#turn = turn;
    this.#ports = ports;
    this.#goOn = new GoOn(ports.waits, ports.signal);
    this.#later = new LaterRequests(rooms, sessionId, this.#model);
    // Never before its question, whatever the clock says.
    this.#at = turn.answer?.at ?? Math.max(rooms.now(), turn.at);
    this.#recorder = this.#open(turn.answer?.message);
    this.#skill = new SkillRun(rooms, sessionId, this.#model.tools);
  }

  get finish(): Finish {
    return this.#recorder.message.metadata.finish ?? "error";
  }

  /** Requests until one ends without calls, or something ends the turn. */
  async run(): Promise<void> {
    this.#skill.open(this.#turn, this.#recorder);
    if (this.#turn.answer !== undefined && !(await this.#resume())) return;
    for (;;) {
      const calls = this.#openCalls();
      if (calls.length > 0 && !(await this.#work(calls))) {
        this.end(this.#skill.isOver ? "end" : "stopped");
        return;
      }
      const ended = await this.#request();
      if (!ended.ok) {
        this.#skill.close("error", this.#recorder);
        this.#recorder.fail(ended.failure);
        this.#tell();
        return;
      }
      if (!this.#goesOn(ended.finish) && !this.#skill.goesOn(ended.finish, this.#recorder)) {
        this.end(ended.finish);
        return;
      }
    }
  }

  /** Opening a conversation sends nothing: what waited goes on only after the user has replied. `false` when it ends here. */
  async #resume(): Promise<boolean> {
    const { waits, signal } = this.#ports;
    const before = waits.replies;
    const goesOn = await this.#work(this.#openCalls());
    if (!goesOn) this.end(this.#skill.isOver ? "end" : "stopped");
    else if (waits.replies === before) this.end("interrupted");
    else {
      this.#unable = await startFor(this.#rooms, this.#model, signal);
      return true;
    }
    return false;
  }

  end(finish: Finish, error?: string): void {
    this.#skill.close(finish, this.#recorder);
    this.#recorder.finish(finish, error);
    this.#tell();
  }

  /** `false` when the request offered no tools: a call then ends the answer. */
  #goesOn(finish: Finish): boolean {
    const hasTools = this.#made !== undefined && this.#made.tools.length > 0;
    return hasTools && (finish === "tool" || finish === "end") && this.#openCalls().length > 0;
  }

  #openCalls(): ToolCall[] {
    return openCalls(this.#recorder.message.parts);
  }

  /** Runs the calls; `false` when the turn ends here. */
  async #work(calls: readonly ToolCall[]): Promise<boolean> {
    const recorder = this.#recorder;
    const { signal, waits } = this.#ports;
    if (!(await this.#goOn.may(calls))) {
      for (const { id } of calls)
        recorder.result({ type: "tool-result", id, output: NOT_RUN, is_error: true, not_run: true });
      return false;
    }
    const tools = this.#made?.tools ?? (await this.#offered());
    await runCalls(
      {
        rooms: this.#rooms,
        session_id: this.#id,
        message_id: recorder.message.id,
        tools,
        waits,
        signal,
        skill: this.#skill,
        done: (result) => {
          recorder.result(result);
        },
        offers: (found) => {
          if (this.#made !== undefined) this.#made = withFound(this.#made, this.#skill.offered(found));
        },
      },
      calls,
    );
    if (signal.aborted || this.#skill.isOver) return false;
    if (this.#skill.worked(calls, recorder)) await this.#offerAgain();
    await this.#steer();
    return true;
  }

  async #offered(): Promise<Made["tools"]> {
    return this.#skill.offered(await offeredTools(this.#rooms, this.#id, this.#model));
  }

  async #offerAgain(): Promise<void> {
    if (this.#made !== undefined) this.#made = { ...this.#made, tools: await this.#offered() };
  }

  /** Sends the user's steering messages to the model, after the tool results and before its next word. */
  async #steer(): Promise<void> {
    const steering: UserMessage[] = [];
    let at = this.#at;
    for (;;) {
      const taken = await takeSteering(this.#rooms, this.#id);
      if (taken === undefined) break;
      steering.push(taken.message);
      this.#ports.steered(taken.message);
      at = Math.max(this.#rooms.now(), taken.at);
    }
    if (steering.length === 0) return;
    this.#later.steered(this.#recorder.message, steering);
    this.#recorder.finish("tool");
    this.#tell();
    this.#at = at;
    this.#recorder = this.#open();
    if (this.#skill.steered(steering, this.#recorder)) await this.#offerAgain();
  }

  async #request(): Promise<Ended> {
    const isFirst = this.#made === undefined;
    const { assembled, pinned } = (this.#made ??= await this.#assemble());
    if (isFirst) this.#recorder.about((this.#about = keepAccount(this.#rooms, assembled)));
    const failed = assembled.failure ?? this.#unable;
    if (failed !== undefined) return { ok: false, failure: failed };
    if (isFirst) {
      recordSentPins(this.#rooms.store, this.#id, sentPins(pinned), this.#rooms.now());
      keepSent(this.#rooms, assembled);
    }
    const { prepared, failure } = this.#later.request(this.#made, this.#recorder.message);
    if (failure !== undefined) return { ok: false, failure };
    if (this.#rooms.isOurs?.() === false) return { ok: false, failure: TAKEN_OVER };
    this.#recorder.nextRequest();
    const ended = await receive(
      prepared.send(this.#ports.signal, this.#turn.message.id, {
        message_id: this.#recorder.message.id,
        waits: this.#ports.waits,
        isOurs: this.#rooms.isOurs,
      }),
      this.#recorder,
      this.#ports.retrying,
    );
    // What an agent says it used is all that it keeps, and tells nothing of this prompt.
    if (isFirst && !this.#later.isBegun && this.#model.keeps_session !== true)
      learnFrom(this.#rooms.store, this.#model, assembled, this.#recorder.message);
    return ended;
  }

  #assemble(): Promise<Made> {
    const { message } = this.#turn;
    const bound = (all: Made["tools"]): Made["tools"] => this.#skill.offered(all);
    const { signal } = this.#ports;
    return makeRequest(this.#rooms, this.#id, this.#model, {
      turn: message,
      before: message.id,
      bound,
      sending: { signal },
    });
  }

  #open(existing?: AssistantMessage): Recorder {
    const { store } = this.#rooms;
    const message = existing ?? blankAnswer(this.#rooms, this.#id, this.#model, this.#about);
    const recorder = new Recorder(store, this.#id, message, {
      delta: (part, kind, text) => {
        this.#emit({ type: "delta", message_id: message.id, part, kind, text });
      },
      part: (index, part) => {
        this.#emit({ type: "part", message_id: message.id, index, part: shownPart(part) });
      },
      failure: (failure) => {
        this.#emit({ type: "failure", failure });
      },
    });
    if (existing === undefined) {
      startAnswer(store, this.#id, message, this.#at);
      this.#emit({ type: "message", session_id: this.#id, message: shownMessage({ at: this.#at, message }) });
    }
    this.#ports.begun(recorder);
    return recorder;
  }

  #tell(): void {
    const { message } = this.#recorder;
    const texts = this.#later.texts();
    if (texts !== undefined) memoryOf(this.#rooms.store, this.#id).last = { message_id: this.#turn.message.id, texts };
    this.#emit({
      type: "message",
      session_id: this.#id,
      message: shownAnswer(this.#rooms.store, { at: this.#at, message }),
    });
  }

  #emit(event: Parameters<Rooms["emit"]>[1]): void {
    this.#rooms.emit(this.#id, event);
  }
}
