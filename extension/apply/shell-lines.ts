// The commands of a code block, one per line: text that can be inserted into a terminal without running.
import { hasUnseen } from "../text/visible-text.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

export type Commands = Result<string[], string>;

/** `$ npm test`, `me@host:~$ ls`, `PS C:\> dir`, `C:\> dir`. */
const PROMPT = /^\s*(?:(?:[\w.-]+@[\w.-]+[^$#%]*)?[$%❯➜]|PS(?:\s[^>]*)?>|[A-Z]:\\[^>]*>)\s+(?<command>.*)$/;

/** If the block shows prompts, only the commands after them, without their output. Otherwise every line except comments. */
export function commandsOf(text: string): Commands {
  const lines = text.split(/\r?\n/);
  // An escape sequence, a Ctrl+C or a carriage return is a key in a terminal.
  if (hasUnseen(lines.join("\n")))
    return {
      ok: false,
      failure: words.unseenCharacters,
    };
  const prompted = lines.flatMap((line) => PROMPT.exec(line.slice(0, 10_000))?.groups?.["command"] ?? []);
  const meant = prompted.length > 0 ? prompted : lines.filter((line) => !/^\s*(?:#|::|rem\s)/i.test(line));
  // A tab would complete what stands before it.
  const commands = meant.map((line) => line.replaceAll("\t", " ").trim()).filter((line) => line !== "");
  return commands.length > 0 ? { ok: true, value: commands } : { ok: false, failure: words.noCommand };
}
