// Tells what the user should know about the selected chip before sending.
import { Plugin } from "prosemirror-state";
import { selectedChip } from "../commands.ts";
import type { Measures } from "./measures.ts";

export function chipHint(measures: Measures, tell: (sentence: string) => void): Plugin {
  return new Plugin({
    view: (view) => {
      let told = "";
      const look = (): void => {
        const chip = selectedChip(view.state);
        const sentence = (chip && measures.of(chip)?.problem) ?? "";
        if (sentence !== told) tell((told = sentence));
      };
      const forget = measures.listen(look);
      return { update: look, destroy: forget };
    },
  });
}
