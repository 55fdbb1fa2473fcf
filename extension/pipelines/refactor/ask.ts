// Asks a model for code: once, once more if it is cut off, and once more if its server does not take a prediction.
import type { Context } from "../../assemble/context.ts";
import type { Failure } from "../../message/failure.ts";
import type { Finish, Usage } from "../../message/message.ts";
import type { Model } from "../../message/model.ts";
import type { Store } from "../../persist/database/store.ts";
import { estimatorOf, learnFrom } from "../../turn/request/estimator.ts";
import { prepare, type WirePorts } from "../../turn/wire.ts";
import { joinContinued } from "./go-on.ts";
import { type RefactorRequest, SESSION } from "./make-refactor.ts";
import * as words from "./words.ts";

export interface AskPorts extends WirePorts {
  store: Store;
  /** Everything said so far, whenever more arrives. */
  progress: (said: string) => void;
}

export interface Said {
  text: string;
  finish: Finish | undefined;
  usage: Usage | undefined;
  failure: Failure | undefined;
}

export async function askFully(
  ports: AskPorts,
  { model, assembled }: RefactorRequest,
  signal: AbortSignal,
): Promise<Said> {
  const { manifest } = assembled;
  let { context } = assembled;
  const ask = (from: Context, before: string): Promise<Said> =>
    askOnce(ports, model, from, manifest.message_id, signal, before);
  let said = await ask(context, "");
  if (
    said.failure !== undefined &&
    said.text === "" &&
    context.prediction !== undefined &&
    /prediction/i.test(said.failure.message)
  ) {
    const { prediction, ...plain } = context;
    context = plain;
    said = await ask(context, "");
  }
  learnFrom(ports.store, model, { session_id: SESSION, context, account: undefined }, said.usage);
  if (said.finish !== "length" || signal.aborted) return said;
  const answered = estimatorOf(ports.store, model).tokensIn(said.text);
  if (manifest.estimate + answered > manifest.limit) return said;
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

async function askOnce(
  ports: AskPorts,
  model: Model,
  context: Context,
  about: string,
  signal: AbortSignal,
  before: string,
): Promise<Said> {
  const said: Said = { text: "", finish: undefined, usage: undefined, failure: undefined };
  for await (const event of prepare(context, model, ports).send(signal, about)) {
    if (signal.aborted) break;
    if (event.type === "text") {
      said.text += event.text;
      ports.progress(before + said.text);
    } else if (event.type === "usage") said.usage = event.usage;
    else if (event.type === "end") said.finish = event.finish;
    else if (event.type === "failed") said.failure = event.failure;
  }
  return said;
}

function addUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return { ...other, input: one.input + other.input, output: one.output + other.output };
}
