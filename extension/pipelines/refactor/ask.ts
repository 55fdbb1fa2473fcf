// Asks a model for code: again after its tools, once more if it is cut off, and once more if its server does not take a prediction.
import type { Context } from "../../assemble/context.ts";
import type { Failure } from "../../message/failure.ts";
import type { AssistantPart, Finish, ToolCall, Usage } from "../../message/message.ts";
import type { Store } from "../../persist/database/store.ts";
import { estimatorOf, learnFrom } from "../../turn/request/estimator.ts";
import { prepare, type WirePorts } from "../../turn/wire.ts";
import { joinContinued } from "./go-on.ts";
import { type RefactorRequest, SESSION } from "./make-refactor.ts";
import { AnswerParts } from "./tools/answer-parts.ts";
import { ToolRounds, type ToolRoundPorts } from "./tools/tool-rounds.ts";
import * as words from "./words.ts";

export interface AskPorts extends WirePorts, ToolRoundPorts {
  store: Store;
  /** Everything said so far, whenever more arrives. */
  progress: (said: string) => void;
  /** Does what the user need not wait for. */
  later: (work: () => void) => void;
}

export interface Said {
  /** Of the last request: what is said before a call is no answer. */
  text: string;
  parts: readonly AssistantPart[];
  calls: readonly ToolCall[];
  finish: Finish | undefined;
  usage: Usage | undefined;
  failure: Failure | undefined;
}

/** Tools first, as often as the model calls some; then its answer, which may be cut off. */
export async function askFully(ports: AskPorts, request: RefactorRequest, signal: AbortSignal): Promise<Said> {
  const { model, assembled } = request;
  const rounds = new ToolRounds(ports, request);
  const isStopped = (): boolean => signal.aborted;
  let { context } = assembled;
  const ask = async (from: Context, before: string): Promise<Said> => {
    const said = await askOnce(ports, request, from, { signal, before, earlier: rounds.parts });
    const counted = { session_id: SESSION, context: from, account: undefined };
    ports.later(() => learnFrom(ports.store, model, counted, said.usage));
    return said;
  };
  let said = await ask(context, "");
  if (refusesPrediction(said, context)) {
    const { prediction, ...plain } = context;
    context = plain;
    said = await ask(context, "");
  }
  while (request.tools.length > 0 && said.calls.length > 0 && said.failure === undefined && !isStopped()) {
    const next = await rounds.next(said.parts, said.calls, signal);
    if (isStopped()) return said;
    if (!next.ok) return { ...said, failure: next.failure };
    context = next.value;
    const more = await ask(context, "");
    said = { ...more, usage: addUsage(said.usage, more.usage) };
  }
  return said.finish !== "length" || isStopped() ? said : goOn(ports, request, context, said, ask);
}

function refusesPrediction({ failure, text }: Said, { prediction }: Context): boolean {
  return failure !== undefined && text === "" && prediction !== undefined && /prediction/i.test(failure.message);
}

async function goOn(
  ports: AskPorts,
  { model, assembled }: RefactorRequest,
  context: Context,
  said: Said,
  ask: (context: Context, before: string) => Promise<Said>,
): Promise<Said> {
  const { estimate, limit } = assembled.manifest;
  if (estimate + estimatorOf(ports.store, model).tokensIn(said.text) > limit) return said;
  const more = await ask(continued(context, said.text), said.text);
  return { ...more, text: joinContinued(said.text, more.text), usage: addUsage(said.usage, more.usage) };
}

function continued(context: Context, answer: string): Context {
  const { prediction, ...plain } = context;
  const block = (text: string): Context["messages"][number]["blocks"][number] => ({
    type: "text",
    text,
    origin: { kind: "text", name: "", tokens: 0 },
  });
  return {
    ...plain,
    messages: [
      ...context.messages,
      { id: "refactor-answer", role: "assistant", blocks: [block(answer)] },
      { id: "refactor-go-on", role: "user", blocks: [block(words.goOn)] },
    ],
  };
}

interface Once {
  signal: AbortSignal;
  /** What was said before, if this request goes on with it. */
  before: string;
  /** What was said and done in the rounds before. */
  earlier: readonly AssistantPart[];
}

async function askOnce(
  ports: AskPorts,
  { model, assembled }: RefactorRequest,
  context: Context,
  { signal, before, earlier }: Once,
): Promise<Said> {
  const parts = new AnswerParts(earlier);
  const said: Said = { text: "", parts: parts.all, calls: [], finish: undefined, usage: undefined, failure: undefined };
  for await (const event of prepare(context, model, ports).send(signal, assembled.manifest.message_id)) {
    if (signal.aborted) break;
    parts.add(event);
    if (event.type === "text") {
      said.text += event.text;
      ports.progress(before + said.text);
    } else if (event.type === "usage") said.usage = event.usage;
    else if (event.type === "end") said.finish = event.finish;
    else if (event.type === "failed") said.failure = event.failure;
  }
  return { ...said, calls: parts.calls };
}

function addUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return { ...other, input: one.input + other.input, output: one.output + other.output };
}
