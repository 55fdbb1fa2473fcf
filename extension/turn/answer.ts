// The answer to a message while it is made: its requests, the calls of its model, and what the user says meanwhile.
import type { Assembled } from "../assemble/assemble.ts";
import type { Failure } from "../message/failure.ts";
import type { AssistantMessage, AssistantMetadata, Finish, UserMessage } from "../message/message.ts";
import type { Model } from "../message/model.ts";
import { reasonOf } from "../text/reason.ts";
import { openCalls } from "../persist/interrupted.ts";
import { recordSentPins } from "../persist/pins.ts";
import type { Tool } from "../tools/tool.ts";
import { agentTurn } from "./agents/agent-turn.ts";
import { keepAccount, keepElided } from "./request/account.ts";
import { keepSent } from "./request/assemble-turn.ts";
import { blankAnswer } from "./blank-answer.ts";
import { openRecorder } from "./open-recorder.ts";
import { learnFrom } from "./request/estimator.ts";
import { GoOn, notRun } from "./go-on.ts";
import { LaterRequests, type Since } from "./request/later-requests.ts";
import { memoryOf } from "./request/memory.ts";
import { offeredTools, withFound } from "./request/offered-tools.ts";
import { sentPins } from "./request/pins.ts";
import { assembleRequest, type AssembledRequest, lowerRequest, type LoweredRequest } from "./request/make-request.ts";
import { type Ended, receive } from "./receive.ts";
import { type Recorder, TAKEN_OVER } from "./recorder.ts";
import type { Rooms } from "./rooms.ts";
import { shownAnswer } from "./shown.ts";
import { SkillRun } from "../skills/run/skill-run.ts";
import { skillRecords } from "./skill-ports.ts";
import { startFor, startModel } from "./start-model.ts";
import { runCalls } from "./tool-round.ts";
import type { ToolCall } from "../message/message.ts";
import { type Begun, takeSteering } from "./sources.ts";
import { prepare } from "./wire.ts";
import type { Prepared } from "./prepared.ts";
import type { AnswerWatch } from "./watch.ts";

/** The next request before any wire's shape. */
interface NextRequest {
  /** The first of the turn. */
  first: AssembledRequest;
  /** What was said and done since the first. */
  since: Since | undefined;
}

/** What goes, or why nothing does. `learns` of the first: what it costs is compared with what was estimated. */
type Lowered = { ok: true; prepared: Prepared; learns: Assembled | undefined } | { ok: false; failure: Failure };

export class Answer {
  readonly #rooms: Rooms;
  readonly #id: string;
  readonly #model: Model;
  readonly #turn: Begun;
  readonly #watch: AnswerWatch;
  /** Why nothing can be sent; the account of what would have gone is kept all the same. */
  #unable: Failure | undefined;
  #isResumed: boolean;
  readonly #goOn: GoOn;
  readonly #skill: SkillRun;
  #recorder: Recorder;
  #at: number;
  readonly #later: LaterRequests;
  /** The first request of the turn, once it is lowered. */
  #first: LoweredRequest | undefined;
  /** What may be called now. */
  #tools: readonly Tool[] | undefined;
  /** What every answer of this turn was asked with. */
  #about: Partial<AssistantMetadata> = {};

  /** What the model needs is started. Rejects when the disk refuses the answer. */
  static async begin(rooms: Rooms, sessionId: string, turn: Begun, watch: AnswerWatch): Promise<Answer> {
    await rooms.ready?.();
    // A turn that waited when its process ended starts nothing before the user has replied.
    const unable = turn.answer === undefined ? await startModel(rooms, sessionId, watch.signal) : undefined;
    return new Answer(rooms, sessionId, turn, watch, unable);
  }

  private constructor(rooms: Rooms, sessionId: string, turn: Begun, watch: AnswerWatch, unable: Failure | undefined) {
    this.#rooms = rooms;
    this.#unable = unable;
    this.#id = sessionId;
    this.#model = rooms.model(sessionId);
    this.#turn = turn;
    this.#watch = watch;
    this.#isResumed = turn.answer !== undefined;
    this.#goOn = new GoOn(watch.waits, watch.signal);
    this.#later = new LaterRequests(rooms, sessionId, this.#model);
    // Never before its question, whatever the clock says.
    this.#at = turn.answer?.at ?? Math.max(rooms.now(), turn.at);
    this.#recorder = this.#open(turn.answer?.message);
    this.#skill = new SkillRun(skillRecords(rooms), sessionId, this.#model.tools);
    this.#skill.open(turn, this.#recorder);
  }

  get finish(): Finish {
    return this.#recorder.message.metadata.finish ?? "error";
  }

  /** Runs the calls that are open, and takes in what the user says meanwhile. `false` when the turn ends here. */
  async runCalls(): Promise<boolean> {
    if (this.#isResumed) return this.#resume();
    const calls = this.#openCalls();
    if (calls.length === 0 || (await this.#work(calls))) return true;
    this.#end(this.#skill.isOver ? "end" : "stopped");
    return false;
  }

  /** The first request of the turn, or the same with all that was said and done since. */
  async assemble(): Promise<NextRequest> {
    const first = this.#first ?? (await this.#assembleFirst());
    this.#tools ??= first.tools;
    return { first, since: this.#later.assemble(first.assembled, this.#tools, this.#recorder.message) };
  }

  /** In the shape of its wire. The account of the turn is kept before anything goes. */
  lower({ first, since }: NextRequest): Lowered {
    const isFirst = this.#first === undefined;
    const lowered = (this.#first ??= this.#lowerFirst(first));
    const unable = lowered.assembled.failure ?? this.#unable;
    if (unable !== undefined) return { ok: false, failure: unable };
    if (isFirst) this.#keepSent(lowered);
    if (since === undefined)
      return { ok: true, prepared: lowered.prepared, learns: isFirst ? lowered.assembled : undefined };
    if (since.omits) keepElided(this.#rooms, lowered.assembled, since);
    if (since.failure !== undefined) return { ok: false, failure: since.failure };
    return { ok: true, prepared: prepare(since.context, this.#model, this.#rooms), learns: undefined };
  }

  /** Sends it, and writes down what comes back. */
  async send(lowered: Lowered): Promise<Ended> {
    if (!lowered.ok) return lowered;
    if (this.#rooms.isOurs?.() === false) return { ok: false, failure: TAKEN_OVER };
    const { signal, waits, retrying } = this.#watch;
    this.#recorder.nextRequest();
    const turn = agentTurn(this.#rooms, this.#id, this.#recorder.message.id, waits);
    const ended = await receive(lowered.prepared.send(signal, this.#turn.message.id, turn), this.#recorder, retrying);
    // What an agent says it used is all that it keeps, and tells nothing of this prompt.
    if (lowered.learns !== undefined && this.#model.keeps_session !== true)
      learnFrom(this.#rooms.store, this.#model, lowered.learns, this.#recorder.message);
    return ended;
  }

  /** Whether another request follows; if not, the answer has ended. */
  goesOn(ended: Ended): boolean {
    if (!ended.ok) {
      this.#skill.close("error", this.#recorder);
      this.#recorder.fail(ended.failure);
      this.#tell();
      return false;
    }
    if (this.#wantsTools(ended.finish) || this.#skill.goesOn(ended.finish, this.#recorder)) return true;
    this.#end(ended.finish);
    return false;
  }

  /** Something that nothing else expects went wrong. */
  breakOff(error: unknown): void {
    this.#end("error", `Galley could not complete the answer: ${reasonOf(error)}. See the log for details.`);
  }

  /** Opening a conversation sends nothing: what waited goes on only after the user has replied. `false` when it ends here. */
  async #resume(): Promise<boolean> {
    this.#isResumed = false;
    const { waits, signal } = this.#watch;
    const before = waits.replies;
    const goesOn = await this.#work(this.#openCalls());
    if (!goesOn) this.#end(this.#skill.isOver ? "end" : "stopped");
    else if (waits.replies === before) this.#end("interrupted");
    else {
      this.#unable = await startFor(this.#rooms, this.#model, signal);
      return true;
    }
    return false;
  }

  #end(finish: Finish, error?: string): void {
    this.#skill.close(finish, this.#recorder);
    this.#recorder.finish(finish, error);
    this.#tell();
  }

  /** `false` when the request offered no tools: a call then ends the answer. */
  #wantsTools(finish: Finish): boolean {
    const hasTools = this.#tools !== undefined && this.#tools.length > 0;
    return hasTools && (finish === "tool" || finish === "end") && this.#openCalls().length > 0;
  }

  #openCalls(): ToolCall[] {
    return openCalls(this.#recorder.message.parts).filter((call) => this.#recorder.isWhole(call));
  }

  /** Runs the calls; `false` when the turn ends here. */
  async #work(calls: readonly ToolCall[]): Promise<boolean> {
    const recorder = this.#recorder;
    const { signal, waits } = this.#watch;
    if (!(await this.#goOn.may(calls))) {
      for (const result of notRun(calls)) recorder.result(result);
      return false;
    }
    const tools = this.#tools ?? (await this.#offered());
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
          if (this.#tools !== undefined) this.#tools = withFound(this.#tools, this.#skill.offered(found));
        },
      },
      calls,
    );
    if (signal.aborted || this.#skill.isOver) return false;
    if (this.#skill.worked(calls, recorder)) await this.#offerAgain();
    await this.#steer();
    return true;
  }

  async #offered(): Promise<readonly Tool[]> {
    return this.#skill.offered(await offeredTools(this.#rooms, this.#id, this.#model));
  }

  async #offerAgain(): Promise<void> {
    if (this.#tools !== undefined) this.#tools = await this.#offered();
  }

  /** Sends the user's steering messages to the model, after the tool results and before its next word. */
  async #steer(): Promise<void> {
    const steering: UserMessage[] = [];
    let at = this.#at;
    for (;;) {
      const taken = await takeSteering(this.#rooms, this.#id, this.#watch.signal);
      if (taken === undefined) break;
      steering.push(taken.message);
      this.#watch.steered(taken.message);
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

  #assembleFirst(): Promise<AssembledRequest> {
    const { message } = this.#turn;
    return assembleRequest(this.#rooms, this.#id, this.#model, {
      turn: message,
      before: message.id,
      bound: (all) => this.#skill.offered(all),
      sending: { signal: this.#watch.signal },
    });
  }

  #lowerFirst(first: AssembledRequest): LoweredRequest {
    const lowered = lowerRequest(this.#rooms, this.#id, this.#model, first);
    this.#recorder.about((this.#about = keepAccount(this.#rooms, lowered.assembled)));
    return lowered;
  }

  /** What it carries is kept, and the next request is measured against it. */
  #keepSent({ assembled, pinned }: AssembledRequest): void {
    recordSentPins(this.#rooms.store, this.#id, sentPins(pinned), this.#rooms.now());
    keepSent(this.#rooms, assembled);
  }

  #open(existing?: AssistantMessage): Recorder {
    const recorder = openRecorder(this.#rooms, this.#id, {
      existing,
      at: this.#at,
      blank: () => blankAnswer(this.#rooms, this.#id, this.#model, this.#about),
    });
    this.#watch.begun(recorder);
    return recorder;
  }

  #tell(): void {
    const { message } = this.#recorder;
    const texts = this.#later.texts();
    if (texts !== undefined) memoryOf(this.#rooms.store, this.#id).last = { message_id: this.#turn.message.id, texts };
    this.#rooms.emit({
      type: "message",
      session_id: this.#id,
      message: shownAnswer(this.#rooms.store, { at: this.#at, message }),
    });
  }
}
