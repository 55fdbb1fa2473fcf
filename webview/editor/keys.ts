// The keys of the input; none of them acts while an input method is composing.
import { baseKeymap, splitBlock } from "prosemirror-commands";
import { keydownHandler } from "prosemirror-keymap";
import { Plugin, type Command, type EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { chipMotion } from "./chips/chip-motion.ts";
import { selectedChip } from "./commands.ts";
import { isFoldedSelected, unfoldSelected } from "./chips/folded.ts";
import type { OpenChip } from "./chips/open-chip.ts";

export interface KeyPorts {
  submit: () => void;
  /** Sends into the turn that runs. */
  steer: () => void;
  /** A turn runs, so that a key can send into it. */
  isBusy: () => boolean;
  /** Whether VS Code runs the commands of these keys; it learns only after a moment that the input has the focus. */
  areKeysBound: () => boolean;
  /** Enter alone sends; otherwise it breaks the line. */
  enterSends: () => boolean;
  open: OpenChip;
  /** Returns whether there was something to stop. */
  escape: () => boolean;
  /** Returns whether there was something to accept; if not, the focus goes on. */
  tab: () => boolean;
}

/** `mark`: remembers the message as it is when a key goes to VS Code. */
export function keys(ports: KeyPorts, mark: (state: EditorState) => void): Plugin {
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
  const steer: Command = (state, dispatch, view) => {
    if (!ports.isBusy() || selectedChip(state) !== undefined || isFoldedSelected(state))
      return plainEnter(state, dispatch, view);
    ports.steer();
    return true;
  };
  const handle = keydownHandler({
    ...baseKeymap,
    ...chipMotion,
    Enter: plainEnter,
    "Alt-Enter": steer,
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
          if (isComposing(view, event)) return false;
          view.dom.ownerDocument.dispatchEvent(new Event("selectionchange"));
          if (mayBeBound(event)) mark(view.state);
          return false;
        },
      },
      handleKeyDown(view, event) {
        if (isComposing(view, event)) return false;
        if (goesToVsCode(view.state, event, ports)) return true;
        const isHandled = handle(view, event);
        // VS Code would run its command for the key as well.
        if (isHandled && event.key === "Enter") event.stopPropagation();
        return isHandled;
      },
    },
  });
}

/** The keys that send are bound in package.json, so that users can change them. On a chip, they open it. */
function goesToVsCode(state: EditorState, { key, altKey, ctrlKey, metaKey }: KeyboardEvent, ports: KeyPorts): boolean {
  if (key !== "Enter" || selectedChip(state) !== undefined || isFoldedSelected(state)) return false;
  if (!ports.areKeysBound()) return false;
  return ctrlKey || metaKey || (altKey && ports.isBusy());
}

/** A key that types nothing, so that VS Code may run a command for it. */
function mayBeBound({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isModifier = ["Alt", "AltGraph", "Control", "Meta", "Shift"].includes(key);
  return !isModifier && (altKey || ctrlKey || metaKey || /^F\d+$/.test(key));
}

function isComposing(view: EditorView, event: KeyboardEvent): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- 229 is the only sign some input methods give
  return view.composing || event.isComposing || event.keyCode === 229;
}
