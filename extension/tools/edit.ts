// edit: one text in a file becomes another, exactly where the model says and nowhere else.
import * as z from "zod/mini";
import { defineTool, refuse } from "./define.ts";
import { lineAt, whyNotFound } from "./edit-hint.ts";
import { findFile, readNeed } from "./locate.ts";
import type { DocumentText, Documents, Place, Ports } from "./ports.ts";
import type { CallAbout, Need, Outcome, Tool } from "./tool.ts";
import { MOST_BYTES, withBreaks } from "./write.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

const EditInput = z.object({
  path: z.string(),
  old_text: z.string().check(z.minLength(1), z.describe("Exactly as in the file, enough of it to be unique")),
  new_text: z.string(),
  all: z.optional(z.boolean()).check(z.describe("Replace every occurrence")),
});
type EditInput = z.infer<typeof EditInput>;

export function editTool({ files, documents, judge }: Pick<Ports, "files" | "documents" | "judge">): Tool {
  return defineTool({
    name: "edit",
    description: "Replace text in a file. The line numbers in read's output are not part of the text.",
    input: EditInput,
    harmless: false,
    async prepare(input, about) {
      if (input.old_text === input.new_text) return refuse(words.sameText);
      const meant = await findFile(files, input.path);
      if (!meant.ok) return refuse(meant.failure);
      const place = meant.value;
      const { path } = place;
      if (place.size > MOST_BYTES) return refuse(words.tooLargeToEdit(path));
      const held = await documents.text(place);
      if (!held.ok) return refuse(words.refused(path, held.failure));
      const edited = applyEdit(path, held.value, input);
      const read = readNeed(place);
      const needs: Need[] = [read, { permission: "write", pattern: path }];
      const run = (): Promise<Outcome> => editNow(documents, place, input, about);
      const call = { title: words.editTitle(path), needs, changes: true, run };
      if (edited.ok) {
        const preview = { type: "diff", path, before: held.value.text, after: edited.value.after } as const;
        return { ok: true, call: { ...call, preview } };
      }
      // The reason shows what is in the file, so Galley gives it only if the model may read the file.
      return judge(read, about.session_id) === "allow" ? refuse(edited.failure) : { ok: true, call };
    },
  });
}

/** Edits the text as it is now: earlier calls of the same answer may have changed the file. */
async function editNow(documents: Documents, place: Place, input: EditInput, about: CallAbout): Promise<Outcome> {
  const { path } = place;
  const held = await documents.text(place);
  if (!held.ok) return refuse(words.notEdited(path, held.failure));
  const edited = applyEdit(path, held.value, input);
  if (!edited.ok) return refuse(edited.failure);
  const replaced = await documents.replace(place, held.value.text, edited.value.after, about);
  if (!replaced.ok) return refuse(words.notChanged(path, replaced.failure));
  const [first = 1, ...others] = edited.value.lines;
  const { unsaved } = held.value;
  const output =
    others.length === 0
      ? words.changedLine(path, first, unsaved)
      : words.changedPlaces(path, others.length + 1, unsaved);
  return { ok: true, output };
}

type Edited = Result<{ after: string; lines: number[] }, string>;

function applyEdit(path: string, { text, eol }: DocumentText, { old_text, new_text, all = false }: EditInput): Edited {
  const isAsWritten = text.includes(old_text);
  const wanted = isAsWritten ? old_text : withBreaks(old_text, eol);
  const pieces = text.split(wanted);
  const count = pieces.length - 1;
  if (count === 0) return { ok: false, failure: whyNotFound(path, text, old_text) };
  const lines = linesOfMatches(text, pieces, wanted);
  if (count > 1 && !all) {
    const where = `${lines.slice(0, 10).join(", ")}${count > 10 ? ", …" : ""}`;
    return { ok: false, failure: words.ambiguous(path, count, where) };
  }
  return { ok: true, value: { after: pieces.join(withBreaks(new_text, eol)), lines } };
}

function linesOfMatches(text: string, pieces: readonly string[], wanted: string): number[] {
  let at = 0;
  let line = 1;
  return pieces.slice(0, -1).map((piece) => {
    line += lineAt(text, at, at + piece.length);
    const here = line;
    line += lineAt(wanted, 0, wanted.length);
    at += piece.length + wanted.length;
    return here;
  });
}
