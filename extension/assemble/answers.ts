// What the model said and did in a turn, as the wires want it: calls and their results in pairs, results in the user's place.
import type { AssistantMessage, AssistantMetadata, AssistantPart } from "../message/message.ts";
import type { Model } from "../message/model.ts";
import { shortCallId } from "./call-id.ts";
import type { Block } from "./context.ts";
import { estimateTokens } from "./tokens/estimate.ts";
import type { Viewed } from "./past-message.ts";
import { type PastBlock, PastMessage } from "./past-message.ts";
import * as words from "./words.ts";

type Call = Extract<AssistantPart, { type: "tool-call" }>;
type Result = Extract<AssistantPart, { type: "tool-result" }>;
type Reasoning = Extract<AssistantPart, { type: "reasoning" }>;
type Step = Extract<AssistantPart, { type: "skill-step" }>;
/** What the model itself says. */
type Spoken = Exclude<AssistantPart, Result | Step>;

interface Round {
  /** Of the message it began in. */
  id: string;
  said: PastBlock[];
  results: PastBlock[];
  /** Pictures and files that tools returned. Providers want them after all results. */
  shown: PastBlock[];
  /** A result has come: the next part begins a new round. */
  isOver: boolean;
}

/** The model that is going to read an answer. */
export type Receiver = Pick<Model, "provider" | "id" | "server">;

/** A picture or file that a tool returned, in the form the model accepts. */
export type SeeMedia = (media: NonNullable<Result["media"]>) => Block | undefined;

/** The answers between two user messages. `dropped` lists each omitted part with its reason. */
export function viewAnswers(
  answers: readonly AssistantMessage[],
  to: Receiver,
  see: SeeMedia = () => undefined,
): Viewed {
  const dropped: Viewed["dropped"] = [];
  const hasCalls = answers.some(({ parts }) =>
    parts.some((part) => part.type === "tool-call" && part.by_host !== true),
  );
  const results = pairCalls(answers);
  const kept = new Set(results.values());
  const rounds: Round[] = [];
  for (const { id, parts, metadata } of answers) {
    const drop = (what: string, why: string): void => void dropped.push({ what: words.inMessage(what, id), why });
    const reader = { hasCalls, ...kinship(metadata, to) };
    for (const [at, part] of parts.entries()) {
      const last = rounds.at(-1);
      if (part.type === "tool-result") {
        if (!kept.has(part)) drop(words.toolResult(part.id), words.noCall);
        else if (last !== undefined) last.isOver = true;
        continue;
      }
      if (part.type === "skill-step") {
        if (part.text !== "") rounds.push(toldRound(told(part, id), id));
        continue;
      }
      if (part.type === "tool-call" && part.by_host === true) {
        const answer = results.get(part);
        if (answer !== undefined) rounds.push(toldRound(asked(part, answer, id), id));
        continue;
      }
      const why = reasonToDrop(part, results, reader);
      if (why !== undefined) {
        if (why !== "") drop(nameOf(part), why);
        continue;
      }
      const round = last === undefined || last.isOver ? { id, said: [], results: [], shown: [], isOver: false } : last;
      if (round !== last) rounds.push(round);
      const ownId = part.type === "tool-call" && !reader.isSameServer ? shortCallId(`${id} ${at}`) : undefined;
      round.said.push(renamed(said(part, id, reader), ownId));
      const result = part.type === "tool-call" ? results.get(part) : undefined;
      if (part.type !== "tool-call" || result === undefined) continue;
      round.results.push(renamed(returned(part, result, id), ownId));
      const block = result.media && see(result.media);
      if (block !== undefined)
        round.shown.push({ block, what: words.inMessage(words.attachment(result.media?.name ?? ""), id) });
    }
  }
  for (const round of rounds) round.results.push(...round.shown);
  return { messages: rounds.flatMap((round) => toMessages(round, dropped)), dropped };
}

/** A result belongs to the last call of its id before it that has none yet. */
function pairCalls(answers: readonly AssistantMessage[]): Map<AssistantPart, Result> {
  const open = new Map<string, Call>();
  const pairs = new Map<AssistantPart, Result>();
  for (const part of answers.flatMap(({ parts }) => parts)) {
    if (part.type === "tool-call") open.set(part.id, part);
    const call = part.type === "tool-result" ? open.get(part.id) : undefined;
    if (part.type !== "tool-result" || call === undefined) continue;
    pairs.set(call, part);
    open.delete(part.id);
  }
  return pairs;
}

/** `undefined` for a part that stays; an empty reason for an empty text, which is not worth reporting. */
function reasonToDrop(part: Spoken, results: ReadonlyMap<AssistantPart, Result>, reader: Reader): string | undefined {
  switch (part.type) {
    case "text":
      return part.text.trim() === "" ? blank(part.text) : undefined;
    case "reasoning":
      return reasonToDropReasoning(part, reader);
    case "tool-call":
      return results.has(part) ? undefined : words.noResult;
    case "data-compaction":
      return words.laterSummary;
    default:
      return part satisfies never;
  }
}

/** Providers refuse a text of blanks. */
function blank(text: string): string {
  return text === "" ? "" : words.itIsEmpty;
}

/** How the model that reads an answer is related to the one that gave it. */
interface Reader {
  isSameProvider: boolean;
  isSameServer: boolean;
  isSameModel: boolean;
  /** Tools were called in the turn. */
  hasCalls: boolean;
}

function kinship({ model, server }: AssistantMetadata, to: Receiver): Omit<Reader, "hasCalls"> {
  const [provider, ...id] = model.split("/");
  const isSameProvider = id.length === 0 || provider === to.provider;
  const isSameServer = isSameProvider && server === to.server;
  return { isSameProvider, isSameServer, isSameModel: isSameServer && id.join("/") === to.id };
}

/**
 * Signed reasoning returns to the provider that signed it. Servers that sign nothing want it back with the calls it led to
 * (DeepSeek and Kimi refuse the request without it), in all answers of that turn.
 */
function reasonToDropReasoning(part: Reasoning, reader: Reader): string | undefined {
  if (!reader.isSameProvider) return words.otherProvider;
  if (part.details !== undefined) return reader.isSameModel ? undefined : words.otherModel;
  if (part.signature !== undefined || part.redacted !== undefined)
    return reader.isSameServer ? undefined : words.otherServer;
  if (part.field === undefined) return words.unsigned;
  if (!reader.isSameServer) return words.otherServer;
  return reader.hasCalls ? undefined : words.onlyWithCalls;
}

function nameOf(part: Spoken): string {
  switch (part.type) {
    case "text":
      return words.answer;
    case "reasoning":
      return words.reasoning;
    case "tool-call":
      return words.toolCall(part.name, part.id);
    case "data-compaction":
      return words.summary;
    default:
      return part satisfies never;
  }
}

function toldRound(block: PastBlock, id: string): Round {
  return { id, said: [], results: [block], shown: [], isOver: true };
}

/** A question of Galley's own, with its answer. */
function asked({ name, input }: Call, { output }: Result, id: string): PastBlock {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  const question = isObject ? input["question"] : undefined;
  const text = words.askedUser(typeof question === "string" ? question : name, output);
  return { block: { type: "text", text, origin: origin("skill-step", name, text) }, what: words.inMessage(name, id) };
}

/** Sent as the user's, at its place in the answer, and the same in every later request. */
function told({ kind, skill, text }: Step, id: string): PastBlock {
  const block: Block = { type: "text", text, origin: origin("skill-step", `${skill}: ${kind}`, text) };
  return { block, what: words.inMessage(words.skillStep(skill), id) };
}

function said(part: Spoken, id: string, reader: Reader): PastBlock {
  return { block: toBlock(part, reader), what: words.inMessage(nameOf(part), id) };
}

/** One server's ids may be refused by another. */
function renamed({ block, what }: PastBlock, id: string | undefined): PastBlock {
  return { what, block: id !== undefined && "id" in block ? { ...block, id } : block };
}

function toBlock(part: Spoken, { isSameServer, isSameModel }: Reader): Block {
  switch (part.type) {
    case "text": {
      const { text, phase } = part;
      const role = phase !== undefined && isSameServer ? { phase } : {};
      return { type: "text", text, ...role, origin: origin("answer", "", text) };
    }
    case "reasoning": {
      const { text, signature, redacted, field, details } = part;
      return {
        type: "reasoning",
        text,
        ...(signature !== undefined && { signature }),
        ...(redacted !== undefined && { redacted }),
        ...(field !== undefined && { field }),
        ...(details !== undefined && { details }),
        origin: origin("reasoning", "", text),
      };
    }
    case "tool-call": {
      const { id, name, input, extra } = part;
      const text = `${name} ${JSON.stringify(input)}`;
      const attached = extra !== undefined && isSameModel ? { extra } : {};
      return { type: "tool-call", id, name, input, ...attached, text, origin: origin("tool-call", name, text) };
    }
    case "data-compaction":
      return { type: "text", text: part.summary, origin: origin("summary", "", part.summary) };
    default:
      return part satisfies never;
  }
}

function returned(call: Call, { output, is_error, output_path }: Result, id: string): PastBlock {
  const rest = output_path === undefined || output.includes(output_path) ? "" : `\n${words.restIn(output_path)}`;
  const text = `${output}${rest}`;
  const block: Block = {
    type: "tool-result",
    id: call.id,
    name: call.name,
    text,
    is_error,
    origin: origin("tool-result", call.name, text),
  };
  return { block, what: words.inMessage(words.toolResult(call.id), id) };
}

function origin(kind: string, name: string, text: string): Block["origin"] {
  return { kind, name, tokens: estimateTokens(text, "prose") };
}

/** Drops reasoning that no answer follows. */
function toMessages({ id, said: spoken, results }: Round, dropped: Viewed["dropped"]): PastMessage[] {
  if (spoken.length === 0) return [new PastMessage(id, "user", results)];
  if (spoken.every(({ block }) => block.type === "reasoning")) {
    for (const { what } of spoken) dropped.push({ what, why: words.noAnswerFollowed });
    return [];
  }
  const answer = new PastMessage(id, "assistant", spoken);
  return results.length === 0 ? [answer] : [answer, new PastMessage(id, "user", results)];
}
