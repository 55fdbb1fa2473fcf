// The network traffic of a turn as text: each request with its body, and each piece of the response with its time.
import { foldedText } from "../assemble/fold.ts";
import type { JournalEntry } from "../send/line/journal.ts";
import * as words from "./words.ts";

/** Longer bodies and answers are cut in the middle here; the export has them whole. */
const SHOWN_CHARACTERS = 40_000;

export function trafficText(entries: readonly JournalEntry[]): string {
  return entries.map(entryText).join("\n\n");
}

function entryText({ method, url, headers, body, status, pieces, ended }: JournalEntry): string {
  const [first] = pieces;
  const facts = [
    `${method} ${url}`,
    status === undefined ? words.noResponse : String(status),
    ...(first === undefined ? [] : [words.firstByte(first.at_ms)]),
    ended === undefined ? words.inProgress : words.ended(ended.how, ended.at_ms),
  ];
  return [
    facts.join(" · "),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    foldedText(body, SHOWN_CHARACTERS),
    "",
    foldedText(
      pieces.map(({ at_ms, text }) => `${words.arrived(at_ms)}\n${text.trimEnd()}`).join("\n"),
      SHOWN_CHARACTERS,
    ),
  ].join("\n");
}
