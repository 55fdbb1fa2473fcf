// Keys that act on the selected chip.
import { Plugin } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { changeChip, chosenChip, lastLine } from "./chip-actions.ts";
import type { ChipPorts } from "./chosen-chip.ts";
import { fewerLines, moreLines } from "./chip-lines.ts";
import { openChipMenu } from "./chip-menu.ts";

/** The menu key, Shift+F10 or Alt+Down opens the menu; plus and minus change the end of the lines, with Shift the start. */
export function chipKeys(ports: ChipPorts): Plugin {
  return new Plugin({
    props: {
      handleKeyDown: (view, event) => !event.isComposing && act(view, event, ports),
      handleDOMEvents: {
        // A composition replaces the selected chip, as typing does; the browser would not delete the chip.
        compositionstart: (view) => {
          if (chosenChip(view, ports) !== undefined) view.dispatch(view.state.tr.deleteSelection());
          return false;
        },
        // Some browsers send only this event for the menu key. The chip itself handles the mouse.
        contextmenu: (view, event) => {
          const chip = event.button === 2 ? undefined : chosenChip(view, ports);
          if (chip === undefined) return false;
          event.preventDefault();
          openChipMenu(view, chip.position, ports);
          return true;
        },
      },
    },
  });
}

function act(view: EditorView, event: KeyboardEvent, ports: ChipPorts): boolean {
  const chip = chosenChip(view, ports);
  if (chip === undefined) return false;
  if (asksForMenu(event)) {
    openChipMenu(view, chip.position, ports);
    return true;
  }
  const change = event.ctrlKey || event.metaKey || event.altKey ? undefined : changeOf(event);
  if (change === undefined) return false;
  changeChip(chip, change(chip.part, event.shiftKey ? "start" : "end", lastLine(chip)));
  return true;
}

function asksForMenu({ key, shiftKey, altKey }: KeyboardEvent): boolean {
  return key === "ContextMenu" || (shiftKey && key === "F10") || (altKey && key === "ArrowDown");
}

/** The key with the plus on it, whether plus needs Shift on this keyboard or not; the same for minus. */
function changeOf({ key, code }: KeyboardEvent): typeof moreLines | undefined {
  if (key === "+" || key === "=" || code === "NumpadAdd" || (key === "*" && code === "BracketRight")) return moreLines;
  if (key === "-" || key === "_" || code === "NumpadSubtract") return fewerLines;
  return undefined;
}
