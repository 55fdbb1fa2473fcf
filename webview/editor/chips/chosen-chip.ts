// A chip that the user acts on, and what acting on it needs.
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
  /** The text comes later, for the chip of this id. */
  asText: (id: string, part: ChipPart) => void;
  /** Keeps it in sight: it goes with every message from now on. */
  pin: (part: ChipPart) => void;
}
