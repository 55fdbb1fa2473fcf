// The keys that walk, take and leave a list of suggestions while something is typed.
import type { EditorView } from "prosemirror-view";

const taken = new Set(["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Enter", "Tab", "Escape"]);

/** Never while an input method composes, nor with a key that makes it something else. */
export function isTokenKey(view: EditorView, event: KeyboardEvent): boolean {
  if (view.composing || event.isComposing || !taken.has(event.key)) return false;
  return !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey);
}
