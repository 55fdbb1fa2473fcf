// File names that every system takes, made from names that people, web pages and other systems gave.
import { join } from "node:path";

/** Windows refuses these in a name, and `/` and `\` separate names. */
const REFUSED = /[<>:"|?*/\\\u0000-\u001f\u007f-\u009f]/g;

/** Windows takes these for devices, in any folder, with any ending. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i;

/** Disks take 255 bytes; people read fewer. */
const MOST_BYTES = 100;
const MOST_ENDING_BYTES = 20;

/** The same on all systems, so that a folder can be shared. Not empty, and at most 100 bytes in UTF-8. */
export function safeName(given: string): string {
  const last = given.split(/[\\/]/).findLast((name) => name !== "") ?? "";
  const plain = trimmed(last.toWellFormed().replace(REFUSED, "_"));
  const name = trimmed(cut(DEVICE.test(plain) ? `_${plain}` : plain));
  return name === "" ? "_" : name;
}

/** Each content has a folder of its own, so that two files whose names are or become the same can both keep it. */
export function attachmentPath(folder: string, contentId: string, name: string): string {
  return join(folder, contentId.slice(0, 16), safeName(name));
}

/** Windows drops dots and blanks at the end, so the file would have another name. */
function trimmed(name: string): string {
  return name.trimStart().replace(/[.\s]+$/, "");
}

/** In the middle, so that the ending still says what it is. */
function cut(name: string): string {
  if (Buffer.byteLength(name) <= MOST_BYTES) return name;
  const [ending = ""] = /\.[^.]+$/.exec(name) ?? [];
  const kept = Buffer.byteLength(ending) <= MOST_ENDING_BYTES ? ending : "";
  const most = MOST_BYTES - Buffer.byteLength(kept);
  let begin = "";
  // Do not cut a character in two.
  for (const character of name) {
    if (Buffer.byteLength(begin + character) > most) break;
    begin += character;
  }
  return begin + kept;
}
