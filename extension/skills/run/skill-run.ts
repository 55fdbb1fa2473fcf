// The skills of a turn: which tools the model may call now, what it reads next, and what ends the turn.
import { recordIn, type SkillInvocation, type SkillOutcome } from "../../message/invocation.ts";
import type { Finish, ToolCall, UserMessage } from "../../message/message.ts";
import type { Outcome, Tool } from "../../tools/tool.ts";
import * as points from "./interrupt-points.ts";
import { INTERRUPT, InterruptInput } from "./interrupt-tool.ts";
import { OpenSkills } from "./open-skills.ts";
import { resumedSkills } from "./resumed-skills.ts";
import { RunningSkill } from "./running-skill.ts";
import { outcomeOf, outcomeOfOutput, outcomeWith } from "./skill-outcomes.ts";
import { lastText, outputFault } from "./skill-output.ts";
import { boundBy, invocationsIn } from "./skill-parts.ts";
import type { AskUser, SkillRecords, WrittenAnswer } from "./run-ports.ts";
import * as words from "./words.ts";

const SKILL_TOOL = "skill";

/** The model may correct an invalid output once; a second one fails the output check. */
const MOST_REPAIRS = 1;

interface OpenedTurn {
  message: UserMessage;
  /** Set if the answer waited when its process ended. */
  answer?: object | undefined;
}

interface AnsweringModel {
  key: string;
  canCall: boolean;
}

/** A skill ended before its work was done. */
interface Exit {
  by: RunningSkill;
  outcome: SkillOutcome;
}

export class SkillRun {
  readonly #records: SkillRecords;
  readonly #conversation: string;
  readonly #model: AnsweringModel;
  readonly #open = new OpenSkills();
  /** Ends the turn. */
  #exit: Exit | undefined;
  /** Ends a package that the model loaded. The turn goes on without it. */
  #returning: Exit | undefined;

  constructor(records: SkillRecords, conversation: string, model: AnsweringModel) {
    this.#records = records;
    this.#conversation = conversation;
    this.#model = model;
  }

  /** Begins a turn, or continues one whose process ended while it waited. */
  open({ message, answer }: OpenedTurn, written: WrittenAnswer): void {
    if (answer !== undefined) this.#resume();
    else {
      // Nothing of this turn has begun yet.
      this.#records.closeOpen(this.#conversation);
      if (this.#enter(message)) this.#begin(written);
    }
  }

  #resume(): void {
    const { invocations, messages } = this.#records;
    for (const skill of resumedSkills(invocations(this.#conversation), messages(this.#conversation)))
      this.#open.add(skill);
  }

  /** Stores one row for each skill that the message invokes. `true` if there is one. */
  #enter({ id, parts }: UserMessage): boolean {
    const before = this.#open.all.length;
    for (const part of invocationsIn(parts)) {
      const composed = recordIn(part.record);
      if (composed === undefined) continue;
      const record = composed.model_preference === undefined ? composed : { ...composed, model: this.#model.key };
      const about = { session_id: this.#conversation, message_id: id };
      const invocation = this.#records.add({ ...about, record, outcome: null });
      this.#open.add(new RunningSkill(invocation));
    }
    return this.#open.all.length > before;
  }

  /** Takes in the user's steering messages. `true` if one invokes a skill. */
  steered(messages: readonly UserMessage[], written: WrittenAnswer): boolean {
    const isEntered = messages.map((message) => this.#enter(message)).includes(true);
    if (isEntered) this.#begin(written);
    return isEntered;
  }

  /** Starts the packages that the model has loaded, inside the skills that run. `true` if there is one. */
  #entered(calls: readonly ToolCall[], written: WrittenAnswer): boolean {
    const ids = new Set(calls.flatMap(({ id, name }) => (name === SKILL_TOOL ? [id] : [])));
    if (ids.size === 0) return false;
    const inner = this.#openInvocations().filter(
      ({ message_id, call_id = "" }) => message_id === written.message.id && ids.has(call_id),
    );
    for (const invocation of inner) {
      this.#open.add(new RunningSkill(invocation));
      this.#begin(written);
    }
    return inner.length > 0;
  }

  /** No-op if the skill that rules has begun: a skill without a shape changes nothing for it. */
  #begin(written: WrittenAnswer): void {
    const skill = this.#open.ruling;
    if (skill === undefined || skill.isBegun) return;
    // The message may have been composed for another model.
    const unasked = this.#model.canCall ? undefined : skill.point(points.needsTool);
    if (unasked === undefined) this.#advance(skill, written);
    else this.#exit = { by: skill, outcome: { kind: "refused", words: words.cannotAsk(skill.name, unasked.name) } };
  }

  /** The tools of a request: those that every skill in force allows now. `refuse` checks each call again. */
  offered(all: readonly Tool[]): readonly Tool[] {
    const holding = this.#open.holding.flatMap(({ shape, stage }) => (shape === undefined ? [] : [{ shape, stage }]));
    return boundBy(holding, all, this.#model.canCall);
  }

  /** Why a call must not run, even if its tool was offered. */
  refuse({ name }: ToolCall): string | undefined {
    const refused = this.#open.refuse(name);
    if (refused === undefined) return undefined;
    const { skill, why, isSpent } = refused;
    if (isSpent) this.#stop(skill, { kind: "budget", words: words.spent(skill.name, skill.calls) });
    return why;
  }

  /** A package that the model loaded returns to the turn; any other skill ends it. */
  #stop(by: RunningSkill, outcome: SkillOutcome): void {
    const exit = { by, outcome };
    if (this.#open.loaded === undefined) this.#exit = exit;
    else this.#returning = exit;
  }

  /** Asks the user the skill's own question. Without an answer the skill ends. */
  async interrupt({ id, input, by_host = false }: ToolCall, ask: AskUser): Promise<Outcome> {
    const { name = "", question = "" } = InterruptInput.safeParse(input).data ?? {};
    const isMeant = (point: points.InterruptPoint): boolean =>
      point.name === name && (by_host || points.isForModel(point));
    const skill = this.#open.holding.findLast(({ shape }) => shape?.interrupts.some(isMeant));
    const point = skill?.shape?.interrupts.find(isMeant);
    if (skill === undefined || point === undefined) return { ok: false, output: words.unknownInterrupt(name) };
    skill.asked.add(name);
    const own = by_host ? "" : point.question;
    const given = [own, question].filter((text) => text.trim() !== "").join(" ");
    const asked = given === "" ? words.needsInput(skill.name, name) : given;
    const answer = await ask({ call_id: id, question: asked, options: point.options });
    if (answer.kind === "answered") return { ok: true, output: answer.answers.join("\n") };
    if (answer.kind === "stopped") return { ok: false, output: words.stoppedUnanswered };
    this.#stop(skill, { kind: "interrupt", words: words.unanswered(skill.name, name) });
    return { ok: false, output: words.declined };
  }

  /** The turn ends, even if the model would go on. */
  get isOver(): boolean {
    return this.#exit !== undefined;
  }

  /** Called when calls have run. `true` if a skill was loaded or has returned: other tools may be offered then. */
  worked(calls: readonly ToolCall[], written: WrittenAnswer): boolean {
    if (this.#returning !== undefined) {
      this.#return(this.#returning, written);
      this.#returning = undefined;
      return true;
    }
    if (this.#entered(calls, written)) return true;
    this.#answered(calls, written);
    for (const skill of this.#open.holding)
      this.#fires(skill, (point) => points.isAskedAt(point, skill.percent), written);
    return false;
  }

  /** Goes on once the question before the skill or before a stage is answered. */
  #answered(calls: readonly ToolCall[], written: WrittenAnswer): void {
    const skill = this.#open.ruling;
    const before = skill?.shape?.interrupts.filter((point) => points.isGate(point) || points.isAskedForInput(point));
    const isAnswered = calls.some(({ name, input, by_host }) => {
      const asked = InterruptInput.safeParse(input).data?.name;
      return name === INTERRUPT && by_host === true && before?.some((point) => point.name === asked);
    });
    if (skill !== undefined && isAnswered) this.#advance(skill, written);
  }

  /** Whether the turn continues after the model has stopped: with the next stage, a repair or the skill around it. */
  goesOn(finish: Finish, written: WrittenAnswer): boolean {
    const skill = this.#open.ruling;
    if (skill?.shape === undefined || finish !== "end" || this.isOver) return false;
    if (skill.following !== undefined) {
      this.#advance(skill, written);
      return true;
    }
    const { parts } = written.message;
    const schema = skill.shape.output_schema;
    const isNothing = lastText(parts).trim() === "";
    if (isNothing && this.#fires(skill, (point) => points.isAskedForNothing(point, schema !== null), written))
      return true;
    const fault = schema === null ? undefined : outputFault(parts, schema);
    if (fault !== undefined && this.#repairs(skill, fault, written)) return true;
    return this.#leave(skill, outcomeOfOutput(skill, fault), written);
  }

  /** Stores how the skills ended, and says it in the answer where that matters. */
  close(finish: Finish, written: WrittenAnswer): void {
    const exit = this.#exit;
    const skill = exit?.by ?? this.#open.ruling ?? this.#open.all[0];
    if (skill === undefined) return;
    const outcome = exit?.outcome ?? outcomeOf(skill, finish);
    if (skill.shape !== undefined && outcome.kind !== "ended" && (exit !== undefined || outcome.kind !== "failed"))
      written.step(skill.step("end", outcome.words, ""));
    const isCut = exit !== undefined && outcome.kind !== "output";
    for (const one of this.#open.all) {
      const others = isCut ? outcomeWith(one, outcome) : outcomeOf(one, finish);
      this.#records.end(one.invocation.id, one === skill ? outcome : others);
      this.#open.remove(one);
    }
  }

  /** Begins the skill or its next stage, or asks the question before it. */
  #advance(skill: RunningSkill, written: WrittenAnswer): void {
    const stage = skill.following;
    const isBefore = (point: points.InterruptPoint): boolean =>
      (!skill.isBegun && skill.hasNoInput && points.isAskedForInput(point)) ||
      (stage !== undefined && points.isGate(point) && point.node === `${points.STAGE}${stage.name}`);
    if (this.#fires(skill, isBefore, written)) return;
    const step = skill.advance();
    if (step !== undefined) written.step(step);
  }

  /** `true` when the user is asked now. No tool is needed for it. */
  #fires(skill: RunningSkill, isMeant: (point: points.InterruptPoint) => boolean, written: WrittenAnswer): boolean {
    const point = skill.point(isMeant);
    if (point === undefined) return false;
    skill.asked.add(point.name);
    const question = point.question === "" ? words.needsInput(skill.name, point.name) : point.question;
    written.ask(`${skill.invocation.id}_${point.name}`, INTERRUPT, { name: point.name, question });
    return true;
  }

  #repairs(skill: RunningSkill, fault: string, written: WrittenAnswer): boolean {
    if (skill.repairs >= MOST_REPAIRS) return this.#fires(skill, points.isAskedForMismatch, written);
    skill.repairs += 1;
    const again = words.answerAgain(fault, JSON.stringify(skill.shape?.output_schema ?? null));
    written.step(skill.step("repair", words.askingAgain, again));
    return true;
  }

  /** The work of a skill is done: a loaded one returns to the turn, an inner one to the outer, the outermost ends the turn. */
  #leave(skill: RunningSkill, outcome: SkillOutcome, written: WrittenAnswer): boolean {
    const hasOuter = this.#open.holding.some((one) => one !== skill && one.shape !== undefined);
    if (skill.isLoaded || hasOuter) {
      this.#records.end(skill.invocation.id, outcome);
      this.#open.remove(skill);
      this.#back(skill, outcome, written);
      return true;
    }
    if (outcome.kind !== "ended") this.#exit = { by: skill, outcome };
    return false;
  }

  /** A loaded package ends before its work is done, with all packages inside it. */
  #return({ by, outcome }: Exit, written: WrittenAnswer): void {
    for (const one of this.#open.holding.filter(({ shape }) => shape !== undefined)) {
      this.#records.end(one.invocation.id, one === by ? outcome : outcomeWith(one, outcome));
      this.#open.remove(one);
    }
    this.#back(by, outcome, written);
  }

  #back(inner: RunningSkill, outcome: SkillOutcome, written: WrittenAnswer): void {
    const outer = this.#open.ruling;
    const isDone = outcome.kind === "ended" || outcome.kind === "output";
    const title = words.back(isDone ? words.finished(inner.name) : outcome.words, outer?.name);
    const text = words.backForModel(inner.name, isDone ? undefined : outcome.words, outer?.name);
    written.step((outer ?? inner).step("back", title, text));
  }

  #openInvocations(): SkillInvocation[] {
    return this.#records.invocations(this.#conversation).filter(({ outcome }) => outcome === null);
  }
}
