// What the drill's host writes, so that whoever looks afterwards knows every word of it.
import type { KnownPart } from "../../extension/message/part.ts";

export const sessionIds = ["ses_a", "ses_b", "ses_c"];

/** Different for every number, some of it long enough for many pages. */
export function partsOf(number: number): KnownPart[] {
  const long = number % 7 === 0 ? `\n${"ünï çødé 🦊 ".repeat(9_000)}` : "";
  return [
    { type: "text", text: `#${number} look at ` },
    { type: "file-ref", ref: { kind: "path", path: `src/${number}.ts`, range: { start: 1, end: 2 } } },
    { type: "text", text: ` and say "${number}" \\ \u0000 'twice'${long}` },
  ];
}

/** The number in a first part, or `undefined` for something the host never wrote. */
export function numberOf(parts: readonly { type: string }[]): number | undefined {
  const [first] = parts;
  const found = first !== undefined && "text" in first ? /^#(\d+) /.exec(String(first.text)) : null;
  return found === null ? undefined : Number(found[1]);
}

export const answerChunks = Array.from({ length: 60 }, (_, index) => `word ${index} — `);
export const wholeAnswer = answerChunks.join("");

/** What the host says once it is true on disk. */
export type Acknowledged =
  | { kind: "ready" | "failure"; words: string }
  | { kind: "message" | "queued"; session: string; id: string; number: number }
  | { kind: "draft"; session: string; number: number }
  | { kind: "answer"; session: string; id: string };
