// The skills of a turn: which tools may be called now, what the model is told next, and what ends it.
import { recordIn, type SkillOutcome } from "../message/invocation.ts";
import type { AssistantPart, Finish, UserMessage } from "../message/message.ts";
import { ALL, readMessages } from "../persist/messages.ts";
import { closeInvocations, readInvocations, saveInvocation, saveOutcome } from "../persist/skill-invocations.ts";
import type { Outcome, Tool } from "../tools/tool.ts";
import type { Begun } from "./sources.ts";
import { INTERRUPT, InterruptInput } from "./interrupt-tool.ts";
import type { Recorder } from "./recorder.ts";
import { resumedFrames } from "./resumed-skills.ts";
import type { Rooms } from "./rooms.ts";
import { outputLine, SkillFrame } from "./skill-frame.ts";
import { outputFault } from "./skill-output.ts";
import { boundBy, invocationsIn } from "./skill-parts.ts";
import type { ToolCall } from "../message/message.ts";
import type { Waits } from "./waits.ts";

const SKILL_TOOL = "skill";

/** The model may correct an invalid output once; a second one fails the output check. */
const MOST_REPAIRS = 1;

export class SkillRun {
  readonly #rooms: Rooms;
  readonly #id: string;
  readonly #canCall: boolean;
  /** The one that runs is the last; those before it wait for it. */
  #frames: SkillFrame[] = [];
  #exit: SkillOutcome | undefined;

  constructor(rooms: Rooms, sessionId: string, canCall: boolean) {
    this.#rooms = rooms;
    this.#id = sessionId;
    this.#canCall = canCall;
  }

  /** A turn begins; or one that waited when its process ended goes on where it was. */
  open({ message, answer }: Pick<Begun, "message" | "answer">, recorder: Recorder): void {
    if (answer !== undefined) this.#resume();
    else {
      // Nothing of this turn has begun yet.
      closeInvocations(this.#rooms.store, this.#id);
      if (this.#enter(message)) this.#begin(recorder);
    }
  }

  #resume(): void {
    const invocations = readInvocations(this.#rooms.store, this.#id);
    const messages = readMessages(this.#rooms.store, this.#id, ALL).map(({ message }) => message);
    this.#frames = resumedFrames(invocations, messages);
  }

  /** A message that invokes a skill: one composition, one row. `true` when it does. */
  #enter({ id, parts }: UserMessage): boolean {
    const before = this.#frames.length;
    for (const part of invocationsIn(parts)) {
      const record = recordIn(part.record);
      if (record === undefined) continue;
      const about = { session_id: this.#id, message_id: id, at: this.#rooms.now() };
      const invocation = { id: this.#rooms.newId("inv"), ...about, record, outcome: null };
      saveInvocation(this.#rooms.store, invocation);
      this.#frames.push(new SkillFrame(invocation));
    }
    return this.#frames.length > before;
  }

  /** Messages of the user that go into the turn; `true` when one brings a skill. */
  steered(messages: readonly UserMessage[], recorder: Recorder): boolean {
    const isEntered = messages.map((message) => this.#enter(message)).includes(true);
    if (isEntered) this.#begin(recorder);
    return isEntered;
  }

  /** A package that the model has asked for runs inside the others; `true` when there is one. */
  #entered(calls: readonly ToolCall[], recorder: Recorder): boolean {
    const ids = new Set(calls.flatMap(({ id, name }) => (name === SKILL_TOOL ? [id] : [])));
    if (ids.size === 0) return false;
    const inner = this.#open().filter(
      ({ message_id, call_id = "" }) => message_id === recorder.message.id && ids.has(call_id),
    );
    for (const invocation of inner) {
      this.#frames.push(new SkillFrame(invocation));
      this.#begin(recorder);
    }
    return inner.length > 0;
  }

  /** Tells the model what it must know before the skill begins, or asks what comes before its first stage. */
  #begin(recorder: Recorder): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined || frame.stage >= 0 || this.#asksBefore(frame, recorder)) return;
    const brief = frame.brief();
    if (brief === undefined) return;
    if (brief.kind === "stage") frame.stage = 0;
    recorder.step(brief);
  }

  /** What a request offers. It only grows in a turn; whether a call may run is asked when it is made. */
  offered(all: readonly Tool[]): readonly Tool[] {
    const shapes = this.#frames.flatMap(({ shape }) => shape ?? []);
    const [first] = this.#frames;
    const isBounded = first?.shape !== undefined && first.invocation.call_id === undefined;
    return boundBy(shapes, all, { isBounded, canCall: this.#canCall });
  }

  /** Why a call must not run, whatever was offered. */
  refuse({ name }: ToolCall): string | undefined {
    const frame = this.#frames.at(-1);
    const refused = frame?.refuse(name);
    if (frame === undefined || refused === undefined) return undefined;
    if (refused.isSpent)
      this.#exit = {
        kind: "budget",
        words: `${frame.name} stopped: it reached its limit of ${frame.calls} tool calls. Try again, or raise the limit in the skill.`,
      };
    return refused.why;
  }

  /** The skill's own question. Who does not answer ends the skill. */
  async interrupt({ id, input }: ToolCall, waits: Waits, signal: AbortSignal): Promise<Outcome> {
    const { name = "", question = "" } = InterruptInput.safeParse(input).data ?? {};
    const frame = this.#frames.findLast(({ shape }) => shape?.interrupts.some((point) => point.name === name));
    const point = frame?.shape?.interrupts.find((one) => one.name === name);
    if (frame === undefined || point === undefined) return { ok: false, output: `Unknown interrupt ${name}.` };
    frame.asked.add(name);
    const words = [point.question, question].filter((text) => text.trim() !== "").join(" ");
    const asked = words === "" ? `${frame.name} needs your input (${name}). What should it do?` : words;
    const { options } = point;
    const reply = await waits.ask({ type: "question", call_id: id, question: asked, options, multiple: false }, signal);
    if (reply?.type === "answer") return { ok: true, output: reply.answers.join("\n") };
    if (reply === undefined) return { ok: false, output: "The user stopped the turn without answering." };
    this.#exit = { kind: "interrupt", words: `${frame.name} stopped: its question (${name}) was not answered.` };
    return { ok: false, output: "The user declined to answer." };
  }

  /** Something has happened that ends the turn, whatever the model wants. */
  get isOver(): boolean {
    return this.#exit !== undefined;
  }

  /** Calls have run. `true` when there is more to offer: one of them has brought a skill. */
  worked(calls: readonly ToolCall[], recorder: Recorder): boolean {
    const isEntered = this.#entered(calls, recorder);
    if (!isEntered) this.#answered(calls, recorder);
    return isEntered;
  }

  /** What was asked before a stage is answered: it begins. */
  #answered(calls: readonly ToolCall[], recorder: Recorder): void {
    const frame = this.#frames.at(-1);
    if (frame?.following === undefined || this.isOver) return;
    const node = `stage:${frame.following.name}`;
    const before = frame.shape?.interrupts.filter((point) => point.node === node).map(({ name }) => name) ?? [];
    const isAnswered = calls.some(
      ({ name, input }) => name === INTERRUPT && before.includes(InterruptInput.safeParse(input).data?.name ?? ""),
    );
    if (isAnswered) this.#nextStage(frame, recorder);
  }

  /** The model has said its last word for now: whether the turn goes on with the next stage, a repair or the skill around. */
  goesOn(finish: Finish, recorder: Recorder): boolean {
    const frame = this.#frames.at(-1);
    if (frame?.shape === undefined || finish !== "end" || this.isOver) return false;
    if (frame.following !== undefined) {
      if (!this.#asksBefore(frame, recorder)) this.#nextStage(frame, recorder);
      return true;
    }
    const fault = this.#outputFault(frame, recorder.message.parts);
    if (fault !== undefined && this.#repairs(frame, fault, recorder)) return true;
    return this.#leave(frame, fault, recorder);
  }

  /** How it ended, in a word of the conversation and in the rows. */
  close(finish: Finish, recorder: Recorder): void {
    const [frame] = this.#frames;
    if (frame === undefined) return;
    const outcome = this.#exit ?? outcomeOf(frame.name, finish);
    const isSaid =
      this.#frames.some(({ shape }) => shape !== undefined) && outcome.kind !== "ended" && outcome.kind !== "failed";
    if (isSaid) recorder.step(frame.step("end", outcome.words, ""));
    const ran = this.#frames.at(-1);
    for (const one of this.#frames) {
      const own = one === ran || one.shape !== undefined ? outcome : outcomeOf(one.name, finish);
      saveOutcome(this.#rooms.store, one.invocation.id, own);
    }
    this.#frames = [];
  }

  #nextStage(frame: SkillFrame, recorder: Recorder): void {
    const step = frame.stage < 0 ? frame.brief() : frame.nextStage();
    if (step === undefined) return;
    frame.stage += 1;
    recorder.step(step);
  }

  /** The skill's question before its next stage; `true` when the user is asked now. */
  #asksBefore(frame: SkillFrame, recorder: Recorder): boolean {
    return frame.following !== undefined && this.#fires(frame, `stage:${frame.following.name}`, recorder);
  }

  #fires(frame: SkillFrame, node: string, recorder: Recorder): boolean {
    const point = this.#canCall ? frame.pointAt(node) : undefined;
    if (point === undefined) return false;
    frame.asked.add(point.name);
    recorder.call(`${frame.invocation.id}_${point.name}`, INTERRUPT, { name: point.name });
    return true;
  }

  #outputFault({ shape }: SkillFrame, parts: readonly AssistantPart[]): string | undefined {
    const schema = shape?.output_schema ?? null;
    return schema === null ? undefined : outputFault(parts, schema);
  }

  #repairs(frame: SkillFrame, fault: string, recorder: Recorder): boolean {
    if (frame.repairs >= MOST_REPAIRS) return this.#fires(frame, "output-check", recorder);
    frame.repairs += 1;
    const words = `That does not match the schema: ${fault} Answer again. ${outputLine(frame.shape?.output_schema ?? null)}`;
    recorder.step(frame.step("repair", "The output does not match the schema. Asking the model again…", words));
    return true;
  }

  /** The last one ends the turn; an inner one gives way to the skill it was called in. */
  #leave(frame: SkillFrame, fault: string | undefined, recorder: Recorder): boolean {
    const hasSchema = (frame.shape?.output_schema ?? null) !== null;
    const outcome: SkillOutcome =
      fault !== undefined
        ? {
            kind: "output-mismatch",
            words: `${frame.name} failed: its output does not match the schema (${fault.replace(/\.$/, "")}). Try again, or change the schema in the skill.`,
          }
        : hasSchema
          ? { kind: "output", words: `${frame.name} finished. Its output matches the schema.` }
          : outcomeOf(frame.name, "end");
    const outer = this.#frames.at(-2);
    if (outer?.shape === undefined) {
      if (outcome.kind !== "ended") this.#exit = outcome;
      return false;
    }
    saveOutcome(this.#rooms.store, frame.invocation.id, outcome);
    this.#frames.pop();
    const words = `The skill ${frame.name} is done. Continue with the skill ${outer.name}.`;
    recorder.step(outer.step("back", `${frame.name} finished. Continuing with ${outer.name}.`, words));
    return true;
  }

  #open(): ReturnType<typeof readInvocations> {
    return readInvocations(this.#rooms.store, this.#id).filter(({ outcome }) => outcome === null);
  }
}

function outcomeOf(name: string, finish: Finish): SkillOutcome {
  switch (finish) {
    case "stopped":
      return { kind: "cancelled", words: `You stopped ${name}.` };
    case "error":
    case "refusal":
      return { kind: "failed", words: `${name} failed: the model returned an error.` };
    case "interrupted":
      return { kind: "interrupted", words: `${name} was interrupted.` };
    case "end":
    case "tool":
    case "length":
      return { kind: "ended", words: `${name} finished.` };
    default:
      return finish satisfies never;
  }
}
