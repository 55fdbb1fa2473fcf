// A template in pieces: its text, and everything that may be a slot. What is one depends on what is declared and given.

export type Piece =
  | { kind: "text"; text: string }
  | { kind: "file"; path: string }
  | { kind: "all"; text: string; isCode: boolean }
  | { kind: "position"; text: string; isCode: boolean; number: number }
  | { kind: "name"; text: string; isCode: boolean; name: string };

const SLOT =
  /\$\$|\$(?<number>[1-9]\d*)|\$ARGUMENTS(?!\w)|\$@|\$\{(?<braced>[A-Za-z_][\w-]*)\}|\{\{\s*(?<double>[A-Za-z_][\w-]*)\s*\}\}|(?<=^|[\s(])@(?<path>[^\s@$`"'(){}<>,;|*?]+)/gm;

/** `files` are the paths that become their files where the template has them as `@path`. */
export function parseTemplate(template: string, files: ReadonlySet<string> = new Set()): Piece[] {
  const pieces: Piece[] = [];
  const isCodeAt = codeIn(template);
  let end = 0;
  for (const match of template.matchAll(SLOT)) {
    const [text] = match;
    const isCode = isCodeAt(match.index);
    const { number, braced, double, path } = match.groups ?? {};
    const named = path === undefined ? undefined : withoutStop(path);
    // An address that names no file is text like any other.
    if (named !== undefined && (isCode || !files.has(named))) continue;
    pieces.push({ kind: "text", text: template.slice(end, match.index) });
    end = match.index + (named === undefined ? text.length : named.length + 1);
    const name = braced ?? double;
    if (named !== undefined) pieces.push({ kind: "file", path: named });
    else if (number !== undefined) pieces.push({ kind: "position", text, isCode, number: Number(number) });
    else if (name !== undefined) pieces.push({ kind: "name", text, isCode, name });
    else pieces.push(text === "$$" ? { kind: "text", text: "$" } : { kind: "all", text, isCode });
  }
  pieces.push({ kind: "text", text: template.slice(end) });
  return pieces;
}

const MOST_PATHS = 20;

/** What a template names as `@path` outside code, the first twenty: below the workspace, if it is a path at all. */
export function pathsIn(template: string): string[] {
  const isCodeAt = codeIn(template);
  const paths = new Set<string>();
  for (const { groups, index } of template.matchAll(SLOT)) {
    const isCode = isCodeAt(index);
    const path = withoutStop(groups?.["path"] ?? "");
    const leadsOut = /^(?:[/\\~]|[a-z][a-z0-9+.-]*:)|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(path);
    if (path !== "" && !isCode && !leadsOut) paths.add(path);
    if (paths.size === MOST_PATHS) break;
  }
  return [...paths];
}

/** The stop of a sentence is no part of a path. */
function withoutStop(path: string): string {
  return path.replace(/[.:!]+$/, "");
}

const FENCE = /^[ \t]*(?<sign>`{3,}|~{3,})(?<info>[^\n]*)$/gm;

/** Tells whether a place is in a fence of code. Ask from the head to the end. */
function codeIn(text: string): (at: number) => boolean {
  const fences = text.matchAll(FENCE);
  let next = fences.next();
  let open: string | undefined;
  return (place) => {
    while (next.done !== true && next.value.index <= place) {
      const { sign = "", info = "" } = next.value.groups ?? {};
      // Code between backticks on one line opens nothing.
      const isInline = sign.startsWith("`") && info.includes("`");
      if (open === undefined) open = isInline ? undefined : sign;
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
