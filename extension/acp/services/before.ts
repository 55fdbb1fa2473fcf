// The text of a file before an agent changed it, from the agent's diffs and the text as it is now.
import type { Diff } from "@agentclientprotocol/sdk";

/** `null` if there was no file; `undefined` if the diffs do not say for sure. */
export function textBefore(
  now: string,
  diffs: readonly Pick<Diff, "oldText" | "newText">[],
): string | null | undefined {
  let text = now;
  for (const { oldText, newText } of diffs.toReversed()) {
    if (text === newText) {
      if (oldText === null || oldText === undefined) return null;
      text = oldText;
      continue;
    }
    // Some agents report whole files, some only the lines around a change.
    const at = newText === "" ? -1 : text.indexOf(newText);
    if (at < 0 || text.includes(newText, at + 1) || oldText === null || oldText === undefined) return undefined;
    text = text.slice(0, at) + oldText + text.slice(at + newText.length);
  }
  return text === now ? undefined : text;
}
