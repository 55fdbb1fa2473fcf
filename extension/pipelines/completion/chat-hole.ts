// A hole for a model that only converses: the file with a mark where the caret is, and what to do about it.
import type { Block, Context } from "../../assemble/context.ts";
import { fenced, fileLabel } from "../../assemble/model-view.ts";
import { seedEstimator } from "../../assemble/tokens/estimate.ts";
import type { Hole } from "../../lower/fim/hole.ts";
import * as words from "./words.ts";

export const CHAT_LAYER = "completion";

export function chatContext(hole: Hole): Context {
  const { path, language, prefix, suffix, snippets, amount } = hole;
  const mark = markFor(prefix + suffix);
  const others = snippets.map((one) =>
    block(`${fileLabel(one.path, undefined, [])}\n${fenced(one.text, "")}`, one.path),
  );
  const file = `${fileLabel(path, undefined, [])}\n${fenced(`${prefix}${mark}${suffix}`, language)}`;
  const task = words.fillHole(mark, amount === "line");
  return {
    session_id: CHAT_LAYER,
    layers: [{ id: CHAT_LAYER, text: words.chatLayer }],
    tools: [],
    messages: [{ id: CHAT_LAYER, role: "user", blocks: [...others, block(file, path), block(task, "")] }],
    stable: 0,
  };
}

function block(text: string, name: string): Block {
  const origin = { kind: name === "" ? "text" : "file-ref", name, tokens: seedEstimator.tokensIn(text) };
  return { type: "text", text, origin };
}

/** One that the file does not contain. */
function markFor(text: string): string {
  for (let count = 0; ; count += 1) {
    const mark = count === 0 ? "<FILL_HERE>" : `<FILL_HERE_${count}>`;
    if (!text.includes(mark)) return mark;
  }
}
