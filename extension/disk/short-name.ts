// A file name that every disk takes: cut in its middle, so that its ending still says what it is.

/** Disks take 255 bytes; people read fewer. */
const MOST_BYTES = 100;
const MOST_ENDING_BYTES = 20;

export function shortName(name: string): string {
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
