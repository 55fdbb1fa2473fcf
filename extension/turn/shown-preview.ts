// A change as lines: what the panel shows of a call before it is allowed.
import { structuredPatch } from "diff";
import type { Ask } from "../protocol/ask.ts";
import type { Preview } from "../tools/tool.ts";

type ShownPreview = NonNullable<Extract<Ask, { type: "approval" }>["preview"]>;

const MOST_LINES = 400;
const MOST_CHARACTERS = 20_000;

/** A change of more lines than this is shown as the whole new text: to find its lines would take too long. */
const MOST_EDITS = 1_000;

export function shownPreview(preview: Preview): ShownPreview {
  if (preview.type === "text") return { type: "text", text: bounded(preview.text) };
  const { path, before, after } = preview;
  const patch = structuredPatch(path, path, before, after, "", "", { context: 3, maxEditLength: MOST_EDITS });
  const lines =
    patch === undefined
      ? after.split("\n").map((line) => `+${line}`)
      : patch.hunks.flatMap(({ lines: hunk }, index) => (index === 0 ? hunk : [" …", ...hunk]));
  const shown = lines.slice(0, MOST_LINES).map((line) => (line.length > 500 ? `${line.slice(0, 499)}…` : line));
  const rest = lines.length - shown.length;
  return { type: "diff", path, lines: rest > 0 ? [...shown, ` … ${rest} more lines`] : shown };
}

function bounded(text: string): string {
  const rest = text.length - MOST_CHARACTERS;
  return rest > 0 ? `${text.slice(0, MOST_CHARACTERS)}\n… ${rest} more characters` : text;
}
