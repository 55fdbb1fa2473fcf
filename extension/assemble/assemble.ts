// One function produces what the model sees, once per send, with an account of everything that went in or stayed out.
import type { Failure } from "../message/failure.ts";
import type { Manifest } from "../message/manifest.ts";
import type { AssistantMessage, Message, UserMessage } from "../message/message.ts";
import { type Model, modelKey } from "../message/model.ts";
import type { AttachmentRules } from "./attachment.ts";
import { type LoadContent, type PartView, viewParts } from "./blocks.ts";
import type { Block, Context, ContextMessage, Layer, TextBlock } from "./context.ts";
import { estimateTokens } from "./estimate.ts";
import { type PinnedRead, type PinView, placePins } from "./pins.ts";

export interface AssembleInput {
  session_id: string;
  /** Oldest first, up to and without the turn. */
  history: readonly Message[];
  turn: UserMessage;
  layers: readonly Layer[];
  /** In their order, with what they are now. */
  pins: readonly PinnedRead[];
  model: Model;
  load: LoadContent;
  attachments?: AttachmentRules;
  digest: (text: string) => string;
  now: number;
  newId: () => string;
}

export interface Assembled {
  context: Context;
  manifest: Manifest;
  /** What became of each part of the turn, in order. */
  views: PartView[];
  /** What became of each pin, in order. */
  pins: PinView[];
  /** Set when the context must not be sent; the manifest says where the tokens are. */
  failure: Failure | undefined;
}

export function assemble(input: AssembleInput): Assembled {
  const dropped: Manifest["dropped"] = [];
  const past = input.history.map((message) => historyMessage(message, input, dropped)).filter(hasBlocks);
  const views = viewParts(input.turn, input.load, input.attachments);
  for (const view of views) if (view.dropped !== undefined) dropped.push({ what: view.part, why: view.dropped });
  const pinned = placePins(input.pins, input.load, input.now);
  dropped.push(...pinned.dropped);
  const messages = alternate([
    ...past,
    { id: input.turn.id, role: "user", blocks: [...pinned.turn, ...blocksOf(views)] },
  ]);
  const context: Context = {
    session_id: input.session_id,
    layers: [...input.layers],
    tools: [],
    messages,
    stable: messages.length - 1,
  };
  const manifest = account(input, past, views, pinned.rows, dropped);
  const failure = manifest.estimate > manifest.limit ? overBudget(manifest) : undefined;
  return { context, manifest, views, pins: pinned.views, failure };
}

function account(
  input: AssembleInput,
  past: ContextMessage[],
  views: PartView[],
  pinned: Manifest["pinned"],
  dropped: Manifest["dropped"],
): Manifest {
  const { model, layers } = input;
  const layerRows = layers.map(({ id, text }) => ({
    id,
    tokens: estimateTokens(text, "prose"),
    digest: input.digest(text),
  }));
  const task = views.map(({ part, block, lowered_as }) => ({ part, lowered_as, tokens: block?.origin.tokens ?? 0 }));
  const historyTokens = sum(past.flatMap((message) => message.blocks).map((block) => block.origin.tokens));
  return {
    id: input.newId(),
    session_id: input.session_id,
    message_id: input.turn.id,
    at: input.now,
    model: modelKey(model),
    layers: layerRows,
    history: { messages: past.length, tokens: historyTokens, tool_rounds: 0 },
    pinned,
    task,
    elided: [],
    dropped,
    estimate: sum([...layerRows, ...pinned, ...task].map((row) => row.tokens)) + historyTokens,
    limit: model.context_window - model.max_output,
    reserve: model.max_output,
    actual: null,
    prefix: { same_bytes: 0, total_bytes: 0, diverges_at: null },
  };
}

function overBudget(manifest: Manifest): Failure {
  const rows = [...manifest.task, ...manifest.pinned.map(({ id, tokens }) => ({ part: `pin ${id}`, tokens }))];
  const largest = rows.sort((a, b) => b.tokens - a.tokens)[0];
  const hint = largest === undefined ? "" : ` The largest part of it is ${largest.part} with about ${largest.tokens}.`;
  return {
    stage: "assemble",
    code: "over-budget",
    message:
      `This message needs about ${manifest.estimate} tokens and the model takes ${manifest.limit}.${hint}` +
      ` Send less of it,${manifest.pinned.length > 0 ? " unpin something," : ""} start a new conversation, or choose a larger model.`,
    retryable: false,
  };
}

function historyMessage(
  message: Message,
  { load, attachments }: AssembleInput,
  dropped: Manifest["dropped"],
): ContextMessage {
  if (message.role === "assistant") return answerMessage(message, dropped);
  return { id: message.id, role: "user", blocks: blocksOf(viewParts(message, load, attachments)) };
}

function answerMessage(message: AssistantMessage, dropped: Manifest["dropped"]): ContextMessage {
  const blocks: TextBlock[] = [];
  for (const part of message.parts) {
    if (part.type === "text") {
      const origin = { kind: "answer", name: "", tokens: estimateTokens(part.text, "prose") };
      if (part.text !== "") blocks.push({ type: "text", text: part.text, origin });
    } else dropped.push({ what: `${part.type} in ${message.id}`, why: "not part of a text conversation" });
  }
  return { id: message.id, role: "assistant", blocks };
}

/** Wires demand that roles take turns: neighbours of one role become one message, nothing is lost. */
function alternate(messages: ContextMessage[]): ContextMessage[] {
  const result: ContextMessage[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    if (last?.role === message.role)
      result[result.length - 1] = { ...last, id: message.id, blocks: [...last.blocks, ...message.blocks] };
    else result.push(message);
  }
  return result;
}

function blocksOf(views: PartView[]): Block[] {
  return views.flatMap((view) => view.block ?? []);
}

function hasBlocks(message: ContextMessage): boolean {
  return message.blocks.length > 0;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
