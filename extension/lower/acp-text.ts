// Attachments as lines after the message, for agents that are told of files in words.
import type { ContentBlock } from "@agentclientprotocol/sdk";

/** The message, a blank line, `Attachments:` and a line for each. */
function attachmentLines(paths: readonly string[]): string {
  return `Attachments:\n${paths.map((path) => `- ${path}\n`).join("")}`;
}

/** Appends the lines to the last text block, or adds a text block. */
export function withLines(prompt: ContentBlock[], paths: readonly string[]): ContentBlock[] {
  if (paths.length === 0) return prompt;
  const last = prompt.at(-1);
  const lines = attachmentLines(paths);
  return last?.type === "text"
    ? [...prompt.slice(0, -1), { type: "text", text: `${last.text}\n\n${lines}` }]
    : [...prompt, { type: "text", text: lines }];
}

/** Texts stand as they are; between two of them that do not meet at a blank, there is an empty line. */
export function asOneText(prompt: readonly ContentBlock[], paths: readonly string[]): ContentBlock[] {
  const texts = prompt.flatMap((block) => (block.type === "text" && block.text !== "" ? [block.text] : []));
  const message = texts.reduce((all, text) => {
    const meets = all === "" || /\s$/.test(all) || /^\s/.test(text);
    return `${all}${meets ? "" : "\n\n"}${text}`;
  }, "");
  return withLines(message === "" ? [] : [{ type: "text", text: message }], paths);
}
