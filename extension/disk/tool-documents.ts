// The tools' documents without an editor: checks the text on disk, then replaces it atomically.
import { type FileHandle, mkdir, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import type { Documents, DocumentText } from "../tools/ports.ts";
import { closing } from "./closing.ts";
import { createFile, type Replaced, replaceFile, type Replacing } from "./write/replace-file.ts";
import { openFailure, openSame, type Spot } from "./places/same-file.ts";
import { samePath } from "./places/same-path.ts";
import { type Check, readWhole } from "./write/write-in-place.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

export const diskDocuments: Documents = {
  async text(place) {
    const opened = await openSame(place);
    if (!opened.ok) return { ok: false, failure: opened.failure.why };
    return closing(opened.value.file, readText);
  },

  async replace(place, before, after) {
    const replaced = await replaceText(place, before, after);
    return replaced.ok ? replaced : { ok: false, failure: replaced.failure.why };
  },
};

/** As `Documents.replace`. In place, where nothing else is possible, only when the text before is kept already. */
export async function replaceText(
  spot: Spot,
  before: string | undefined,
  after: string,
  { id, inPlace }: Pick<Replacing, "id" | "inPlace"> = {},
): Promise<Replaced> {
  const bytes = Buffer.from(after);
  const named = id === undefined ? {} : { id };
  if (before === undefined) {
    const why = await makeFolders(folderOf(spot));
    return why === undefined ? createFile(spot, bytes, named) : { ok: false, failure: { why } };
  }
  const wanted = Buffer.from(before);
  const check: Check = async (file) => ((await readWhole(file)).equals(wanted) ? undefined : { why: words.changed });
  return replaceFile(spot, bytes, { ...named, check, ...(inPlace !== undefined && { inPlace }) });
}

async function readText(file: FileHandle): Promise<Result<DocumentText, string>> {
  try {
    const bytes = await readWhole(file);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { ok: true, value: { text, unsaved: false, eol: eolOf(text) } };
  } catch (error) {
    return { ok: false, failure: error instanceof TypeError ? words.notUtf8 : openFailure(error) };
  }
}

/** The one most lines have. */
function eolOf(text: string): "\n" | "\r\n" {
  return count(text, "\r\n") * 2 > count(text, "\n") ? "\r\n" : "\n";
}

function count(text: string, wanted: string): number {
  let found = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) found += 1;
  return found;
}

function folderOf({ full, real }: Spot): Spot {
  return { full: dirname(full), real: dirname(real) };
}

/** One after the other, each looked at before the next is made in it. Resolves with the reason why not, if any. */
async function makeFolders(folder: Spot): Promise<string | undefined> {
  const { full, real } = folder;
  try {
    return samePath(await realpath(full), real) ? undefined : words.changed;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "ENOENT" || dirname(full) === full) return openFailure(error);
  }
  const refused = await makeFolders(folderOf(folder));
  if (refused !== undefined) return refused;
  try {
    await mkdir(full);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "EEXIST") return openFailure(error);
  }
  return samePath(await realpath(full), real) ? undefined : words.changed;
}
