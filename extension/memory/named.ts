// The name and description of a memory without a given name, made from its first words.
import { MOST_DESCRIPTION, nameFault, UNSEEN } from "./entry.ts";

/** Names are short, because the description stands beside them. */
const WORDS = 4;
const LONGEST = 32;

/** Keeps Latin letters without their accents, and digits. "note" if none are left. */
export function nameFrom(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/['’]/g, "").toLowerCase();
  const words = plain.match(/[a-z0-9]+/g)?.slice(0, WORDS) ?? [];
  let name = "";
  for (const word of words) {
    if (name !== "" && name.length + word.length >= LONGEST) break;
    name = name === "" ? word.slice(0, LONGEST) : `${name}-${word}`;
  }
  if (name === "") return "note";
  return nameFault(name) === undefined ? name : `note-${name}`;
}

/** The first line that is not empty, without its Markdown marks. */
export function descriptionFrom(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^[\s#>*-]+/, "").trim());
  const line = (lines.find((words) => words !== "") ?? "").replaceAll(new RegExp(UNSEEN, "gu"), " ").trim();
  const characters = Array.from(line);
  return characters.length > MOST_DESCRIPTION ? `${characters.slice(0, MOST_DESCRIPTION - 1).join("")}…` : line;
}
