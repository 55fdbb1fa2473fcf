// The tools' documents where there is no editor: the text on disk, replaced through the file that was checked.
import { constants } from "node:fs";
import { type FileHandle, mkdir, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import type { Documents, DocumentText, Refused } from "../tools/ports.ts";
import { openFailure, openSame } from "./same-file.ts";

const CHANGED = "it changed meanwhile";

export const diskDocuments: Documents = {
  async text({ real }) {
    const opened = await openSame(real);
    if (!opened.ok) return opened;
    return readText(opened.file).finally(() => opened.file.close());
  },

  async replace({ real }, before, after) {
    if (before === undefined) {
      const refused = await makeFolders(dirname(real));
      if (refused !== undefined) return refused;
    }
    // A new file is empty until it is sure that it lies where it should.
    const flags = before === undefined ? constants.O_RDWR | constants.O_CREAT | constants.O_EXCL : constants.O_RDWR;
    const opened = await openSame(real, flags);
    if (!opened.ok) return opened;
    const { file } = opened;
    try {
      const current = before === undefined ? { ok: true as const, text: undefined } : await readText(file);
      if (!current.ok) return current;
      if (current.text !== before) return { ok: false, why: CHANGED };
      await file.truncate(0);
      await file.writeFile(after);
      return { ok: true };
    } catch (error) {
      return { ok: false, why: openFailure(error) };
    } finally {
      await file.close();
    }
  },
};

async function readText(file: FileHandle): Promise<DocumentText | Refused> {
  try {
    const { size } = await file.stat();
    const { bytesRead, buffer } = await file.read(Buffer.alloc(size), 0, size, 0);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(buffer.subarray(0, bytesRead));
    return { ok: true, text, unsaved: false, eol: eolOf(text) };
  } catch (error) {
    return { ok: false, why: error instanceof TypeError ? "it is not UTF-8 text" : openFailure(error) };
  }
}

/** The one most lines have. */
function eolOf(text: string): "\n" | "\r\n" {
  const breaks = text.split("\n").length - 1;
  const pairs = text.split("\r\n").length - 1;
  return pairs * 2 > breaks ? "\r\n" : "\n";
}

/** One after the other, each looked at before the next is made in it. */
async function makeFolders(folder: string): Promise<Refused | undefined> {
  try {
    if ((await realpath(folder)) === folder) return undefined;
    return { ok: false, why: CHANGED };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "ENOENT" || dirname(folder) === folder) return { ok: false, why: openFailure(error) };
  }
  const refused = await makeFolders(dirname(folder));
  if (refused !== undefined) return refused;
  try {
    await mkdir(folder);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "EEXIST") return { ok: false, why: openFailure(error) };
  }
  return (await realpath(folder)) === folder ? undefined : { ok: false, why: CHANGED };
}
