// The skills of a turn: which tools the model may call now, what it reads next, and what ends the turn.
import { recordIn, type SkillInvocation, type SkillOutcome } from "../../message/invocation.ts";
import type { AssistantPart, Finish, ToolCall, UserMessage } from "../../message/message.ts";
import type { Outcome, Tool } from "../../tools/tool.ts";
import { INTERRUPT, InterruptInput } from "./interrupt-tool.ts";
import { resumedSkills } from "./resumed-skills.ts";
import { RunningSkill } from "./running-skill.ts";
import { outputFault } from "./skill-output.ts";
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

export class SkillRun {
  readonly #records: SkillRecords;
  readonly #conversation: string;
  readonly #canCall: boolean;
  /** The last one runs; those before it wait for it. */
  #running: RunningSkill[] = [];
  #exit: SkillOutcome | undefined;

  constructor(records: SkillRecords, conversation: string, canCall: boolean) {
    this.#records = records;
    this.#conversation = conversation;
    this.#canCall = canCall;
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
    this.#running = resumedSkills(
      this.#records.invocations(this.#conversation),
      this.#records.messages(this.#conversation),
    );
  }

  /** Stores one row for each skill that the message invokes. `true` if there is one. */
  #enter({ id, parts }: UserMessage): boolean {
    const before = this.#running.length;
    for (const part of invocationsIn(parts)) {
      const record = recordIn(part.record);
      if (record === undefined) continue;
      const about = { session_id: this.#conversation, message_id: id };
      const invocation = this.#records.add({ ...about, record, outcome: null });
      this.#running.push(new RunningSkill(invocation));
    }
    return this.#running.length > before;
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
      this.#running.push(new RunningSkill(invocation));
      this.#begin(written);
    }
    return inner.length > 0;
  }

  /** Writes what the model must know before the skill begins, or asks the question before its first stage. */
  #begin(written: WrittenAnswer): void {
    const skill = this.#running.at(-1);
    if (skill === undefined || skill.stage >= 0 || this.#asksBefore(skill, written)) return;
    const brief = skill.brief();
    if (brief === undefined) return;
    if (brief.kind === "stage") skill.stage = 0;
    written.step(brief);
  }

  /** The tools of a request. They only grow in a turn; `refuse` decides whether a call may run. */
  offered(all: readonly Tool[]): readonly Tool[] {
    const shapes = this.#running.flatMap(({ shape }) => shape ?? []);
    const [first] = this.#running;
    const isBounded = first?.shape !== undefined && first.invocation.call_id === undefined;
    return boundBy(shapes, all, { isBounded, canCall: this.#canCall });
  }

  /** Why a call must not run, even if its tool was offered. */
  refuse({ name }: ToolCall): string | undefined {
    const skill = this.#running.at(-1);
    const refused = skill?.refuse(name);
    if (skill === undefined || refused === undefined) return undefined;
    if (refused.isSpent) this.#exit = { kind: "budget", words: words.spent(skill.name, skill.calls) };
    return refused.why;
  }

  /** Asks the user the skill's own question. Without an answer the skill ends. */
  async interrupt({ id, input }: ToolCall, ask: AskUser): Promise<Outcome> {
    const { name = "", question = "" } = InterruptInput.safeParse(input).data ?? {};
    const skill = this.#running.findLast(({ shape }) => shape?.interrupts.some((point) => point.name === name));
    const point = skill?.shape?.interrupts.find((one) => one.name === name);
    if (skill === undefined || point === undefined) return { ok: false, output: words.unknownInterrupt(name) };
    skill.asked.add(name);
    const given = [point.question, question].filter((text) => text.trim() !== "").join(" ");
    const asked = given === "" ? words.needsInput(skill.name, name) : given;
    const answer = await ask({ call_id: id, question: asked, options: point.options });
    if (answer.kind === "answered") return { ok: true, output: answer.answers.join("\n") };
    if (answer.kind === "stopped") return { ok: false, output: words.stoppedUnanswered };
    this.#exit = { kind: "interrupt", words: words.unanswered(skill.name, name) };
    return { ok: false, output: words.declined };
  }

  /** The turn ends, even if the model would go on. */
  get isOver(): boolean {
    return this.#exit !== undefined;
  }

  /** Called when calls have run. `true` if one of them loaded a skill: more tools may be offered then. */
  worked(calls: readonly ToolCall[], written: WrittenAnswer): boolean {
    const isEntered = this.#entered(calls, written);
    if (!isEntered) this.#answered(calls, written);
    return isEntered;
  }

  /** Begins a stage once the question before it is answered. */
  #answered(calls: readonly ToolCall[], written: WrittenAnswer): void {
    const skill = this.#running.at(-1);
    if (skill?.following === undefined || this.isOver) return;
    const node = `stage:${skill.following.name}`;
    const before = skill.shape?.interrupts.filter((point) => point.node === node).map(({ name }) => name) ?? [];
    const isAnswered = calls.some(
      ({ name, input }) => name === INTERRUPT && before.includes(InterruptInput.safeParse(input).data?.name ?? ""),
    );
    if (isAnswered) this.#nextStage(skill, written);
  }

  /** Whether the turn continues after the model has stopped: with the next stage, a repair or the outer skill. */
  goesOn(finish: Finish, written: WrittenAnswer): boolean {
    const skill = this.#running.at(-1);
    if (skill?.shape === undefined || finish !== "end" || this.isOver) return false;
    if (skill.following !== undefined) {
      if (!this.#asksBefore(skill, written)) this.#nextStage(skill, written);
      return true;
    }
    const fault = this.#outputFault(skill, written.message.parts);
    if (fault !== undefined && this.#repairs(skill, fault, written)) return true;
    return this.#leave(skill, fault, written);
  }

  /** Stores how the skills ended, and says it in the answer where that matters. */
  close(finish: Finish, written: WrittenAnswer): void {
    const [skill] = this.#running;
    if (skill === undefined) return;
    const outcome = this.#exit ?? outcomeOf(skill.name, finish);
    const isSaid =
      this.#running.some(({ shape }) => shape !== undefined) && outcome.kind !== "ended" && outcome.kind !== "failed";
    if (isSaid) written.step(skill.step("end", outcome.words, ""));
    const ran = this.#running.at(-1);
    for (const one of this.#running) {
      const own = one === ran || one.shape !== undefined ? outcome : outcomeOf(one.name, finish);
      this.#records.end(one.invocation.id, own);
    }
    this.#running = [];
  }

  #nextStage(skill: RunningSkill, written: WrittenAnswer): void {
    const step = skill.stage < 0 ? skill.brief() : skill.nextStage();
    if (step === undefined) return;
    skill.stage += 1;
    written.step(step);
  }

  /** The skill's question before its next stage; `true` when the user is asked now. */
  #asksBefore(skill: RunningSkill, written: WrittenAnswer): boolean {
    return skill.following !== undefined && this.#fires(skill, `stage:${skill.following.name}`, written);
  }

  #fires(skill: RunningSkill, node: string, written: WrittenAnswer): boolean {
    const point = this.#canCall ? skill.pointAt(node) : undefined;
    if (point === undefined) return false;
    skill.asked.add(point.name);
    written.call(`${skill.invocation.id}_${point.name}`, INTERRUPT, { name: point.name });
    return true;
  }

  #outputFault({ shape }: RunningSkill, parts: readonly AssistantPart[]): string | undefined {
    const schema = shape?.output_schema ?? null;
    return schema === null ? undefined : outputFault(parts, schema);
  }

  #repairs(skill: RunningSkill, fault: string, written: WrittenAnswer): boolean {
    if (skill.repairs >= MOST_REPAIRS) return this.#fires(skill, "output-check", written);
    skill.repairs += 1;
    const again = words.answerAgain(fault, JSON.stringify(skill.shape?.output_schema ?? null));
    written.step(skill.step("repair", words.askingAgain, again));
    return true;
  }

  /** Ends a skill: an inner one returns to the skill that called it, the outermost ends the turn. */
  #leave(skill: RunningSkill, fault: string | undefined, written: WrittenAnswer): boolean {
    const hasSchema = (skill.shape?.output_schema ?? null) !== null;
    const outcome: SkillOutcome =
      fault !== undefined
        ? { kind: "output-mismatch", words: words.outputMismatch(skill.name, fault.replace(/\.$/, "")) }
        : hasSchema
          ? { kind: "output", words: words.outputMatches(skill.name) }
          : outcomeOf(skill.name, "end");
    const outer = this.#running.at(-2);
    if (outer?.shape === undefined) {
      if (outcome.kind !== "ended") this.#exit = outcome;
      return false;
    }
    this.#records.end(skill.invocation.id, outcome);
    this.#running.pop();
    const [inner, continued] = [skill.name, outer.name];
    written.step(outer.step("back", words.back(inner, continued), words.backForModel(inner, continued)));
    return true;
  }

  #openInvocations(): SkillInvocation[] {
    return this.#records.invocations(this.#conversation).filter(({ outcome }) => outcome === null);
  }
}

function outcomeOf(name: string, finish: Finish): SkillOutcome {
  switch (finish) {
    case "stopped":
      return { kind: "cancelled", words: words.stopped(name) };
    case "error":
    case "refusal":
      return { kind: "failed", words: words.modelFailed(name) };
    case "interrupted":
      return { kind: "interrupted", words: words.interrupted(name) };
    case "end":
    case "tool":
    case "length":
      return { kind: "ended", words: words.finished(name) };
    default:
      return finish satisfies never;
  }
}
