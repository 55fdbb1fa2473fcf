// The keys that move in, choose from and close the list of suggestions.
import type { EditorView } from "prosemirror-view";

const taken = new Set(["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Enter", "Tab", "Escape"]);

/** Never while an input method composes, nor with a modifier key. */
export function isTokenKey(view: EditorView, event: KeyboardEvent): boolean {
  if (view.composing || event.isComposing || !taken.has(event.key)) return false;
  return !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey);
}
