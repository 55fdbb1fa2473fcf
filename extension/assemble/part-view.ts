// A part as the model gets it, and what the user must know of the difference.
import type { Part } from "../message/part.ts";
import type { MediaBlock, TextBlock } from "./context.ts";

/** What became of one part: a block, or nothing and the reason. */
export interface PartView {
  part: string;
  /** The part itself, set when a whole message is viewed; for a command, each part it became. */
  of?: Part;
  block: TextBlock | MediaBlock | undefined;
  lowered_as: string;
  /** Set when the model does not get what the user composed. */
  dropped?: string;
  /** Set when the model gets less than the user composed: a range that was cut, a name instead of a text. */
  reduced?: string;
  /** Set when it goes, but not as it looks: shown on the chip before sending. */
  problem?: string;
  /** It could not be read. */
  is_missing?: boolean;
  note?: string;
}

/** What the account of a request says of a part that the model does not get as it was composed. */
export function lossOf({ dropped, reduced }: Pick<PartView, "dropped" | "reduced">): string | undefined {
  return dropped ?? reduced;
}
