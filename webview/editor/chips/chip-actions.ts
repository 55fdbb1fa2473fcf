// The actions on a chip: the entries of its menu, in order.
import type { EditorView } from "prosemirror-view";
import { closeHistory } from "prosemirror-history";
import { NodeSelection } from "prosemirror-state";
import { fileTargetOf } from "../../../extension/message/file-target.ts";
import { resourceOf } from "../../../extension/message/resolved.ts";
import { fewerLines, linesOf, moreLines, wholeFile } from "./chip-lines.ts";
import { askForText } from "./chip-text.ts";
import { removeChipAt } from "../commands.ts";
import { chipOf, type ChipPart } from "../schema.ts";
import type { ChosenChip } from "./chosen-chip.ts";
import type { ChipPorts } from "./chosen-chip.ts";
import * as words from "../words.ts";

export interface ChipAction {
  label: string;
  /** The key that does the same while the chip is selected, as the menu shows it. */
  key?: string;
  applies: (part: ChipPart) => boolean;
  run: (chip: ChosenChip) => void;
}

const hasLines = (part: ChipPart): boolean => linesOf(part) !== undefined;
const isFile = (part: ChipPart): boolean => fileTargetOf(part) !== undefined;
const isResource = (part: ChipPart): boolean => resourceOf(part) !== undefined;
/** Editor context is read when the message is sent, so there is nothing to open yet. */
const opens = (part: ChipPart): boolean => part.type !== "mention" || part.target.kind !== "context";

export const chipActions: readonly ChipAction[] = [
  {
    label: words.open,
    key: "Enter",
    applies: opens,
    run: ({ part, ports }) => ports.open(part, false),
  },
  {
    label: words.expandRange,
    key: "+",
    applies: hasLines,
    run: (chip) => changeChip(chip, moreLines(chip.part, "end", lastLine(chip))),
  },
  {
    label: words.shrinkRange,
    key: "−",
    applies: hasLines,
    run: (chip) => changeChip(chip, fewerLines(chip.part, "end", lastLine(chip))),
  },
  {
    label: words.useWholeFile,
    applies: (part) => wholeFile(part) !== undefined,
    run: (chip) => changeChip(chip, wholeFile(chip.part)),
  },
  { label: words.pin, applies: (part) => isFile(part) || isResource(part), run: ({ part, ports }) => ports.pin(part) },
  { label: words.convertToText, applies: isFile, run: askForText },
  {
    label: words.remove,
    key: "Delete",
    applies: () => true,
    run: ({ view, position }) => removeChipAt(view, position),
  },
];

export function chosenChip(view: EditorView, ports: ChipPorts): ChosenChip | undefined {
  const { selection } = view.state;
  const part = selection instanceof NodeSelection ? chipOf(selection.node) : undefined;
  return part === undefined ? undefined : { view, position: selection.from, part, ports };
}

/** Replaces the chip in one undo step; the chip stays selected. */
export function changeChip({ view, position }: ChosenChip, part: ChipPart | undefined): void {
  if (part === undefined) return;
  const tr = closeHistory(view.state.tr).setNodeMarkup(position, null, { part });
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, position)));
}

export function lastLine({ part, ports }: ChosenChip): number | undefined {
  return ports.measures.of(part)?.lines;
}
