// A request as lines of text that a person can read and compare: JSON, with texts of several lines written out.
import { compact } from "../text/counted.ts";
import * as words from "./words.ts";

/** A longer line is folded: its beginning and a digest tell it from another. */
const LONGEST_LINE = 2_000;
const SHOWN_OF_LONG = 120;

interface Shown {
  /** The same for equal texts only. */
  digest: (text: string) => string;
}

/** One line at a time, so that the caller can stop or rest between them. */
export function* requestLines(value: unknown, shown: Shown): Generator<string> {
  yield* linesOf(value, { ...shown, before: "", indent: "", after: "" });
}

interface Place extends Shown {
  /** What stands before the value in its first line: the key, or nothing. */
  before: string;
  indent: string;
  /** A comma, or nothing. */
  after: string;
}

function* linesOf(value: unknown, place: Place): Generator<string> {
  const { before, indent, after } = place;
  if (typeof value === "string" && value.includes("\n")) yield* textLines(value, place);
  else if (typeof value === "string") yield `${indent}${before}${JSON.stringify(folded(value, place))}${after}`;
  else if (Array.isArray(value))
    yield* within(
      value.map((item: unknown) => ["", item] as const),
      "[]",
      place,
    );
  else if (typeof value === "object" && value !== null)
    yield* within(
      Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => [`${JSON.stringify(key)}: `, item] as const),
      "{}",
      place,
    );
  else yield `${indent}${before}${JSON.stringify(value ?? null)}${after}`;
}

function* within(
  entries: readonly (readonly [string, unknown])[],
  brackets: "[]" | "{}",
  place: Place,
): Generator<string> {
  const { before, indent, after } = place;
  if (entries.length === 0) {
    yield `${indent}${before}${brackets}${after}`;
    return;
  }
  yield `${indent}${before}${brackets.charAt(0)}`;
  for (const [index, [key, item]] of entries.entries())
    yield* linesOf(item, {
      ...place,
      before: key,
      indent: `${indent}  `,
      after: index < entries.length - 1 ? "," : "",
    });
  yield `${indent}${brackets.charAt(1)}${after}`;
}

/** Each line behind a bar; the bars end where the text ends. */
function* textLines(text: string, place: Place): Generator<string> {
  const { before, indent } = place;
  yield `${indent}${before}`.trimEnd();
  for (const line of text.split("\n")) yield `${indent}  | ${folded(line, place)}`;
}

function folded(text: string, { digest }: Shown): string {
  if (text.length <= LONGEST_LINE) return text;
  return words.foldedLine(text.slice(0, SHOWN_OF_LONG).toWellFormed(), compact(text.length), digest(text).slice(-12));
}
