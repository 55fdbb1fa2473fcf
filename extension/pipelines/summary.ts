// Asks the conversation's model for a summary: in one request, or in pieces that fit, each with the summary so far.
import type { Assembled } from "../assemble/assemble.ts";
import type { Layer } from "../assemble/context.ts";
import type { Failure } from "../message/failure.ts";
import { type Message, SCHEMA_VERSION, type Usage, type UserMessage } from "../message/message.ts";
import type { Model } from "../message/model.ts";
import type { Result } from "../message/result.ts";
import type { StreamEvent } from "../send/event.ts";
import type { PastRequestPorts } from "../turn/request/as-sent.ts";
import { assembleTurn } from "../turn/request/assemble-turn.ts";
import type { CatalogPorts } from "../turn/request/prepared-catalog.ts";
import { earlierRequests } from "../turn/request/earlier.ts";
import { estimatorOf } from "../turn/request/estimator.ts";
import { withLayerSet } from "../turn/request/layer-set.ts";
import type { RequestPorts } from "../turn/request/make-request.ts";
import { offeredTools, specsOf } from "../turn/request/offered-tools.ts";
import { prepare, type WirePorts } from "../turn/wire.ts";
import { beginningOf, transcriptOf } from "./pieces.ts";
import * as words from "./words.ts";

/** Loopback recognizes a request for a summary by this id. */
const LAYER: Layer = { id: "compaction", text: words.summaryLayer };

const NO_PINS = { pins: [], contents: new Map<string, string>() };
const NOTHING_EARLIER = { asSent: new Map(), elided: new Map() };

/** The summary so far takes no more than this share of the window. */
const SUMMARY_SHARE = 0.5;

/** An estimate may be too low for a new model: pieces are halved down to this share when the model refuses one. */
const SMALLEST_SHARE = 1 / 16;

export interface SummaryPorts extends PastRequestPorts, WirePorts, CatalogPorts, Pick<RequestPorts, "layers"> {}

export interface Summary {
  text: string;
  /** Of all requests. */
  usage: Usage | undefined;
  /** The last request. */
  assembled: Assembled;
  /** What the summarized messages took. */
  tokensBefore: number;
}

type Pieced = Omit<Summary, "tokensBefore">;

interface Subject {
  conversationId: string;
  model: Model;
  signal: AbortSignal;
}

/** The text is empty if the model said nothing. Stopped, the result is what came so far. */
export async function summarize(
  ports: SummaryPorts,
  subject: Subject,
  head: readonly Message[],
): Promise<Result<Summary>> {
  const whole = await assembleHead(ports, subject, head);
  const tokensBefore = whole.manifest.history.tokens;
  const said = await ask(ports, subject, whole);
  if (said.failure === undefined) return { ok: true, value: { ...said, assembled: whole, tokensBefore } };
  if (!isTooLong(said.failure)) return { ok: false, failure: said.failure };
  const transcript = transcriptOf(whole.context.messages.slice(0, -1));
  const pieced = await summarizePieces(ports, subject, transcript);
  return pieced.ok ? { ok: true, value: { ...pieced.value, tokensBefore } } : pieced;
}

function isTooLong({ code }: Failure): boolean {
  return code === "over-budget";
}

async function assembleHead(
  ports: SummaryPorts,
  { conversationId, model }: Subject,
  head: readonly Message[],
): Promise<Assembled> {
  const layerSet = await ports.layers({ session_id: conversationId, model, messages: head, pins: [] });
  const assembled = assembleTurn(ports, {
    session_id: conversationId,
    history: head,
    turn: requestOf(ports, words.summaryRequest),
    earlier: earlierRequests(ports, conversationId, head),
    layers: [...layerSet.layers, LAYER],
    // A provider refuses a history of calls without the definitions of their tools.
    tools: specsOf(await offeredTools(ports, conversationId, model)),
    model,
    pinned: NO_PINS,
  });
  return withLayerSet(assembled, layerSet);
}

async function summarizePieces(ports: SummaryPorts, subject: Subject, transcript: string): Promise<Result<Pieced>> {
  let summary: Pieced | undefined;
  let rest = transcript;
  let share = 1;
  for (;;) {
    const { request, piece } = nextRequest(ports, subject, summary?.text ?? "", rest, share);
    const assembled = assemblePiece(ports, subject, request);
    const said = await ask(ports, subject, assembled);
    if (said.failure !== undefined) {
      share /= 2;
      if (!isTooLong(said.failure) || share < SMALLEST_SHARE) return { ok: false, failure: said.failure };
      continue;
    }
    summary = { text: said.text, usage: addUsage(summary?.usage, said.usage), assembled };
    rest = rest.slice(piece.length);
    if (rest === "" || said.text === "" || subject.signal.aborted) return { ok: true, value: summary };
  }
}

/** A request with the summary so far and as much of the rest as fits. */
function nextRequest(
  { store }: Pick<SummaryPorts, "store">,
  { model }: Subject,
  summary: string,
  rest: string,
  share: number,
): { request: string; piece: string } {
  const estimator = estimatorOf(store, model);
  const limit = model.context_window - model.max_output;
  const soFar = beginningOf(summary, SUMMARY_SHARE * limit, estimator);
  const frame = estimator.tokensIn(LAYER.text) + estimator.tokensIn(words.pieceRequest(soFar, ""));
  const piece = beginningOf(rest, share * (limit - frame), estimator);
  return { request: words.pieceRequest(soFar, piece), piece };
}

function assemblePiece(ports: SummaryPorts, { conversationId, model }: Subject, text: string): Assembled {
  return assembleTurn(ports, {
    session_id: conversationId,
    history: [],
    turn: requestOf(ports, text),
    earlier: NOTHING_EARLIER,
    layers: [LAYER],
    tools: [],
    model,
    pinned: NO_PINS,
  });
}

function requestOf({ newId }: Pick<SummaryPorts, "newId">, text: string): UserMessage {
  return {
    id: newId("msg"),
    role: "user",
    parts: [{ type: "text", text }],
    metadata: { schema_version: SCHEMA_VERSION },
  };
}

interface Said {
  text: string;
  usage: Usage | undefined;
  failure: Failure | undefined;
}

async function ask(
  ports: SummaryPorts,
  { model, signal }: Subject,
  { context, manifest, failure }: Assembled,
): Promise<Said> {
  const said: Said = { text: "", usage: undefined, failure };
  if (failure !== undefined) return said;
  const events: AsyncIterable<StreamEvent> = prepare(context, model, ports).send(signal, manifest.message_id);
  for await (const event of events) {
    if (event.type === "text") said.text += event.text;
    else if (event.type === "usage") said.usage = event.usage;
    else if (event.type === "failed") said.failure = event.failure;
  }
  return { ...said, text: said.text.trim() };
}

function addUsage(before: Usage | undefined, { input = 0, output = 0, ...cache }: Partial<Usage> = {}): Usage {
  return { ...cache, input: (before?.input ?? 0) + input, output: (before?.output ?? 0) + output };
}
