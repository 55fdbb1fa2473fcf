// read: the lines of a file or of an attachment, or what a folder holds.
import * as z from "zod/mini";
import { defineTool, refuse } from "../define.ts";
import { HEAD_BYTES, kindOf } from "./file-kind.ts";
import { type Lines, linesOf, linesOfLarge, type SomeLines } from "../lines.ts";
import { findSource, readNeed } from "../locate.ts";
import { wideMark } from "../../text/decode-text.ts";
import type { Attached, Decode, Place, Ports } from "../ports.ts";
import type { Outcome, Tool } from "../tool.ts";
import { firstBytes, RESULT_BYTES } from "../truncate.ts";
import * as words from "../words.ts";

const Line = z.optional(z.int().check(z.minimum(1)));

const ReadInput = z.object({
  path: z.string().check(z.describe("File, folder, or attachment:NAME")),
  start: Line.check(z.describe("First line, from 1")),
  end: Line.check(z.describe("Last line")),
  plain: z.optional(z.boolean()).check(z.describe("Without line numbers")),
});
type ReadInput = z.infer<typeof ReadInput>;

/** How many lines are read without a range. */
const WHOLE_LINES = 2_000;

/** Leaves room for line numbers and for the note after the lines. */
const TEXT_BYTES = RESULT_BYTES - 32 * 1024;

/** Larger files are read from disk in pieces, even if an editor has unsaved changes. */
const HELD_BYTES = 4 * 1024 * 1024;

export function readTool(ports: Pick<Ports, "files" | "documents" | "blobs" | "decode">): Tool {
  return defineTool({
    name: "read",
    description: `Read a text file with line numbers (${WHOLE_LINES} lines unless a range is given), list a folder, or read an attachment.`,
    input: ReadInput,
    harmless: true,
    async prepare(input, { session_id }) {
      const { start = 1, end = start + WHOLE_LINES - 1 } = input;
      if (end < start) return refuse(words.endBeforeStart);
      const source = await findSource(ports, input.path, session_id);
      if (!source.ok) return refuse(source.failure);
      const isWhole = input.start === undefined && input.end === undefined;
      const titleOf = (name: string): string =>
        isWhole ? words.readTitle(name) : words.readLinesTitle(name, start, end);
      const lines = { start, end };
      if ("attached" in source.value) {
        const { attached } = source.value;
        const run = (): Promise<Outcome> => readAttached(ports.decode, attached, lines, input);
        return { ok: true, call: { title: titleOf(attached.name), needs: [], changes: false, run } };
      }
      const { place } = source.value;
      const run = (signal: AbortSignal): Promise<Outcome> => readPlace(ports, place, lines, input, signal);
      return { ok: true, call: { title: titleOf(place.path), needs: [readNeed(place)], changes: false, run } };
    },
  });
}

async function readPlace(
  { files, documents, decode }: Pick<Ports, "files" | "documents" | "decode">,
  place: Place,
  lines: Lines,
  input: ReadInput,
  signal: AbortSignal,
): Promise<Outcome> {
  const { path } = place;
  if (place.kind === "folder") {
    const listing = await files.outline(place);
    return { ok: true, output: listing === "" ? words.onlyIgnored(path) : `${path}:\n${listing}` };
  }
  const head = await files.read(place, { start: 0, end: HEAD_BYTES });
  if (!head.ok) return refuse(words.refused(path, head.failure));
  const other = notText(path, head.value.bytes, head.value.size);
  if (other !== undefined) return other;
  if (head.value.size > HELD_BYTES) {
    const some = await linesOfLarge(files, place, lines, TEXT_BYTES, signal);
    return some.ok ? toOutcome(path, some.value, input) : refuse(words.refused(path, some.failure));
  }
  const held = await documents.text(place);
  if (held.ok)
    return toOutcome(
      path,
      linesOf(held.value.text, lines, TEXT_BYTES),
      input,
      held.value.unsaved ? words.notSavedYet : "",
    );
  const bytes = await files.read(place);
  const text = bytes.ok ? await decode(bytes.value.bytes, place.full) : undefined;
  if (text === undefined) return refuse(words.refused(path, held.failure));
  return toOutcome(path, linesOf(text, lines, TEXT_BYTES), input, words.notUtf8);
}

async function readAttached(
  decode: Decode,
  { name, bytes }: Attached,
  lines: Lines,
  input: ReadInput,
): Promise<Outcome> {
  const held = await bytes();
  if (held === undefined) return refuse(words.attachmentGone(name));
  const other = notText(name, held, held.length);
  if (other !== undefined) return other;
  const text = await decode(held, undefined);
  if (text === undefined) return refuse(words.refused(name, words.encodingUnknown));
  return toOutcome(name, linesOf(text, lines, TEXT_BYTES), input);
}

function notText(name: string, head: Uint8Array, size: number): Outcome | undefined {
  if (wideMark(head) !== undefined) return undefined;
  const kind = kindOf(head);
  switch (kind.type) {
    case "text":
      return undefined;
    case "picture":
      return refuse(words.isImage(name, kind.mime, size));
    case "pdf":
      return refuse(words.isPdf(name, size));
    case "other":
      return refuse(words.isBinary(name, size));
    default:
      return kind satisfies never;
  }
}

function toOutcome(path: string, { lines, start, total, isCut }: SomeLines, input: ReadInput, note = ""): Outcome {
  if (total === 1 && lines[0] === "") return { ok: true, output: words.isEmpty(path) };
  if (lines.length === 0) return refuse(words.noLine(path, total, start));
  const last = start + lines.length - 1;
  const body = lines.map((line, index) => {
    const text = firstBytes(line, TEXT_BYTES);
    return input.plain === true ? text : `${start + index}\t${text}`;
  });
  const isMore = isCut || (total === undefined ? input.end === undefined : last < total);
  const notes = [...(note === "" ? [] : [note]), ...(isMore ? [words.moreLines(start, last, total)] : [])];
  return { ok: true, output: `${body.join("\n")}${notes.length > 0 ? `\n\n[${notes.join("; ")}]` : ""}` };
}
