// The text a chip stands for, to be edited in the message.
import { fileTargetOf } from "../message/file-target.ts";
import type { KnownPart } from "../message/part.ts";
import { readFile } from "./files.ts";

/** Rejects with words when there is no text to give. */
export async function textOfChip(part: KnownPart): Promise<string> {
  const target = fileTargetOf(part);
  if (target === undefined) throw new Error("This chip does not stand for a text.");
  const read = await readFile(target);
  switch (read.state) {
    case "text":
      return read.text;
    case "large":
      throw new Error(`${target.path} is too large to become text here. Choose fewer lines first.`);
    case "binary":
      throw new Error(`${target.path} is not text.`);
    case "unavailable":
      throw new Error(`${target.path} cannot be read: ${read.reason}.`);
    default:
      return read satisfies never;
  }
}
