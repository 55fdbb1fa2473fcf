// One function produces what the model sees, once per send, with an account of everything that went in or stayed out.
import type { Failure } from "../message/failure.ts";
import type { Manifest } from "../message/manifest.ts";
import type { Message, UserMessage } from "../message/message.ts";
import { type Model, modelKey } from "../message/model.ts";
import type { AttachmentRules } from "./attachment.ts";
import { type LoadContent, viewParts } from "./blocks.ts";
import { lossOf, type PartView } from "./part-view.ts";
import { overBudget, trimHistory } from "./budget.ts";
import type { Block, Context, Layer, ToolSpec } from "./context.ts";
import { type Estimator, seedEstimator } from "./tokens/estimate.ts";
import { isEmpty, KnownHistory, viewHistory } from "./history.ts";
import { PastMessage } from "./past-message.ts";
import {
  type AsSent,
  type PinnedRead,
  type PinsPlacement,
  type PinView,
  type PlacedPins,
  placeAgain,
  placePins,
  viewPin,
} from "./pins.ts";
import { measurePrefix, type NamedText, toolsText } from "./prefix.ts";
import { appendTurn } from "./timeline.ts";
import { utf8Length } from "./tokens/utf8.ts";
import * as words from "./words.ts";

/** What earlier requests of the conversation settled for this one. */
export interface Earlier {
  /** What past turns carried of their pins, by message. */
  asSent: ReadonlyMap<string, readonly AsSent[]>;
  /** What the last request omitted, by name in the manifest, with the token count its placeholder showed. */
  elided: ReadonlyMap<string, number>;
  /** Every text of the last request, in order. */
  texts?: readonly string[];
}

const NOTHING_EARLIER: Earlier = { asSent: new Map(), elided: new Map() };

export interface AssembleInput {
  session_id: string;
  /** Oldest first, up to and without the turn. */
  history: readonly Message[];
  turn: UserMessage;
  layers: readonly Layer[];
  /** What the model may call. */
  tools?: readonly ToolSpec[];
  /** In their order, with what they are now. */
  pins: readonly PinnedRead[];
  /** For a turn that was sent: what it carried then, instead of what its pins are now. */
  carried?: readonly AsSent[];
  placement?: PinsPlacement;
  earlier?: Earlier;
  model: Model;
  load: LoadContent;
  attachments?: AttachmentRules;
  estimator?: Estimator;
  /** Keeps what was viewed of the history for the next request. */
  known?: KnownHistory;
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
  /** The line about the pins that are not sent again. */
  unchanged: Block | undefined;
  /** What this turn carries of its pins, to be kept for later requests. */
  sent: AsSent[];
  /** Every text of the request in its order, by name. */
  texts: NamedText[];
  /** Set when the context must not be sent; the manifest says where the tokens are. */
  failure: Failure | undefined;
}

export function assemble(input: AssembleInput): Assembled {
  const {
    placement = "append",
    earlier = NOTHING_EARLIER,
    estimator = seedEstimator,
    known = new KnownHistory(),
  } = input;
  const asSent = placement === "append" ? earlier.asSent : NOTHING_EARLIER.asSent;
  const ordered = viewHistory(
    { history: input.history, to: input.model, load: input.load, rules: input.attachments, asSent },
    estimator,
    known,
  );
  const views = viewTurn(input, known, estimator);
  const pinned = weighedPins(placed(input, known, shownIn(ordered.past, asSent)), known, estimator);
  const frame = weighedFrame(input, estimator);
  const turn = turnMessage(input.turn.id, pinned, views);
  const rest = turn.tokens + frame.tokens;
  const limit = Math.max(0, input.model.context_window - input.model.max_output);
  const trimmed = trimHistory(ordered, { rest, limit, estimator, before: earlier.elided });
  const messages = [...trimmed.turns];
  appendTurn(messages, turn);
  const texts = [...frame.texts, ...trimmed.texts, ...turn.texts];
  const manifest: Manifest = {
    ...rowsOf(input, pinned, views),
    ...frame.rows,
    history: { messages: ordered.past.length, tokens: trimmed.tokens, tool_rounds: ordered.rounds },
    elided: trimmed.elided,
    dropped: [...ordered.dropped, ...droppedNow(views), ...pinned.dropped],
    estimate: rest + trimmed.tokens,
    limit,
    pins_placement: placement,
    prefix: measurePrefix(earlier.texts, texts),
  };
  const stable = stableCount(messages, placement, pinned);
  const context = { ...contextOf(input, messages, stable), ...unheard(input, [...ordered.past, turn]) };
  const failure = manifest.estimate > limit ? overBudget(manifest) : undefined;
  return { context, manifest, views, ...carriedBy(pinned), texts, failure };
}

function viewTurn(input: AssembleInput, { scales }: KnownHistory, estimator: Estimator): PartView[] {
  return viewParts(input.turn, input.load, input.attachments).map((view) =>
    view.block === undefined ? view : { ...view, block: scales.weigh(view.block, estimator) },
  );
}

/** The pins as they are now, compared with what was shown of them; or what the turn carried when it was sent. */
function placed({ carried, pins, load }: AssembleInput, known: KnownHistory, shown: readonly AsSent[]): PlacedPins {
  if (carried !== undefined) return placeAgain(carried);
  return placePins(
    known.viewPins(pins, (pin) => viewPin(pin, load)),
    shown,
  );
}

function carriedBy({ views, unchanged, sent }: PlacedPins): Pick<Assembled, "pins" | "unchanged" | "sent"> {
  return { pins: views, unchanged, sent };
}

interface Frame {
  tokens: number;
  rows: Pick<Manifest, "layers" | "tools">;
  texts: NamedText[];
}

/** The system text and the tools: what stands around the conversation. */
function weighedFrame({ layers, tools = [], digest }: AssembleInput, estimator: Estimator): Frame {
  const weigh = (text: string): { tokens: number; digest: string } => ({
    tokens: estimator.tokensIn(text),
    digest: digest(text),
  });
  const rows = layers.map(({ id, text }) => ({ id, ...weigh(text) }));
  const offered = toolsText(tools);
  const counted = { count: tools.length, ...weigh(offered) };
  return {
    tokens: rows.reduce((total, { tokens }) => total + tokens, tools.length > 0 ? counted.tokens : 0),
    rows: { layers: rows, ...(tools.length > 0 && { tools: counted }) },
    texts: frameTexts(offered, layers),
  };
}

function contextOf(
  { session_id, layers, tools = [] }: AssembleInput,
  messages: readonly PastMessage[],
  stable: number,
): Context {
  return {
    session_id,
    layers: [...layers],
    tools: [...tools],
    messages: messages.map(({ context }) => context),
    stable,
  };
}

/** Counts the blocks since the last prompt that reached the agent. A turn that failed without a session did not. */
function unheard({ history, turn, model }: AssembleInput, all: readonly PastMessage[]): Pick<Context, "unheard"> {
  if (model.keeps_session !== true) return {};
  const last = history.findLastIndex(
    (message) => message.role === "assistant" && message.metadata.agent_session !== undefined,
  );
  const since = new Set([...history.slice(last + 1), turn].map(({ id }) => id));
  const said = all.filter(({ id, role }) => role === "user" && since.has(id));
  return { unheard: said.reduce((count, { blocks }) => count + blocks.length, 0) };
}

/** In conversation order. Pins of messages that a summary replaced are not shown. */
function shownIn(past: readonly PastMessage[], asSent: ReadonlyMap<string, readonly AsSent[]>): AsSent[] {
  if (asSent.size === 0) return [];
  return past.flatMap(({ id, role, blocks }) =>
    role === "user" && blocks[0]?.block.origin.kind === "pinned" ? (asSent.get(id) ?? []) : [],
  );
}

function weighedPins(placed: PlacedPins, { scales }: KnownHistory, estimator: Estimator): PlacedPins {
  const turn = placed.turn.map((block) => scales.weigh(block, estimator));
  const unchanged = placed.unchanged && scales.weigh(placed.unchanged, estimator);
  const views = placed.views.map((view) => {
    const block = view.block && scales.weigh(view.block, estimator);
    return { ...view, block, tokens: block?.origin.tokens ?? estimator.tokensIn(view.text) };
  });
  return { ...placed, turn, unchanged, views };
}

function turnMessage(id: string, pinned: PlacedPins, views: readonly PartView[]): PastMessage {
  const nameOf = new Map<Block, string>(
    pinned.views.flatMap(({ id: pin, block }) => (block === undefined ? [] : [[block, words.pin(pin)] as const])),
  );
  const typed = views.flatMap(({ part, block }) =>
    block === undefined || isEmpty(block) ? [] : [{ block, what: part }],
  );
  const first = pinned.turn.map((block) => ({ block, what: nameOf.get(block) ?? words.pinNote }));
  return new PastMessage(id, "user", [...first, ...typed]);
}

/** The line about unchanged pins is one: it counts for the first of them. */
function rowsOf(
  input: AssembleInput,
  { views: pins, unchanged, sent }: PlacedPins,
  views: readonly PartView[],
): Omit<
  Manifest,
  "layers" | "tools" | "history" | "elided" | "dropped" | "estimate" | "limit" | "prefix" | "pins_placement"
> {
  const noted = pins.find(({ block }) => block === undefined && unchanged !== undefined);
  return {
    id: input.newId(),
    session_id: input.session_id,
    message_id: input.turn.id,
    at: input.now,
    model: modelKey(input.model),
    pinned: pins.map((pin) => ({
      id: pin.id,
      tokens: pin.block?.origin.tokens ?? (pin === noted ? (unchanged?.origin.tokens ?? 0) : 0),
      state: pin.state,
      as_of: input.now,
    })),
    task: views.map(({ part, block, lowered_as }) => ({ part, lowered_as, tokens: block?.origin.tokens ?? 0 })),
    ...(sent.length > 0 && { sent_pins: sent.map(({ text, ...pin }) => ({ ...pin, content_id: input.digest(text) })) }),
    reserve: input.model.max_output,
    actual: null,
  };
}

function droppedNow(views: readonly PartView[]): Manifest["dropped"] {
  return views.flatMap((view) => {
    const why = lossOf(view);
    return why === undefined ? [] : [{ what: view.part, why }];
  });
}

/** The next request repeats all of this one, unless this turn's pins go with it. */
function stableCount(messages: readonly PastMessage[], placement: PinsPlacement, { turn }: PlacedPins): number {
  return placement === "append" || turn.length === 0 ? messages.length : messages.length - 1;
}

/** Every provider reads the tools before everything else. */
function frameTexts(tools: string, layers: readonly Layer[]): NamedText[] {
  const all = [...(tools === "" ? [] : [{ id: words.tools, text: tools }]), ...layers];
  return all.map(({ id, text }) => ({ what: id, text, bytes: utf8Length(text) }));
}
