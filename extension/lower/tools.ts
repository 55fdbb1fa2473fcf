// Tools as the wires need them: offered only to models that call them, inputs always an object.
import type { Block, Context, ReasoningBlock, TextBlock, ToolSpec } from "../assemble/context.ts";
import type { Model } from "../message/model.ts";
import { nameOf, type Warning } from "./lowered.ts";
import * as words from "./words.ts";

export function offeredTools({ tools }: Context, model: Model, warnings: Warning[]): ToolSpec[] {
  if (tools.length === 0 || model.tools) return tools;
  warnings.push({ what: words.tools, why: words.toolsNotSupported(model.name ?? model.id) });
  return [];
}

/** For a model that calls no tools, earlier calls and their results are sent as text. */
export function asWords(block: Block, model: Model): Block {
  if (model.tools || (block.type !== "tool-call" && block.type !== "tool-result")) return block;
  const asText: TextBlock = { type: "text", text: block.text, origin: block.origin };
  return asText;
}

/** Wraps input that is not an object, such as broken JSON, so that the model sees what it wrote. */
export function inputObject(input: unknown): Record<string, unknown> {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? { ...input } : { input };
}

/** Why signed reasoning cannot return to its provider; `undefined` when it can. */
export function reasonToOmit(block: ReasoningBlock, model: Model): string | undefined {
  if (block.provider !== undefined && block.provider !== model.provider) return words.reasoningOfOther;
  if (block.signature === undefined && block.redacted === undefined) return words.reasoningUnsigned;
  return undefined;
}

export function leaveOut(block: Block, why: string, warnings: Warning[]): void {
  warnings.push({ what: nameOf(block), why });
}
