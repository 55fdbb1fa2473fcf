// Attachments as lines after the message, for agents that read of files in text.
import type { ContentBlock } from "@agentclientprotocol/sdk";
import * as words from "./words.ts";

/** Appends the lines to the last text block, or adds a text block. */
export function withLines(prompt: ContentBlock[], paths: readonly string[]): ContentBlock[] {
  if (paths.length === 0) return prompt;
  const last = prompt.at(-1);
  const lines = words.attachments(paths);
  return last?.type === "text"
    ? [...prompt.slice(0, -1), { type: "text", text: `${last.text}\n\n${lines}` }]
    : [...prompt, { type: "text", text: lines }];
}

/** Joins the texts unchanged, with an empty line between two that do not meet at a blank. */
export function asOneText(prompt: readonly ContentBlock[], paths: readonly string[]): ContentBlock[] {
  const texts = prompt.flatMap((block) => (block.type === "text" && block.text !== "" ? [block.text] : []));
  const message = texts.reduce((all, text) => {
    const meets = all === "" || /\s$/.test(all) || /^\s/.test(text);
    return `${all}${meets ? "" : "\n\n"}${text}`;
  }, "");
  return withLines(message === "" ? [] : [{ type: "text", text: message }], paths);
}
