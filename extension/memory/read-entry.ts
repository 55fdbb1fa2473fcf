// Reads one file of a folder of memories: the memory, or where and why it is malformed. Parses again only after a change.
import { lstat, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { reasonOf } from "../text/reason.ts";
import { type Memory, nameFault, parseEntry, type Scope } from "./entry.ts";
import { isInside } from "../disk/places/same-path.ts";
import { codeOf } from "./place.ts";
import * as words from "./words.ts";

export interface StoredMemory extends Memory {
  /** The whole file. */
  text: string;
  path: string;
  /** The path for people. */
  file: string;
}

export interface MalformedEntry {
  scope: Scope;
  /** The file name without `.md`; empty if the folder itself is the problem. */
  name: string;
  file: string;
  path: string;
  line: number;
  reason: string;
}

/** Larger than the largest body, to leave room for front matter. */
const LARGEST_BYTES = 64 * 1024;

/** Hidden files belong to editors, or to writes that are not finished. */
export function isEntryFile(name: string): boolean {
  return name.endsWith(".md") && !name.startsWith(".");
}

interface Where {
  scope: Scope;
  label: string;
  folder: string;
}

type Read = StoredMemory | MalformedEntry;

export class EntryReader {
  readonly #known = new Map<string, { stamp: string; read: Read }>();

  /** `undefined` if the file does not exist. Never rejects. */
  async read({ scope, label, folder }: Where, fileName: string): Promise<Read | undefined> {
    const name = fileName.slice(0, -".md".length);
    const path = join(folder, fileName);
    const place = { scope, name, path, file: `${label}/${fileName}` };
    const malformed = (line: number, reason: string): MalformedEntry => ({ ...place, line, reason });
    try {
      const stamp = await stampOf(folder, fileName);
      const known = this.#known.get(path);
      if (known?.stamp === stamp) return known.read;
      const fault = nameFault(name);
      if (fault !== undefined) return malformed(1, words.badFileName(fault));
      const text = (await this.readText(folder, fileName)) ?? "";
      const parsed = parseEntry(text, { name, scope });
      const read = parsed.ok
        ? { ...parsed.value, ...place, text }
        : malformed(parsed.failure.line, parsed.failure.reason);
      this.#known.set(path, { stamp, read });
      return read;
    } catch (error) {
      return codeOf(error) === "ENOENT" ? undefined : malformed(1, reasonOf(error));
    }
  }

  /** `undefined` if the file does not exist. Throws if it is not a text file in this folder. */
  async readText(folder: string, fileName: string): Promise<string | undefined> {
    try {
      await stampOf(folder, fileName);
      const bytes = await readFile(join(folder, fileName));
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error instanceof TypeError ? new Error(words.notUtf8) : error;
    }
  }
}

/** Changes with the file. Throws if it is a link out of the folder, not a file, or too large. */
async function stampOf(folder: string, fileName: string): Promise<string> {
  const path = join(folder, fileName);
  const own = await lstat(path);
  const real = own.isSymbolicLink() ? await realpath(path).catch(() => "") : path;
  if (own.isSymbolicLink() && (real === "" || !isInside(await realpath(folder), real)))
    throw new Error(words.linkOutside);
  const file = own.isSymbolicLink() ? await stat(path) : own;
  if (!file.isFile()) throw new Error(words.notFile);
  const { mtimeMs, ctimeMs, size, ino } = file;
  if (size > LARGEST_BYTES) throw new Error(words.tooLarge(Math.ceil(size / 1024)));
  return `${real} ${mtimeMs} ${ctimeMs} ${size} ${ino}`;
}
