// What the next send would cost, by source, and what each chip of the draft and each pin amounts to.
import type { Manifest } from "../message/manifest.ts";
import type { KnownPart } from "../message/part.ts";
import type { Pin } from "../message/pin.ts";
import type { Meter } from "../protocol/conversation.ts";
import { type Measure, partKey } from "../protocol/draft.ts";
import { changedPins } from "./pins.ts";
import type { Rooms } from "./rooms.ts";
import { preview } from "./turn.ts";

export interface MeasuredPin extends Pin {
  tokens: number;
  /** `gone`: the model gets a placeholder. */
  state: "live" | "changed" | "gone";
  note?: string;
  problem?: string;
}

export async function measureDraft(
  rooms: Rooms,
  sessionId: string,
  parts: readonly KnownPart[],
): Promise<{ meter: Meter; measures: Measure[]; pins: MeasuredPin[] }> {
  const { assembled, pinned } = await preview(rooms, sessionId, parts);
  const measures = parts.flatMap((part, index): Measure[] => {
    const view = assembled.views[index];
    if (part.type === "text" || view === undefined) return [];
    const { note, problem } = view;
    const tokens = view.block?.origin.tokens ?? 0;
    return [
      { key: partKey(part), tokens, ...(note !== undefined && { note }), ...(problem !== undefined && { problem }) },
    ];
  });
  const changed = changedPins(rooms, sessionId, pinned);
  const pins = pinned.map(({ snapshot, ...pin }, index): MeasuredPin => {
    const { tokens = 0, note, problem, dropped } = assembled.pins[index] ?? {};
    const state = dropped !== undefined ? "gone" : changed.has(pin.id) ? "changed" : "live";
    return { ...pin, tokens, state, ...(note !== undefined && { note }), ...(problem !== undefined && { problem }) };
  });
  return { meter: toMeter(assembled.manifest), measures, pins };
}

function toMeter({ layers, history, pinned, task, estimate, limit }: Manifest): Meter {
  const tokens = (rows: readonly { tokens: number }[]): number => rows.reduce((sum, row) => sum + row.tokens, 0);
  return {
    segments: [
      { id: "system", tokens: tokens(layers) },
      { id: "history", tokens: history.tokens },
      { id: "pinned", tokens: tokens(pinned) },
      { id: "task", tokens: tokens(task) },
    ],
    estimate,
    limit,
  };
}
