// The text that a chip refers to, for Convert to Text.
import { fileTargetOf } from "../../../message/file-target.ts";
import type { KnownPart } from "../../../message/part.ts";
import { readFile } from "../../files/files.ts";

/** Rejects with a message for the user if the chip has no text. */
export async function textOfChip(part: KnownPart): Promise<string> {
  const target = fileTargetOf(part);
  if (target === undefined) throw new Error("This item cannot be converted to text.");
  const read = await readFile(target);
  switch (read.state) {
    case "text":
      return read.text;
    case "large":
      throw new Error(`${target.path} is too large to insert as text. Select fewer lines.`);
    case "binary":
      throw new Error(`${target.path} is not a text file.`);
    case "unavailable":
      throw new Error(`Could not read ${target.path}: ${read.reason}.`);
    default:
      return read satisfies never;
  }
}
