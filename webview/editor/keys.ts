// The keys of the input; none of them acts while an input method is composing.
import { baseKeymap, splitBlock } from "prosemirror-commands";
import { keydownHandler } from "prosemirror-keymap";
import { Plugin, type Command } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { chipMotion } from "./chips/chip-motion.ts";
import { selectedChip } from "./commands.ts";
import { isFoldedSelected, unfoldSelected } from "./chips/folded.ts";
import type { OpenChip } from "./chips/open-chip.ts";

export interface KeyPorts {
  submit: () => void;
  /** Sends the message into the running turn. Returns whether a turn runs. */
  steer: () => boolean;
  /** Enter alone sends; otherwise it breaks the line. */
  enterSends: () => boolean;
  open: OpenChip;
  /** Returns whether there was something to stop. */
  escape: () => boolean;
  /** Returns whether there was something to accept; if not, the focus goes on. */
  tab: () => boolean;
}

export function keys(ports: KeyPorts): Plugin {
  const enter: Command = (state, dispatch) => {
    if (unfoldSelected(state, dispatch)) return true;
    const chip = selectedChip(state);
    if (chip === undefined) ports.submit();
    else ports.open(chip, false);
    return true;
  };
  const plainEnter: Command = (state, dispatch, view) =>
    ports.enterSends() || selectedChip(state) !== undefined || isFoldedSelected(state)
      ? enter(state, dispatch, view)
      : splitBlock(state, dispatch, view);
  const handle = keydownHandler({
    ...baseKeymap,
    ...chipMotion,
    Enter: plainEnter,
    "Alt-Enter": (state, dispatch, view) => ports.steer() || plainEnter(state, dispatch, view),
    "Mod-Enter": enter,
    "Shift-Enter": splitBlock,
    Escape: () => ports.escape(),
    Tab: () => ports.tab(),
  });
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown(view, event) {
          // The browser reports a cursor move late; a fast next key (a macro, dictation) must see the new position.
          if (!isComposing(view, event)) view.dom.ownerDocument.dispatchEvent(new Event("selectionchange"));
          return false;
        },
      },
      handleKeyDown: (view, event) => !isComposing(view, event) && handle(view, event),
    },
  });
}

function isComposing(view: EditorView, event: KeyboardEvent): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- 229 is the only sign some input methods give
  return view.composing || event.isComposing || event.keyCode === 229;
}
