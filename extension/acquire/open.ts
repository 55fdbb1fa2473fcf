// The open editors: names and states, not contents.
import type { Resolved } from "../message/resolved.ts";
import { context, nothing } from "./context.ts";
import { cutList } from "./cut.ts";
import * as words from "./words.ts";

export interface OpenEditor {
  path: string;
  active: boolean;
  unsaved: boolean;
}

const MOST = 40;

/** The active one first, else in the order of their tabs. */
export function openContext(editors: readonly OpenEditor[], now: number): Resolved {
  if (editors.length === 0) return nothing(words.noOpenEditor);
  const ordered = [...editors].sort((a, b) => Number(b.active) - Number(a.active));
  const { items, left_out } = cutList(ordered, MOST, words.moreEditors);
  const lines = items.map(({ path, active, unsaved }) => {
    const notes = [...(active ? [words.active] : []), ...(unsaved ? [words.unsaved] : [])];
    return notes.length === 0 ? path : `${path} (${notes.join(", ")})`;
  });
  return context("open", { editors: lines, ...(left_out !== undefined && { left_out }) }, now);
}
