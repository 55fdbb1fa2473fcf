// Runs the tool calls of one answer: in parallel unless they change something. Every call ends in a result.
import type { AssistantPart } from "../../message/message.ts";
import { reasonOf } from "../../text/reason.ts";
import { contentId, saveBytes } from "../../persist/contents/blobs.ts";
import type { CallAbout, Outcome, Tool } from "../../tools/tool.ts";
import { QuestionInput } from "../../tools/question.ts";
import { type AllowPorts, isAllowed } from "./allowed.ts";
import { INTERRUPT } from "../../skills/run/interrupt-tool.ts";
import type { Emit } from "../events.ts";
import type { Ownership } from "../ownership.ts";
import type { UserAnswer, UserQuestion } from "../../skills/run/run-ports.ts";
import type { SkillRun } from "../../skills/run/skill-run.ts";
import type { PendingAsks } from "./pending-asks.ts";
import { issuesWords } from "../../text/issue-words.ts";
import type { ToolCall } from "../../message/message.ts";
import * as words from "../words.ts";

type ToolResult = Extract<AssistantPart, { type: "tool-result" }>;

/** The loop itself asks the user, because the answer may come after a reload. */
export const QUESTION = "question";

export interface RoundPorts extends AllowPorts {
  emit: Emit;
}

export interface Round {
  ports: RoundPorts & Ownership;
  session_id: string;
  message_id: string;
  tools: readonly Tool[];
  asks: PendingAsks;
  signal: AbortSignal;
  /** The running skill decides at every call whether it may run. */
  skill?: Pick<SkillRun, "refuse" | "interrupt">;
  /** Called as soon as each result is there, in any order. */
  done: (result: ToolResult) => void;
  /** A search found these tools: the model can call them from the next request on. */
  offers?: (tools: readonly Tool[]) => void;
}

/** Never rejects, and every call has its result when it resolves. */
export async function runCalls(round: Round, calls: readonly ToolCall[]): Promise<void> {
  // Calls that change something run one after another, in the order of the answer.
  let changing: Promise<void> = Promise.resolve();
  await Promise.all(
    calls.map(async (call) => {
      const before = changing;
      const { promise, resolve } = Promise.withResolvers<void>();
      changing = promise;
      const pass = (): void => {
        resolve(before);
      };
      try {
        const outcome = await runCall(round, call, before, pass);
        if (outcome.ok && outcome.offers !== undefined) round.offers?.(outcome.offers);
        round.done(toResult(round.ports, call, outcome));
      } catch (error) {
        round.done({ type: "tool-result", id: call.id, output: words.callFailed(reasonOf(error)), is_error: true });
      } finally {
        pass();
      }
    }),
  );
}

async function runCall(
  { ports, session_id, message_id, tools, asks, signal, skill }: Round,
  call: ToolCall,
  before: Promise<void>,
  pass: () => void,
): Promise<Outcome> {
  const { id, name, input } = call;
  const refusal = skill?.refuse(call);
  if (refusal !== undefined) return { ...failed(refusal), not_run: true };
  if (name === INTERRUPT && skill !== undefined) {
    pass();
    return skill.interrupt(call, (question) => ask(asks, question, signal));
  }
  if (name === QUESTION && tools.some((tool) => tool.name === QUESTION)) {
    pass();
    return askUser(id, input, asks, signal);
  }
  const tool = tools.find((offered) => offered.name === name);
  if (tool === undefined) return failed(words.unknownTool(name, tools.map((one) => one.name).join(", ")));
  const about: CallAbout = { session_id, message_id, call_id: id };
  const prepared = await tool.prepare(input, about);
  if (!prepared.ok) return { ok: false, output: prepared.output };
  if (!prepared.call.changes) pass();
  else if (await isPending(before)) await asks.hold(id, before);
  // The call before this one may have changed what this one is about to change.
  const ready = prepared.call.changes ? await tool.prepare(input, about) : prepared;
  if (!ready.ok) return { ok: false, output: ready.output };
  const verdict = await isAllowed(ports, about, name, ready.call, asks, signal);
  if (!verdict.allowed) return { ...failed(verdict.why), ...verdict.marks };
  if (signal.aborted) return failed(words.stoppedBeforeCall);
  if (!ports.isOurs()) return { ...failed(words.callTakenOver), not_run: true };
  return ready.call.run(signal, (progress) => {
    ports.emit({ type: "progress", session_id, message_id, call_id: id, words: progress });
  });
}

/** Whether it is settled by the time this turn of the event loop ends. */
async function isPending(promise: Promise<void>): Promise<boolean> {
  const later = new Promise<true>((resolve) => setImmediate(resolve, true));
  return Promise.race([promise.then(() => false), later]);
}

async function askUser(call_id: string, input: unknown, asks: PendingAsks, signal: AbortSignal): Promise<Outcome> {
  const asked = QuestionInput.safeParse(input, { reportInput: true });
  if (!asked.success) return failed(words.invalidQuestion(issuesWords(asked.error.issues)));
  const { question, options, multiple = false } = asked.data;
  const answer = await ask(asks, { call_id, question, options, multiple }, signal);
  if (answer.kind === "stopped") return failed(words.stoppedWithoutAnswer);
  if (answer.kind === "answered") return { ok: true, output: answer.answers.join("\n") };
  return failed(words.declinedToAnswer);
}

async function ask(
  asks: PendingAsks,
  { multiple = false, ...question }: UserQuestion & { multiple?: boolean },
  signal: AbortSignal,
): Promise<UserAnswer> {
  const reply = await asks.ask({ type: "question", ...question, multiple }, signal);
  if (reply === undefined) return { kind: "stopped" };
  return reply.type === "answer" ? { kind: "answered", answers: reply.answers } : { kind: "declined" };
}

function toResult({ store }: Pick<RoundPorts, "store">, { id }: ToolCall, outcome: Outcome): ToolResult {
  const result: ToolResult = { type: "tool-result", id, output: outcome.output, is_error: !outcome.ok };
  if (!outcome.ok) {
    const { ok: _, ...marks } = outcome;
    return { ...result, ...marks };
  }
  if (outcome.media === undefined) return result;
  const { name, mime, bytes } = outcome.media;
  const content_id = contentId(bytes);
  store.transaction(() => {
    saveBytes(store, { content_id, mime, bytes });
  });
  return { ...result, media: { content_id, name, mime, size: bytes.length } };
}

function failed(output: string): Extract<Outcome, { ok: false }> {
  return { ok: false, output };
}
