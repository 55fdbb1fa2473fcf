// How a chip is opened: a click shows its place and leaves the focus here, Ctrl or ⌘ with the click, or Enter, goes there.
import type { ChipPart } from "../schema.ts";

export type OpenChip = (part: ChipPart, stays: boolean) => void;

/** A click that the keyboard made goes there, as Enter does. */
export function isLook({ detail, ctrlKey, metaKey }: Pick<MouseEvent, "detail" | "ctrlKey" | "metaKey">): boolean {
  return detail > 0 && !ctrlKey && !metaKey;
}
