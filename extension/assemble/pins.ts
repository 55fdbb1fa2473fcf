// Pinned content: read for this turn, placed before what was typed in it, and gone with it.
import { fileTargetOf } from "../message/file-target.ts";
import type { Manifest } from "../message/manifest.ts";
import type { Pin } from "../message/pin.ts";
import type { Snapshot } from "../message/snapshot.ts";
import { type LoadContent, viewParts } from "./blocks.ts";
import type { TextBlock } from "./context.ts";
import { estimateTokens } from "./estimate.ts";
import { fenced, placeName } from "./model-view.ts";

/** A pin with what was read of it; a text stands for itself. */
export interface PinnedRead extends Pin {
  snapshot?: Snapshot;
}

/** What became of one pin in this turn. */
export interface PinView {
  id: string;
  name: string;
  tokens: number;
  block: TextBlock | undefined;
  note?: string;
  /** Why it does not go as it looks. */
  problem?: string;
  /** Set when the model gets a placeholder instead. */
  dropped?: string;
}

export interface PlacedPins {
  /** Before the typed content of the turn's message; no other message has any. */
  turn: TextBlock[];
  views: PinView[];
  rows: Manifest["pinned"];
  dropped: Manifest["dropped"];
}

/** Only the current turn carries pins. */
export function placePins(pins: readonly PinnedRead[], load: LoadContent, now: number): PlacedPins {
  const views = pins.map((pin) => viewPin(pin, load));
  return {
    turn: views.flatMap(({ block }) => block ?? []),
    views,
    rows: views.map(({ id, tokens, dropped }) => ({
      id,
      tokens,
      state: dropped === undefined ? "sent" : "failed",
      as_of: now,
    })),
    dropped: views.flatMap(({ id, dropped }) => (dropped === undefined ? [] : [{ what: `pin ${id}`, why: dropped }])),
  };
}

function viewPin(pin: PinnedRead, load: LoadContent): PinView {
  const { id, part, snapshot } = pin;
  const name = nameOf(pin);
  if (part.type === "text") return viewText(id, name, part.text, snapshot);
  const metadata = { schema_version: 1, ...(snapshot !== undefined && { snapshots: { 0: snapshot } }) };
  const [view] = viewParts({ parts: [part], metadata }, load);
  if (view?.block === undefined) return { id, name, tokens: 0, block: undefined, dropped: view?.dropped ?? "nothing" };
  const { block, note, problem, dropped } = view;
  const text = dropped === undefined ? asOfThisTurn(block.text) : block.text;
  const tokens = estimateTokens(text, part.type === "file-ref" ? "code" : "prose");
  return {
    id,
    name: block.origin.name,
    tokens,
    block: { type: "text", text, origin: { ...block.origin, kind: "pinned", tokens } },
    ...(note !== undefined && { note }),
    ...(problem !== undefined && { problem }),
    ...(dropped !== undefined && { dropped }),
  };
}

/** A text, or the words of whoever brings it; a bringer that failed leaves a placeholder. */
function viewText(id: string, name: string, body: string, snapshot: Snapshot | undefined): PinView {
  const reason = snapshot?.state === "unavailable" ? snapshot.reason : undefined;
  const text =
    reason === undefined
      ? `${asOfThisTurn(`Pinned: ${name}`)}\n${fenced(body, "markdown")}`
      : `[attachment unavailable: ${name}]`;
  const tokens = estimateTokens(text, "prose");
  const block: TextBlock = { type: "text", text, origin: { kind: "pinned", name, tokens } };
  const failed = reason !== undefined && { dropped: reason, problem: `${name} cannot be read: ${reason}.` };
  return { id, name, tokens, block, ...failed };
}

/** The label says when it was read: the next turn may carry other text under the same name. */
function asOfThisTurn(text: string): string {
  const end = text.indexOf("\n");
  const label = end < 0 ? text : text.slice(0, end);
  return `${label}, as of this turn${text.slice(label.length)}`;
}

function nameOf({ id, part, title }: Pin): string {
  const target = fileTargetOf(part);
  return target === undefined ? (title ?? id) : placeName(target.path, target.range);
}
