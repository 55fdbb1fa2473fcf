// A diff as git writes it, file by file, each with the names it is about.

export interface FileDiff {
  /** As the repository names it; two if the file was renamed, none if the diff does not tell. */
  names: string[];
  text: string;
}

/** Lines of content begin with a blank or a sign, so a line like this can only begin the next file. */
const BEGINNING = /^(?=diff --|Submodule )/m;

export function splitDiff(text: string): FileDiff[] {
  return text
    .split(BEGINNING)
    .filter((piece) => piece.trim() !== "")
    .map((piece) => ({ names: namesOf(piece), text: piece }));
}

/** Reads the lines above the first change. */
function namesOf(piece: string): string[] {
  const [head = ""] = piece.split(/^(?:@@|GIT binary patch)/m, 1);
  const moved = [...head.matchAll(/^(?:rename|copy) (?:from|to) (.*)$/gm)].map(([, name = ""]) => plain(name));
  if (moved.length > 0) return moved;
  const [, merged] = /^diff --(?:cc|combined) (.*)$/m.exec(head) ?? [];
  if (merged !== undefined) return [plain(merged)];
  const [, submodule] = /^Submodule (.*?) (?:[0-9a-f]{7,}|contains )/m.exec(head) ?? [];
  if (submodule !== undefined) return [submodule];
  const [, both] = /^diff --git (.*)$/m.exec(head) ?? [];
  return both === undefined ? [] : nameIn(both);
}

/** The same name twice, with `a/` and `b/` before it unless the user's settings say otherwise. */
function nameIn(both: string): string[] {
  const half = (both.length - 1) / 2;
  const [one, other] = [plain(both.slice(0, half)), plain(both.slice(half + 1))];
  if (one === other) return [one];
  const name = withoutPrefix(one);
  return name === withoutPrefix(other) ? [name] : [];
}

function withoutPrefix(name: string): string {
  return name.replace(/^[a-z]\//, "");
}

/** Git puts quotes around names with unusual signs, and writes those byte by byte. */
function plain(name: string): string {
  if (!/^".*"$/s.test(name)) return name;
  const bytes = [...name.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs)].map(
    ([, octal, escaped, rest = ""]) => {
      if (octal !== undefined) return Uint8Array.of(Number.parseInt(octal, 8));
      return new TextEncoder().encode(escaped === undefined ? rest : (ESCAPED[escaped] ?? escaped));
    },
  );
  return new TextDecoder().decode(Uint8Array.from(bytes.flatMap((some) => [...some])));
}

const ESCAPED: Readonly<Partial<Record<string, string>>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};
