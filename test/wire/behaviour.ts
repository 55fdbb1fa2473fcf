// One recorded behaviour of a server: a text file with what the server sends and what Galley makes of it.

/** What one request meets. */
export interface Recorded {
  status: number;
  headers: Record<string, string>;
  pieces: Piece[];
}

/** Bytes that arrive together, a silence, or the end of the connection before that of the answer. */
type Piece = Uint8Array<ArrayBuffer> | { silence: number } | "reset";

export interface Behaviour {
  title: string;
  sources: string[];
  /** `at`, `model`, `patience`, `line-ends`, `pieces`. */
  options: Record<string, string>;
  /** The last one meets all further attempts, too. */
  responses: Recorded[];
  /** What the request that follows meets first. */
  next: Recorded[];
  /** Everything before the sections that Galley writes. */
  head: string;
  /** As the file has them. */
  expected: Record<string, string>;
}

/** What Galley makes of it. `asked` is in the files only where the request itself is the behaviour. */
const SECTIONS = ["asked", "events", "stored", "back"] as const;
export type Section = (typeof SECTIONS)[number];

export function parseBehaviour(text: string): Behaviour {
  const [front = "", ...rest] = text.split(/^--- (?=\w+\n)/m);
  const sections = rest.map((section): [string, string] => {
    const at = section.indexOf("\n");
    return [section.slice(0, at), section.slice(at + 1)];
  });
  const [title = "", ...lines] = front.trimEnd().split("\n");
  const named = lines.map((line): [string, string] => {
    const at = line.indexOf(": ");
    return [line.slice(0, at), line.slice(at + 2)];
  });
  const options = Object.fromEntries(named.filter(([name]) => name !== "source"));
  const given = sections.filter(([name]) => name === "response" || name === "next");
  const read = (wanted: string): Recorded[] =>
    given.filter(([name]) => name === wanted).map(([, section]) => parseResponse(section, options));
  return {
    title,
    sources: named.filter(([name]) => name === "source").map(([, value]) => value),
    options,
    responses: read("response"),
    next: read("next"),
    head: `${front}${given.map(([name, section]) => `--- ${name}\n${section}`).join("")}`,
    expected: Object.fromEntries(sections.filter(([name]) => name !== "response" && name !== "next")),
  };
}

/** Begins with `HTTP 429` and headers up to a blank line if it is not a plain 200. */
function parseResponse(section: string, options: Record<string, string>): Recorded {
  const first = /^HTTP (\d{3})\n((?:[\w-]+: .*\n)*)\n/.exec(section);
  const headers = [...(first?.[2] ?? "").matchAll(/^([\w-]+): (.*)$/gm)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  const body = section.slice(first?.[0].length ?? 0);
  const end = { crlf: "\r\n", cr: "\r" }[options["line-ends"] ?? ""] ?? "\n";
  const pieces = parsePieces(body.replaceAll("\n", end));
  return {
    status: Number(first?.[1] ?? 200),
    headers: Object.fromEntries(headers) as Record<string, string>,
    pieces: options["pieces"] === "bytes" ? pieces.flatMap(byteByByte) : pieces,
  };
}

function byteByByte(piece: Piece): Piece[] {
  return piece instanceof Uint8Array ? [...piece].map((byte) => Uint8Array.of(byte)) : [piece];
}

/**
 * What stands between ⟦ and ⟧ is no text: `|` parts two pieces, `EF BB BF` are bytes, `silence 40` are milliseconds, `reset`
 * breaks the connection, and what follows `end` is not sent.
 */
function parsePieces(body: string): Piece[] {
  const pieces: Piece[] = [];
  let held: Uint8Array[] = [];
  const close = (): void => {
    if (held.length > 0) pieces.push(joined(held));
    held = [];
  };
  for (const [, text = "", mark = ""] of body.matchAll(/([^⟦]*)(?:⟦([^⟧]*)⟧)?/g)) {
    if (text !== "") held.push(new TextEncoder().encode(text));
    if (mark === "end") break;
    if (/^[0-9A-F]{2}( [0-9A-F]{2})*$/.test(mark))
      held.push(Uint8Array.from(mark.split(" "), (hex) => parseInt(hex, 16)));
    else if (mark !== "") close();
    if (mark === "reset") pieces.push("reset");
    if (mark.startsWith("silence ")) pieces.push({ silence: Number(mark.slice("silence ".length)) });
  }
  close();
  return pieces;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The file anew, with these sections. A file that has no `asked` gets none. */
export function printBehaviour({ head, expected }: Behaviour, made: Readonly<Record<Section, string>>): string {
  const shown = SECTIONS.filter((name) => name !== "asked" || name in expected);
  return head + shown.map((name) => `--- ${name}\n${made[name]}`).join("");
}
