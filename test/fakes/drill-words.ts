// What the drill's host writes: the check afterwards knows every word of it.
import { dirname, join } from "node:path";
import type { KnownPart } from "../../extension/message/part.ts";

export const conversationIds = ["ses_a", "ses_b", "ses_c"];

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

/** The files that the host's tools change, beside the database. */
export const workFolder = (database: string): string => join(dirname(database), "work");
export const fileNames = ["a.ts", "b.ts", "deep/c.ts", "deep/er/d.ts"];

/** Every number has a line of its own at both ends and here and there between; one in 41 is larger than a row. */
export function fileText(number: number): string {
  const lines = number % 41 === 0 ? 24_000 : 1 + ((number * 7) % 900);
  const inside = Array.from({ length: lines }, (_, at) =>
    at % 400 === 7 ? `#${number}` : `ünï ${at % 7} of these lines stay as they are`,
  );
  return `#${number} \n${inside.join("\r\n")}\n#${number} end`;
}

/** The number of a whole text, or nothing for one that the host never wrote. */
export function fileNumber(text: string): number | undefined {
  const found = /^#(\d+) /.exec(text);
  const number = Number(found?.[1] ?? Number.NaN);
  return found !== null && text === fileText(number) ? number : undefined;
}

/** What the host says once it is true on disk. */
export type Acknowledged =
  | { kind: "ready" | "failure"; words: string }
  | { kind: "message" | "queued"; session: string; id: string; number: number }
  | { kind: "draft"; session: string; number: number }
  | { kind: "answer"; session: string; id: string }
  | { kind: "edit"; message: string; file: string; number: number; before: number | undefined };
