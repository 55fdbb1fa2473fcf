// The text that a chip refers to, for Convert to Text.
import { fileTargetOf } from "../../../message/file-target.ts";
import type { KnownPart } from "../../../message/part.ts";
import { readFile } from "../../files/files.ts";
import * as words from "../words.ts";

/** Rejects with a message for the user if the chip has no text. */
export async function textOfChip(part: KnownPart): Promise<string> {
  const target = fileTargetOf(part);
  if (target === undefined) throw new Error(words.chipWithoutText);
  const read = await readFile(target);
  switch (read.state) {
    case "text":
      return read.text;
    case "large":
      throw new Error(words.chipTooLarge(target.path));
    case "binary":
      throw new Error(words.chipNotText(target.path));
    case "unavailable":
      throw new Error(words.chipNotRead(target.path, read.reason));
    default:
      return read satisfies never;
  }
}
