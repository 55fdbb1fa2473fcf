// The calls of one answer: each allowed and run, side by side where nothing is changed; every one ends in a result.
import type { AssistantPart } from "../message/message.ts";
import { reasonOf } from "../text/reason.ts";
import { contentId, saveBytes } from "../persist/contents/blobs.ts";
import type { CallAbout, Outcome, Tool } from "../tools/tool.ts";
import { QuestionInput } from "../tools/question.ts";
import { isAllowed, STOPPED } from "./allowed.ts";
import { INTERRUPT } from "../skills/run/interrupt-tool.ts";
import type { Rooms } from "./rooms.ts";
import type { UserAnswer, UserQuestion } from "../skills/run/run-ports.ts";
import type { SkillRun } from "../skills/run/skill-run.ts";
import type { Waits } from "./waits.ts";
import { issuesWords } from "../text/issue-words.ts";
import type { ToolCall } from "../message/message.ts";

type ToolResult = Extract<AssistantPart, { type: "tool-result" }>;

const LOST = "Not run: another window has taken over this conversation.";

/** The user is asked by the loop itself: the answer may come after a reload. */
export const QUESTION = "question";

export interface Round {
  rooms: Rooms;
  session_id: string;
  message_id: string;
  tools: readonly Tool[];
  waits: Waits;
  signal: AbortSignal;
  /** What a skill that runs lets through; the check is made again at every call. */
  skill?: Pick<SkillRun, "refuse" | "interrupt">;
  /** As soon as it is there, in whatever order. */
  done: (result: ToolResult) => void;
  /** Tools that were found: they can be called from the next request on. */
  offers?: (tools: readonly Tool[]) => void;
}

/** Never rejects, and every call has its result when it resolves. */
export async function runCalls(round: Round, calls: readonly ToolCall[]): Promise<void> {
  // Those that change something wait for each other, in the order of the answer, whatever stands between them.
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
        round.done(toResult(round.rooms, call, outcome));
      } catch (error) {
        round.done({ type: "tool-result", id: call.id, output: `It failed: ${reasonOf(error)}`, is_error: true });
      } finally {
        pass();
      }
    }),
  );
}

async function runCall(
  { rooms, session_id, message_id, tools, waits, signal, skill }: Round,
  { id, name, input }: ToolCall,
  before: Promise<void>,
  pass: () => void,
): Promise<Outcome> {
  const refusal = skill?.refuse({ type: "tool-call", id, name, input });
  if (refusal !== undefined) return { ...failed(refusal), not_run: true };
  if (name === INTERRUPT && skill !== undefined) {
    pass();
    return skill.interrupt({ type: "tool-call", id, name, input }, (question) => ask(waits, question, signal));
  }
  if (name === QUESTION && tools.some((tool) => tool.name === QUESTION)) {
    pass();
    return askUser(id, input, waits, signal);
  }
  const tool = tools.find((offered) => offered.name === name);
  if (tool === undefined)
    return failed(`Unknown tool ${name}. Available tools: ${tools.map((one) => one.name).join(", ")}.`);
  const about: CallAbout = { session_id, message_id, call_id: id };
  const prepared = await tool.prepare(input, about);
  if (!prepared.ok) return { ok: false, output: prepared.output };
  if (!prepared.call.changes) pass();
  else if (await isPending(before)) await waits.hold(id, before);
  // What it wants to change may have been changed by the one before it.
  const ready = prepared.call.changes ? await tool.prepare(input, about) : prepared;
  if (!ready.ok) return { ok: false, output: ready.output };
  const verdict = await isAllowed(rooms, about, name, ready.call, waits, signal);
  if (!verdict.allowed)
    return { ...failed(verdict.why), ...(verdict.denied !== undefined && { denied: verdict.denied }) };
  if (signal.aborted) return failed(STOPPED);
  if (rooms.isOurs?.() === false) return { ...failed(LOST), not_run: true };
  return ready.call.run(signal, (words) => {
    rooms.emit({ type: "progress", session_id, message_id, call_id: id, words });
  });
}

/** Whether it is settled by the time this turn of the event loop ends. */
async function isPending(promise: Promise<void>): Promise<boolean> {
  const later = new Promise<true>((resolve) => setImmediate(resolve, true));
  return Promise.race([promise.then(() => false), later]);
}

async function askUser(call_id: string, input: unknown, waits: Waits, signal: AbortSignal): Promise<Outcome> {
  const asked = QuestionInput.safeParse(input, { reportInput: true });
  if (!asked.success) return failed(`Invalid question: ${issuesWords(asked.error.issues)}.`);
  const { question, options, multiple = false } = asked.data;
  const answer = await ask(waits, { call_id, question, options, multiple }, signal);
  if (answer.kind === "stopped") return failed("The user stopped the turn without answering.");
  if (answer.kind === "answered") return { ok: true, output: answer.answers.join("\n") };
  return failed("The user declined to answer.");
}

async function ask(
  waits: Waits,
  { multiple = false, ...question }: UserQuestion & { multiple?: boolean },
  signal: AbortSignal,
): Promise<UserAnswer> {
  const reply = await waits.ask({ type: "question", ...question, multiple }, signal);
  if (reply === undefined) return { kind: "stopped" };
  return reply.type === "answer" ? { kind: "answered", answers: reply.answers } : { kind: "declined" };
}

function toResult(rooms: Rooms, { id }: ToolCall, outcome: Outcome): ToolResult {
  const result: ToolResult = { type: "tool-result", id, output: outcome.output, is_error: !outcome.ok };
  if (!outcome.ok) {
    const { denied, not_run } = outcome;
    return { ...result, ...(denied !== undefined && { denied }), ...(not_run !== undefined && { not_run }) };
  }
  if (outcome.media === undefined) return result;
  const { name, mime, bytes } = outcome.media;
  const content_id = contentId(bytes);
  rooms.store.transaction(() => {
    saveBytes(rooms.store, { content_id, mime, bytes });
  });
  return { ...result, media: { content_id, name, mime, size: bytes.length } };
}

function failed(output: string): Extract<Outcome, { ok: false }> {
  return { ok: false, output };
}
