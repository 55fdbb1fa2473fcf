// Pinned content: read for this turn and placed before what was typed in it, unless the conversation shows it already.
import { fileTargetOf } from "../message/file-target.ts";
import type { Manifest } from "../message/manifest.ts";
import type { Pin } from "../message/pin.ts";
import type { Range } from "../message/range.ts";
import { resourceOf } from "../message/resolved.ts";
import type { Snapshot } from "../message/snapshot.ts";
import { type LoadContent, viewParts } from "./blocks.ts";
import type { TextBlock } from "./context.ts";
import { estimateTokens } from "./tokens/estimate.ts";
import { fenced, placeName } from "./model-view.ts";
import { lossOf } from "./part-view.ts";
import * as words from "./words.ts";

/** A pin with what was read of it; a text stands for itself. */
export interface PinnedRead extends Pin {
  snapshot?: Snapshot;
  /** What a resource holds now. */
  held?: string;
}

/** `append`: pins stay where they were sent, and only changed ones are sent again. `turn`: only the current turn carries pins. */
export type PinsPlacement = "append" | "turn";

/** A pinned block as it stood before the typed content of a turn. The note about the others has no id. */
export interface AsSent {
  id: string;
  /** What it is called: two pins of one name show the same thing. */
  name: string;
  text: string;
  path?: string | undefined;
  range?: Range | undefined;
}

/** What became of one pin in this turn. */
export interface PinView {
  id: string;
  name: string;
  /** Of its whole text, whether that goes again or not. */
  tokens: number;
  /** All of it, as it would be sent. */
  text: string;
  /** What goes of it now; nothing when the conversation shows it already. */
  block: TextBlock | undefined;
  state: Manifest["pinned"][number]["state"];
  note?: string;
  /** Why it does not go as it looks. */
  problem?: string;
  /** Set when the model gets a placeholder instead. */
  dropped?: string;
  /** Set when the model gets less than was pinned. */
  reduced?: string;
}

export interface PlacedPins {
  /** Before the typed content of the turn's message. */
  turn: TextBlock[];
  /** One line about those that are not sent again. */
  unchanged: TextBlock | undefined;
  views: PinView[];
  /** The same blocks, to be kept for later requests. */
  sent: AsSent[];
  dropped: Manifest["dropped"];
}

/** `shown` is what the visible conversation shows of pins, in its order. */
export function placePins(pins: readonly PinView[], shown: readonly AsSent[]): PlacedPins {
  const versions = new Map<string, string[]>();
  for (const { id, name, text } of shown) if (id !== "") versions.set(name, [...(versions.get(name) ?? []), text]);
  const shownBefore: ShownBefore = { same: [], gone: [], back: [] };
  const views = pins.map((view) => {
    const before = versions.get(view.name) ?? [];
    const at = view.block === undefined ? -1 : before.lastIndexOf(view.block.text);
    if (at < 0) return view;
    if (at < before.length - 1) shownBefore.back.push(words.pinIsBack(view.name, at + 1, before.length));
    else shownBefore[view.state === "failed" ? "gone" : "same"].push(view.name);
    const state = view.state === "failed" ? view.state : "unchanged";
    return { ...view, state, block: undefined } satisfies PinView;
  });
  const unchanged = noteOf(shownBefore);
  const turn = [...views.flatMap(({ block }) => block ?? []), ...(unchanged === undefined ? [] : [unchanged])];
  return {
    turn,
    unchanged,
    views,
    sent: [
      ...views.flatMap(({ id, block }) => (block === undefined ? [] : [toSent(id, block)])),
      ...(unchanged === undefined ? [] : [toSent("", unchanged)]),
    ],
    dropped: views.flatMap((view) => {
      const why = lossOf(view);
      return why === undefined ? [] : [{ what: words.pin(view.id), why }];
    }),
  };
}

function toSent(id: string, { text, origin: { name, path, range } }: TextBlock): AsSent {
  return { id, name, text, ...(path !== undefined && { path }), ...(range !== undefined && { range }) };
}

export function toPinned({ name, text, path, range }: AsSent): TextBlock {
  const place = { ...(path !== undefined && { path }), ...(range !== undefined && { range }) };
  return { type: "text", text, origin: { kind: "pinned", name, ...place, tokens: estimateTokens(text, "code") } };
}

/** As they were sent: nothing is read, nothing is decided again. */
export function placeAgain(sent: readonly AsSent[]): PlacedPins {
  const views = sent.map((pin): PinView & { block: TextBlock } => {
    const block = toPinned(pin);
    return { id: pin.id, name: pin.name, tokens: block.origin.tokens, text: pin.text, block, state: "sent" };
  });
  return { turn: views.map(({ block }) => block), unchanged: undefined, views, sent: [...sent], dropped: [] };
}

/** Names of pins that are the same as shown last or still unavailable, and a sentence for each that is as it was earlier. */
interface ShownBefore {
  same: string[];
  gone: string[];
  back: string[];
}

function noteOf({ same, gone, back }: ShownBefore): TextBlock | undefined {
  const lines = [
    ...(same.length === 0 ? [] : [words.pinsUnchanged(same)]),
    ...back,
    ...(gone.length === 0 ? [] : [words.pinsUnavailable(gone)]),
  ];
  if (lines.length === 0) return undefined;
  const text = lines.join(" ");
  const origin = { kind: "pinned", name: words.unchangedPins, tokens: estimateTokens(text, "prose") };
  return { type: "text", text, origin };
}

export function viewPin(pin: PinnedRead, load: LoadContent): PinView {
  const { id, part, snapshot } = pin;
  const name = nameOf(pin);
  if (part.type === "text") return viewText(id, name, part.text, snapshot);
  if (resourceOf(part) !== undefined) return viewText(id, name, pin.held ?? "", snapshot);
  const metadata = { schema_version: 1, ...(snapshot !== undefined && { snapshots: { 0: snapshot } }) };
  const [view] = viewParts({ parts: [part], metadata }, load);
  if (view?.block?.type !== "text")
    return {
      id,
      name,
      tokens: 0,
      text: "",
      block: undefined,
      state: "failed",
      dropped: view?.dropped ?? words.noText,
    };
  const { block, note, problem, dropped, reduced } = view;
  const text = dropped === undefined ? asOfThisTurn(block.text) : block.text;
  const tokens = estimateTokens(text, part.type === "file-ref" ? "code" : "prose");
  return {
    id,
    name: block.origin.name,
    tokens,
    text,
    block: { type: "text", text, origin: { ...block.origin, kind: "pinned", tokens } },
    state: dropped === undefined ? "sent" : "failed",
    ...(note !== undefined && { note }),
    ...(problem !== undefined && { problem }),
    ...(dropped !== undefined && { dropped }),
    ...(reduced !== undefined && { reduced }),
  };
}

/** The text of a pin, or a placeholder if it could not be read. */
function viewText(id: string, name: string, body: string, snapshot: Snapshot | undefined): PinView {
  const reason = snapshot?.state === "unavailable" ? snapshot.reason : undefined;
  const text =
    reason === undefined ? `${asOfThisTurn(words.pinned(name))}\n${fenced(body, "markdown")}` : words.unavailable(name);
  const tokens = estimateTokens(text, "prose");
  const block: TextBlock = { type: "text", text, origin: { kind: "pinned", name, tokens } };
  const failed = reason !== undefined && {
    dropped: reason,
    problem: words.pinNotRead(name, reason),
  };
  return { id, name, tokens, text, block, state: reason === undefined ? "sent" : "failed", ...failed };
}

/** The label says when it was read: the next turn may carry other text under the same name. */
function asOfThisTurn(text: string): string {
  const end = text.indexOf("\n");
  const label = end < 0 ? text : text.slice(0, end);
  return `${words.asOfThisTurn(label)}${text.slice(label.length)}`;
}

function nameOf({ id, part, title }: Pin): string {
  const target = fileTargetOf(part);
  return target === undefined ? (title ?? resourceOf(part)?.uri ?? id) : placeName(target.path, target.range);
}
