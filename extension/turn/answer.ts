// Rooms 4 to 6, again and again while the model calls tools: one turn, from its first request to its last word.
import type { Assembled } from "../assemble/assemble.ts";
import { type Continued, Onward } from "../assemble/continued.ts";
import type { Failure } from "../message/failure.ts";
import {
  type AssistantMessage,
  type AssistantMetadata,
  type Finish,
  type Message,
  SCHEMA_VERSION,
  type UserMessage,
} from "../message/message.ts";
import { type Model, modelKey } from "../message/model.ts";
import { reasonOf } from "../message/reason.ts";
import { loadContent } from "../persist/blobs.ts";
import { openCalls } from "../persist/interrupted.ts";
import { startAnswer } from "../persist/messages.ts";
import { recordSentPins } from "../persist/pins.ts";
import type { Retry } from "../protocol/conversation.ts";
import { keepAccount, keepElided } from "./account.ts";
import { attachmentRules, keepSent } from "./assemble-turn.ts";
import { estimatorOf, learnFrom } from "./estimator.ts";
import { GoOn } from "./go-on.ts";
import { memoryOf } from "./memory.ts";
import { offeredTools, specsOf } from "./offered-tools.ts";
import { sentPins } from "./pins.ts";
import { type Ended, receive } from "./receive.ts";
import { Recorder } from "./recorder.ts";
import type { Rooms } from "./rooms.ts";
import { shownAnswer, shownMessage, shownPart } from "./shown.ts";
import { SkillRun } from "./skill-run.ts";
import { runCalls, type ToolCall } from "./tool-round.ts";
import { type Made, makeRequest, takeSteering } from "./turn.ts";
import type { Waits } from "./waits.ts";
import { prepare, type Prepared } from "./wire.ts";

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
  const exchange = new Exchange(rooms, sessionId, turn, ports);
  try {
    await exchange.run();
  } catch (error) {
    exchange.end("error", `Galley failed while answering: ${reasonOf(error)}. The log has the details.`);
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
  readonly #goOn: GoOn;
  readonly #skill: SkillRun;
  #recorder: Recorder;
  #at: number;
  /** What was said in this turn before the answer that streams, and has not gone to the model yet. */
  #said: Message[] = [];
  /** How many parts of the answer have. */
  #viewed = 0;
  #onward: Onward | undefined;
  #made: Made | undefined;
  /** What every answer of this turn was asked with. */
  #about: Partial<AssistantMetadata> = {};
  #continued: Continued | undefined;

  constructor(rooms: Rooms, sessionId: string, turn: Begun, ports: AnswerPorts) {
    this.#rooms = rooms;
    this.#id = sessionId;
    this.#model = rooms.model(sessionId);
    this.#turn = turn;
    this.#ports = ports;
    this.#goOn = new GoOn(ports.waits, ports.signal);
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
    this.#beginSkills();
    for (;;) {
      const calls = this.#openCalls();
      if (calls.length > 0 && !(await this.#work(calls))) {
        this.end("stopped");
        return;
      }
      if (this.#skill.isOver) {
        this.end("end");
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

  #beginSkills(): void {
    if (this.#turn.answer !== undefined) this.#skill.resume();
    else {
      this.#skill.start(this.#turn.message);
      this.#skill.begin(this.#recorder);
    }
  }

  end(finish: Finish, error?: string): void {
    this.#skill.close(finish, this.#recorder);
    this.#endAnswer(finish, error);
  }

  /** The turn may go on with another. */
  #endAnswer(finish: Finish, error?: string): void {
    this.#recorder.finish(finish, error);
    this.#tell();
  }

  /** A call of a tool nobody offered is the end of an answer like any other. */
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
      for (const { id } of calls) recorder.result({ type: "tool-result", id, output: NOT_RUN, is_error: true });
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
      },
      calls,
    );
    if (signal.aborted) return false;
    if (this.#skill.entered(calls, recorder) && this.#made !== undefined)
      this.#made = { ...this.#made, tools: await this.#offered() };
    this.#skill.worked(calls, recorder);
    await this.#steer();
    return true;
  }

  async #offered(): Promise<Made["tools"]> {
    return this.#skill.offered(await offeredTools(this.#rooms, this.#id, this.#model));
  }

  /** What the user said meanwhile goes to the model now, between the results and its next word. */
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
    const { message } = this.#recorder;
    this.#said.push({ ...message, parts: message.parts.slice(this.#viewed) }, ...steering);
    this.#viewed = 0;
    this.#endAnswer("tool");
    this.#at = at;
    this.#recorder = this.#open();
    if (!steering.some((message) => this.#skill.enter(message))) return;
    this.#skill.begin(this.#recorder);
    if (this.#made !== undefined) this.#made = { ...this.#made, tools: await this.#offered() };
  }

  async #request(): Promise<Ended> {
    const isFirst = this.#made === undefined;
    const { assembled, pinned } = (this.#made ??= await this.#assemble());
    if (isFirst) this.#recorder.about((this.#about = keepAccount(this.#rooms, assembled)));
    if (assembled.failure !== undefined) return { ok: false, failure: assembled.failure };
    if (isFirst) {
      recordSentPins(this.#rooms.store, this.#id, sentPins(pinned), this.#rooms.now());
      keepSent(this.#rooms, assembled);
    }
    const { prepared, failure } = this.#goingOn(this.#made);
    if (failure !== undefined) return { ok: false, failure };
    this.#recorder.nextRequest();
    const ended = await receive(
      prepared.send(this.#ports.signal, this.#turn.message.id),
      this.#recorder,
      this.#ports.retrying,
    );
    if (isFirst && this.#continued === undefined)
      learnFrom(this.#rooms.store, this.#model, assembled, this.#recorder.message);
    return ended;
  }

  #assemble(): Promise<Made> {
    const { message } = this.#turn;
    const bound = (all: Made["tools"]): Made["tools"] => this.#skill.offered(all);
    return makeRequest(this.#rooms, this.#id, this.#model, { turn: message, before: message.id, bound });
  }

  /** The request as it was assembled, or with all that was said and done since. */
  #goingOn({ assembled, prepared, tools }: Made): { prepared: Prepared; failure?: Failure | undefined } {
    const now = this.#recorder.message;
    const news = [...this.#said, { ...now, parts: now.parts.slice(this.#viewed) }].filter(
      ({ parts }) => parts.length > 0,
    );
    if (news.length === 0) return { prepared };
    this.#onward ??= this.#begin(assembled);
    this.#onward.add(news);
    this.#said = [];
    this.#viewed = now.parts.length;
    const continued = this.#onward.request();
    if (continued.elided.length > (this.#continued?.elided.length ?? 0)) keepElided(this.#rooms, assembled, continued);
    this.#continued = continued;
    const context = { ...continued.context, tools: specsOf(tools) };
    return { prepared: prepare(context, this.#model, this.#rooms), failure: continued.failure };
  }

  #begin(assembled: Assembled): Onward {
    const { store } = this.#rooms;
    return new Onward(assembled, {
      provider: this.#model.provider,
      load: (id) => loadContent(store, id),
      rules: attachmentRules(this.#rooms, this.#model),
      estimator: estimatorOf(store, this.#model),
      known: memoryOf(store, this.#id).known,
    });
  }

  #open(existing?: AssistantMessage): Recorder {
    const { store } = this.#rooms;
    const message = existing ?? this.#blank();
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

  #blank(): AssistantMessage {
    const { name } = this.#model;
    const agent = this.#rooms.agent?.(this.#id).name;
    return {
      id: this.#rooms.newId("msg"),
      role: "assistant",
      parts: [],
      metadata: {
        schema_version: SCHEMA_VERSION,
        model: modelKey(this.#model),
        ...(name !== undefined && { model_name: name }),
        ...(agent !== undefined && { agent }),
        ...this.#about,
        finish: null,
      },
    };
  }

  #tell(): void {
    const { message } = this.#recorder;
    const texts = this.#continued?.texts();
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
