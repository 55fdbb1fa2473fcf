// What is selected: lines of a file as references, text that is in no file as it stands.
import type { LineRange } from "../message/range.ts";
import type { ContextPart, Resolved } from "../message/resolved.ts";
import { nothing } from "./context.ts";
import { cutText } from "./cut.ts";
import * as words from "./words.ts";

export interface SelectedLines {
  path: string;
  range?: LineRange;
}

/** From a notebook cell, a diff editor or an output: there is no file to read the text from later. */
export interface SelectedText {
  source: string;
  range?: LineRange;
  text: string;
}

const MOST = { lines: 2_000, characters: 64 * 1024 };

/** In the order given; the same lines once. */
export function selectionContext(selected: readonly (SelectedLines | SelectedText)[], now: number): Resolved {
  const parts = selected.map((one) => ("text" in one ? textPart(one, now) : linesPart(one)));
  const distinct = new Map(parts.map((part) => [JSON.stringify(part), part]));
  return distinct.size === 0 ? nothing(words.nothingSelected) : { parts: [...distinct.values()] };
}

function linesPart({ path, range }: SelectedLines): ContextPart {
  return { type: "file-ref", ref: { kind: "path", path, ...(range !== undefined && { range }) } };
}

function textPart({ source, range, text }: SelectedText, now: number): ContextPart {
  const { text: kept, left_out } = cutText(text, MOST);
  const payload = {
    ...(range !== undefined && { lines: `${range.start}-${range.end}` }),
    text: kept,
    ...(left_out !== undefined && { left_out }),
  };
  return { type: "editor-context", kind: "selection", source, payload, emitted_at: now };
}
