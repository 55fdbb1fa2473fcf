// A template in pieces: its text, and everything that may be a slot. What is one depends on what is declared and given.

export type Piece =
  | { kind: "text"; text: string }
  | { kind: "all"; text: string; isCode: boolean }
  | { kind: "position"; text: string; isCode: boolean; number: number }
  | { kind: "name"; text: string; isCode: boolean; name: string };

const SLOT =
  /\$\$|\$(?<number>[1-9]\d*)|\$ARGUMENTS(?!\w)|\$@|\$\{(?<braced>[A-Za-z_][\w-]*)\}|\{\{\s*(?<double>[A-Za-z_][\w-]*)\s*\}\}/g;

export function parseTemplate(template: string): Piece[] {
  const pieces: Piece[] = [];
  const isCodeAt = codeIn(template);
  let end = 0;
  for (const match of template.matchAll(SLOT)) {
    const [text] = match;
    const isCode = isCodeAt(match.index);
    pieces.push({ kind: "text", text: template.slice(end, match.index) });
    end = match.index + text.length;
    const { number, braced, double } = match.groups ?? {};
    const name = braced ?? double;
    if (number !== undefined) pieces.push({ kind: "position", text, isCode, number: Number(number) });
    else if (name !== undefined) pieces.push({ kind: "name", text, isCode, name });
    else pieces.push(text === "$$" ? { kind: "text", text: "$" } : { kind: "all", text, isCode });
  }
  pieces.push({ kind: "text", text: template.slice(end) });
  return pieces;
}

const FENCE = /^[ \t]*(?<sign>`{3,}|~{3,})(?<info>[^\n]*)$/gm;

/** Tells whether a place is in a fence of code. Ask from the head to the end. */
export function codeIn(text: string): (at: number) => boolean {
  const fences = text.matchAll(FENCE);
  let next = fences.next();
  let open: string | undefined;
  return (place) => {
    while (next.done !== true && next.value.index <= place) {
      const { sign = "", info = "" } = next.value.groups ?? {};
      if (open === undefined) open = sign;
      else if (sign.startsWith(open) && info.trim() === "") open = undefined;
      next = fences.next();
    }
    return open !== undefined;
  };
}

/** The numbers that stand in the text outside code, as far as none before them is missing. */
export function positionsIn(pieces: readonly Piece[]): ReadonlySet<number> {
  const found = new Set(pieces.flatMap((piece) => (piece.kind === "position" && !piece.isCode ? [piece.number] : [])));
  const run = new Set<number>();
  while (found.has(run.size + 1)) run.add(run.size + 1);
  return run;
}
