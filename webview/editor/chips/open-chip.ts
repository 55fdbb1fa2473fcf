// Opens a chip: a click leaves the focus in the panel; Ctrl+click, ⌘+click and Enter move it to what opens.
import type { ChipPart } from "../schema.ts";

export type OpenChip = (part: ChipPart, stays: boolean) => void;

/** A click by the keyboard moves the focus, as Enter does. */
export function isLook({ detail, ctrlKey, metaKey }: Pick<MouseEvent, "detail" | "ctrlKey" | "metaKey">): boolean {
  return detail > 0 && !ctrlKey && !metaKey;
}
