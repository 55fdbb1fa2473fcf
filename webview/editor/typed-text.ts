// Typed text in a long message: goes into the document directly and measures the page as little as possible.
import { Plugin, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";

export function typedText(): Plugin {
  return new Plugin({
    props: {
      handleScrollToSelection: showCursor,
      handleDOMEvents: {
        beforeinput(view, event) {
          const text = plainlyTyped(view, event);
          if (text === undefined) return false;
          event.preventDefault();
          insert(view, text);
          return true;
        },
      },
    },
  });
}

/** How close to the edge of the input the cursor may come. */
const MARGIN = 5;

/** Scrolls the input alone, which is all that scrolls: ProseMirror measures every element around it, too, for each key. */
function showCursor(view: EditorView): boolean {
  const { selection } = view.state;
  if (!(selection instanceof TextSelection)) return false;
  const cursor = view.coordsAtPos(selection.head);
  const { top, bottom } = view.dom.getBoundingClientRect();
  const above = top + MARGIN - cursor.top;
  const below = cursor.bottom - bottom + MARGIN;
  if (above > 0) view.dom.scrollTop -= above;
  else if (below > 0) view.dom.scrollTop += below;
  return true;
}

/** The text that goes to the cursor. The browser keeps what replaces other text: input methods, accents, corrections. */
function plainlyTyped(view: EditorView, event: InputEvent): string | undefined {
  const { inputType, data, isComposing } = event;
  if (inputType !== "insertText" || data === null || isComposing || view.composing) return undefined;
  if (event.getTargetRanges().some(({ collapsed }) => !collapsed)) return undefined;
  const { selection } = view.state;
  return selection instanceof TextSelection && selection.empty ? data : undefined;
}

/** As ProseMirror does for text that it finds in the page. */
function insert(view: EditorView, text: string): void {
  const at = view.state.selection.from;
  const make = () => view.state.tr.insertText(text).scrollIntoView();
  if (!view.someProp("handleTextInput", (handle) => handle(view, at, at, text, make))) view.dispatch(make());
}
