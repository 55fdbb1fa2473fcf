// The answer of a turn while it is made: its requests, its tool calls, and the messages that steer it.
import type { Failure } from "../message/failure.ts";
import type { AssistantMessage, AssistantMetadata, Finish, ToolCall, UserMessage } from "../message/message.ts";
import { type Model, modelKey } from "../message/model.ts";
import type { Result } from "../message/result.ts";
import { reasonOf } from "../text/reason.ts";
import { openCalls } from "../persist/interrupted.ts";
import { recordSentPins } from "../persist/pins.ts";
import { agentTurn } from "./agents/agent-turn.ts";
import { TurnAccount } from "./request/account.ts";
import { keepSent, placeAttached } from "./request/assemble-turn.ts";
import { blankAnswer } from "./blank-answer.ts";
import { openRecorder } from "./open-recorder.ts";
import { learnFrom } from "./request/estimator.ts";
import { LoopGuard, notRun } from "./tools/loop-guard.ts";
import { type BuiltRequest, LaterRequests, type NextRequest } from "./request/later-requests.ts";
import { cacheOf } from "./request/conversation-cache.ts";
import { sentPins } from "./request/pins.ts";
import { assembleRequest, type AssembledRequest, lowerRequest, type LoweredRequest } from "./request/make-request.ts";
import { receive } from "./receive.ts";
import type { TurnPorts } from "./ports.ts";
import { type Recorder, TAKEN_OVER } from "./recorder.ts";
import { shownAnswer } from "./shown.ts";
import { SkillRun } from "../skills/run/skill-run.ts";
import { skillRecords } from "./skill-ports.ts";
import { startFor, type StartedModel, startTurn } from "./start-model.ts";
import { runCalls } from "./tools/tool-round.ts";
import { TurnTools } from "./tools/turn-tools.ts";
import { type StartedTurn, takeSteering } from "./sources.ts";
import { prepare } from "./wire.ts";
import type { AnswerWatch } from "./watch.ts";
import * as words from "./words.ts";

export class Answer {
  readonly #ports: TurnPorts;
  readonly #id: string;
  readonly #model: Model;
  readonly #turn: StartedTurn;
  readonly #watch: AnswerWatch;
  /** Why nothing can be sent. The account of the request is stored all the same. */
  #unable: Failure | undefined;
  #isResumed: boolean;
  readonly #guard: LoopGuard;
  readonly #skill: SkillRun;
  #recorder: Recorder;
  #at: number;
  readonly #later: LaterRequests;
  readonly #account: TurnAccount;
  /** The first request of the turn, once it is lowered. */
  #first: LoweredRequest | undefined;
  readonly #tools: TurnTools;
  /** Metadata of the request, for every answer of this turn. */
  #about: Partial<AssistantMetadata> = {};

  /** Starts what the model needs. Rejects if the answer cannot be stored. */
  static async begin(ports: TurnPorts, conversationId: string, turn: StartedTurn, watch: AnswerWatch): Promise<Answer> {
    await ports.ready();
    const started = await startTurn(ports, conversationId, turn, watch.signal);
    return new Answer(ports, conversationId, turn, watch, started);
  }

  private constructor(
    ports: TurnPorts,
    conversationId: string,
    turn: StartedTurn,
    watch: AnswerWatch,
    { model, unable }: StartedModel,
  ) {
    this.#ports = ports;
    this.#unable = unable;
    this.#id = conversationId;
    this.#model = model;
    this.#turn = turn;
    this.#watch = watch;
    this.#isResumed = turn.answer !== undefined;
    this.#guard = new LoopGuard(watch.asks, watch.signal);
    this.#account = new TurnAccount(ports);
    this.#later = new LaterRequests(ports, conversationId, this.#model);
    // An answer is never older than its question, even if the clock was set back.
    this.#at = turn.answer?.at ?? Math.max(ports.now(), turn.at);
    this.#recorder = this.#open(turn.answer?.message);
    const answering = { key: modelKey(model), canCall: model.tools };
    this.#skill = new SkillRun(skillRecords(ports), conversationId, answering);
    this.#skill.open(turn, this.#recorder);
    const of = { conversation: conversationId, model: this.#model, message: turn.message };
    this.#tools = new TurnTools(ports, of, this.#skill);
  }

  get finish(): Finish {
    return this.#recorder.message.metadata.finish ?? "error";
  }

  /** Runs the open calls, then takes in steering messages. `false` if the turn ends here. */
  async runCalls(): Promise<boolean> {
    if (this.#isResumed) return this.#resume();
    if (!this.#skill.isOver && (await this.#runOpen())) return true;
    this.#end(this.#skill.isOver ? "end" : "stopped");
    return false;
  }

  /** Runs the calls of the model, and the questions that its skills ask after them. */
  async #runOpen(): Promise<boolean> {
    for (let calls = this.#openCalls(); calls.length > 0; calls = this.#openCalls())
      if (!(await this.#work(calls))) return false;
    return true;
  }

  /** The first request of the turn, or the first with everything added since. */
  async assemble(): Promise<NextRequest> {
    const first = this.#first ?? (await this.#assembleFirst());
    return { first, since: this.#later.assemble(first.assembled, this.#tools.now, this.#recorder.message) };
  }

  /** Lowers the request for its wire. Stores the account of the turn before anything is sent. */
  lower({ first, since }: NextRequest): Result<BuiltRequest> {
    const isFirst = this.#first === undefined;
    const lowered = (this.#first ??= this.#lowerFirst(first));
    const unable = lowered.assembled.failure ?? this.#unable;
    if (unable !== undefined) return { ok: false, failure: unable };
    if (isFirst) this.#keepSent(lowered);
    const { context, manifest } = lowered.assembled;
    if (since === undefined)
      return { ok: true, value: { prepared: lowered.prepared, context, account: isFirst ? manifest : undefined } };
    const prepared = prepare(since.context, this.#model, this.#ports);
    this.#account.keepLater(lowered.assembled, since, prepared.warnings);
    if (since.failure !== undefined) return { ok: false, failure: since.failure };
    return { ok: true, value: { prepared, context: since.context, account: undefined } };
  }

  /** Sends the request and records what comes back. */
  async send(lowered: Result<BuiltRequest>): Promise<Result<Finish>> {
    if (!lowered.ok) return lowered;
    if (!this.#ports.isOurs()) return { ok: false, failure: TAKEN_OVER };
    const { signal, asks, delayed } = this.#watch;
    this.#recorder.nextRequest();
    const turn = agentTurn(this.#ports, this.#id, this.#recorder.message.id, asks);
    const { usage: before } = this.#recorder.message.metadata;
    const events = lowered.value.prepared.send(signal, this.#turn.message.id, turn);
    const ended = await receive(events, this.#recorder, delayed);
    const { usage } = this.#recorder.message.metadata;
    if (usage !== before) learnFrom(this.#ports.store, this.#model, { session_id: this.#id, ...lowered.value }, usage);
    return ended;
  }

  /** Whether another request follows; if not, the answer has ended. */
  goesOn(ended: Result<Finish>): boolean {
    if (!ended.ok) {
      this.#skill.close("error", this.#recorder);
      this.#recorder.fail(ended.failure);
      this.#tell();
      return false;
    }
    if (this.#wantsTools(ended.value) || this.#skill.goesOn(ended.value, this.#recorder)) return true;
    this.#end(ended.value);
    return false;
  }

  /** Ends the answer after an error that no other code handles. */
  breakOff(error: unknown): void {
    this.#end("error", words.brokeOff(reasonOf(error)));
  }

  /** Continues an answer from an ended process, but sends nothing until the user replies. `false` if the turn ends here. */
  async #resume(): Promise<boolean> {
    this.#isResumed = false;
    const { asks, signal } = this.#watch;
    const before = asks.replies;
    const goesOn = await this.#runOpen();
    if (!goesOn) this.#end(this.#skill.isOver ? "end" : "stopped");
    else if (asks.replies === before) this.#end("interrupted");
    else {
      this.#unable = await startFor(this.#ports, this.#model, signal);
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
    return this.#tools.now.length > 0 && (finish === "tool" || finish === "end") && this.#openCalls().length > 0;
  }

  /** An agent runs its own calls. */
  #openCalls(): ToolCall[] {
    const isOurs = (call: ToolCall): boolean => this.#model.tools || call.by_host === true;
    return openCalls(this.#recorder.message.parts).filter((call) => isOurs(call) && this.#recorder.isWhole(call));
  }

  /** Runs the calls; `false` when the turn ends here. */
  async #work(calls: readonly ToolCall[]): Promise<boolean> {
    const recorder = this.#recorder;
    const { signal, asks } = this.#watch;
    if (!(await this.#guard.mayRun(calls))) {
      for (const result of notRun(calls)) recorder.result(result);
      return false;
    }
    const tools = await this.#tools.read();
    await runCalls(
      {
        ports: this.#ports,
        session_id: this.#id,
        message_id: recorder.message.id,
        tools,
        asks,
        signal,
        skill: this.#skill,
        done: (result) => {
          recorder.result(result);
        },
        offers: (found) => {
          this.#tools.find(found);
        },
      },
      calls,
    );
    if (signal.aborted || this.#skill.isOver) return false;
    if (this.#skill.worked(calls, recorder)) await this.#tools.readAgain();
    await this.#steer();
    return true;
  }

  /** Sends the user's steering messages to the model, after the tool results and before its next word. */
  async #steer(): Promise<void> {
    const steering: UserMessage[] = [];
    let at = this.#at;
    for (;;) {
      const taken = await takeSteering(this.#ports, this.#id, this.#watch.signal);
      if (taken === undefined) break;
      steering.push(taken.message);
      this.#watch.steered(taken.message);
      at = Math.max(this.#ports.now(), taken.at);
    }
    if (steering.length === 0) return;
    await placeAttached(this.#ports, steering, this.#model);
    this.#later.steered(this.#recorder.message, steering);
    this.#recorder.finish("tool");
    this.#tell();
    this.#at = at;
    this.#recorder = this.#open();
    if (this.#skill.steered(steering, this.#recorder)) await this.#tools.readAgain();
  }

  #assembleFirst(): Promise<AssembledRequest> {
    const { message } = this.#turn;
    return assembleRequest(this.#ports, this.#id, this.#model, {
      turn: message,
      before: message.id,
      bound: (all) => this.#tools.begin(all),
      sending: { signal: this.#watch.signal },
    });
  }

  #lowerFirst(first: AssembledRequest): LoweredRequest {
    const lowered = lowerRequest(this.#ports, this.#id, this.#model, first);
    this.#recorder.about((this.#about = this.#account.keepFirst(lowered.assembled)));
    return lowered;
  }

  /** Stores what the request carries; the next request is compared with it. */
  #keepSent({ assembled, pinned }: AssembledRequest): void {
    recordSentPins(this.#ports.store, this.#id, sentPins(pinned), this.#ports.now());
    keepSent(this.#ports.store, assembled);
  }

  #open(existing?: AssistantMessage): Recorder {
    const recorder = openRecorder(this.#ports, this.#id, {
      existing,
      at: this.#at,
      blank: () => blankAnswer(this.#ports, this.#id, this.#model, this.#about),
    });
    this.#watch.streams(recorder);
    return recorder;
  }

  #tell(): void {
    const { message } = this.#recorder;
    const texts = this.#later.texts();
    if (texts !== undefined) cacheOf(this.#ports.store, this.#id).last = { message_id: this.#turn.message.id, texts };
    this.#ports.emit({
      type: "message",
      session_id: this.#id,
      message: shownAnswer(this.#ports.store, { at: this.#at, message }),
    });
  }
}
