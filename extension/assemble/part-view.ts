// A part as the model gets it, and what the user must know of the difference.
import type { Part } from "../message/part.ts";
import type { Range } from "../message/range.ts";
import type { MediaBlock, TextBlock } from "./context.ts";
import { type ContentClass, estimateTokens } from "./tokens/estimate.ts";
import * as words from "./words.ts";

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

/** The lines or bytes of a file that a part stands for. */
export interface Place {
  path: string;
  range?: Range;
}

export function textView(
  kind: string,
  name: string,
  text: string,
  content: ContentClass,
  loweredAs: string,
  place?: Place,
): PartView {
  const origin = { kind, name, ...place, tokens: estimateTokens(text, content) };
  return { part: name === "" ? kind : `${kind} ${name}`, block: { type: "text", text, origin }, lowered_as: loweredAs };
}

export function noView(kind: string, name: string, loweredAs: string, why: string): PartView {
  return { part: `${kind} ${name}`, block: undefined, lowered_as: loweredAs, dropped: why };
}

/** A mention that stands for nothing now. */
export function unresolvedView(name: string, reason = words.mentionUnresolved): PartView {
  return { ...noView("mention", name, words.asNothing, reason), problem: words.notSent(name, reason) };
}

/** What the account of a request says of a part that the model does not get as it was composed. */
export function lossOf({ dropped, reduced }: Pick<PartView, "dropped" | "reduced">): string | undefined {
  return dropped ?? reduced;
}
