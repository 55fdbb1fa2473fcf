// The assembled context: what the model will read, in order, before any wire's shape.
import type { Range } from "../message/range.ts";

/** Where a block came from, for the inspector and for wires that keep structure. */
interface Origin {
  /** The part's type. */
  kind: string;
  /** As people name it: `src/a.ts:10-25`. Empty for plain text. */
  name: string;
  path?: string;
  range?: Range;
  tokens: number;
}

/** `text` is exactly what a text-only wire sends. */
export interface TextBlock {
  type: "text";
  text: string;
  origin: Origin;
}

export type Block = TextBlock;

export interface ContextMessage {
  id: string;
  role: "user" | "assistant";
  blocks: Block[];
}

export interface Layer {
  id: string;
  text: string;
}

export interface Context {
  layers: Layer[];
  messages: ContextMessage[];
}

/** Layers in their order, joined by a blank line. */
export function systemText(layers: readonly Layer[]): string {
  return layers.map((layer) => layer.text).join("\n\n");
}
