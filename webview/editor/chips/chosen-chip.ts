// A chip that the user acts on, and the ports for the actions.
import type { EditorView } from "prosemirror-view";
import type { ChipPart } from "../schema.ts";
import type { Measures } from "./measures.ts";
import type { OpenChip } from "./open-chip.ts";

/** A chip that is selected. */
export interface ChosenChip {
  view: EditorView;
  position: number;
  part: ChipPart;
  ports: ChipPorts;
}

export interface ChipPorts {
  measures: Measures;
  open: OpenChip;
  /** Asks the host for the text of the chip; the answer names this id. */
  asText: (id: string, part: ChipPart) => void;
  /** Pins the part: it is sent with every message from now on. */
  pin: (part: ChipPart) => void;
}
