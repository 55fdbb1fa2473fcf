// The keys of the input; none of them acts while an input method is composing.
import { baseKeymap, splitBlock } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import { keydownHandler } from "prosemirror-keymap";
import { Plugin, type Command } from "prosemirror-state";
import { selectedChip } from "./commands.ts";
import type { ChipPart } from "./schema.ts";

export interface KeyPorts {
  submit: () => void;
  open: (part: ChipPart) => void;
  /** Returns whether there was something to stop. */
  escape: () => boolean;
}

export function keys(ports: KeyPorts): Plugin {
  const enter: Command = (state) => {
    const chip = selectedChip(state);
    if (chip === undefined) ports.submit();
    else ports.open(chip);
    return true;
  };
  const handle = keydownHandler({
    ...baseKeymap,
    Enter: enter,
    "Mod-Enter": enter,
    "Shift-Enter": splitBlock,
    Escape: () => ports.escape(),
    "Mod-z": undo,
    "Mod-y": redo,
    "Shift-Mod-z": redo,
  });
  return new Plugin({
    props: {
      handleKeyDown(view, event) {
        const composing = view.composing || event.isComposing || event.keyCode === 229;
        return composing ? false : handle(view, event);
      },
    },
  });
}
