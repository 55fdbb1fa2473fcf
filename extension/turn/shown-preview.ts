// What the panel shows of a call that asks for permission: a change as lines, or a text.
import { structuredPatch } from "diff";
import type { Ask } from "../protocol/ask.ts";
import type { Circumstance, Preview } from "../tools/tool.ts";
import * as words from "./words.ts";

type ShownPreview = NonNullable<Extract<Ask, { type: "approval" }>["preview"]>;

/** Commands are shorter than this, so that the panel shows them whole. */
const MOST_CHARACTERS = 100_000;

const MOST_LINES = 2_000;

/** For a line of a change, and the value of a variable. */
const LONGEST_LINE = 20_000;

/** A larger change is shown as the whole new text, because comparing it would take too long. */
const MOST_EDITS = 1_000;

export function shownPreview(preview: Preview): ShownPreview {
  if (preview.type === "text") {
    const { text, about } = preview;
    return {
      type: "text",
      text: bounded(text, MOST_CHARACTERS, "\n"),
      ...(about !== undefined && { about: about.map(boundedFact) }),
    };
  }
  const { path, before, after } = preview;
  const patch = structuredPatch(path, path, before, after, "", "", { context: 3, maxEditLength: MOST_EDITS });
  const lines =
    patch === undefined
      ? wholeText(before, after)
      : patch.hunks.flatMap(({ lines: hunk }, index) => (index === 0 ? hunk : [" …", ...hunk]));
  const shown = fitting(lines.slice(0, MOST_LINES).map((line) => bounded(line, LONGEST_LINE, " ")));
  const rest = lines.length - shown.length;
  return { type: "diff", path, lines: rest > 0 ? [...shown, ` ${words.moreLines(rest)}`] : shown };
}

/** The new text, after a line that says how many lines it replaces. */
function wholeText(before: string, after: string): string[] {
  const [gone, come] = [before, after].map((text) => split(text.replace(/\n$/, ""), "+"));
  const replaced = gone === undefined || gone.length === 0 ? [] : [` ${words.replacing(gone.length)}`];
  return [...replaced, ...(come ?? [])];
}

function boundedFact({ name, value, note }: Circumstance): Circumstance {
  const fact = { name: bounded(name, 200, " "), value: bounded(value, LONGEST_LINE, "\n") };
  return { ...fact, ...(note !== undefined && { note }) };
}

/** As many lines as fit, at least the first. */
function fitting(lines: readonly string[]): string[] {
  let length = 0;
  const end = lines.findIndex((line, at) => (length += line.length) > MOST_CHARACTERS && at > 0);
  return end < 0 ? [...lines] : lines.slice(0, end);
}

function split(text: string, sign: string): string[] {
  return text === "" ? [] : text.split("\n").map((line) => sign + line);
}

/** Replaces the text beyond `most` with a count of its characters. */
function bounded(text: string, most: number, between: string): string {
  const rest = text.length - most;
  return rest > 0 ? `${text.slice(0, most)}${between}${words.moreCharacters(rest)}` : text;
}
