// What the next send would cost, by source, and what each chip of the draft amounts to.
import type { Manifest } from "../message/manifest.ts";
import type { KnownPart, Part } from "../message/part.ts";
import type { Meter } from "../protocol/conversation.ts";
import { type Measure, partKey } from "../protocol/draft.ts";
import type { Rooms } from "./rooms.ts";
import { preview } from "./turn.ts";

export async function measureDraft(
  rooms: Rooms,
  sessionId: string,
  parts: readonly KnownPart[],
): Promise<{ meter: Meter; measures: Measure[] }> {
  const { assembled } = await preview(rooms, sessionId, parts);
  const views = new Map(assembled.views.map((view) => [view.of && partKeyOf(view.of), view]));
  const spelled = assembled.views.find((view) => view.of?.type === "text");
  const measures = parts.flatMap((part): Measure[] => {
    // A command chip costs what its text does; the chips among its arguments are counted by themselves.
    const view = part.type === "command" ? spelled : views.get(partKey(part));
    if (part.type === "text" || view === undefined) return [];
    const { note, problem } = view;
    const tokens = view.block?.origin.tokens ?? 0;
    return [
      { key: partKey(part), tokens, ...(note !== undefined && { note }), ...(problem !== undefined && { problem }) },
    ];
  });
  return { meter: toMeter(assembled.manifest), measures };
}

function partKeyOf(part: Part): string {
  return part.type === "unknown" ? "" : partKey(part);
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
