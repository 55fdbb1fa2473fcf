// One file of a folder of memories: the memory in it, or where and why it is none. Parsed once as long as it is the same.
import { lstat, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { reasonOf } from "../text/reason.ts";
import { type Memory, nameFault, parseEntry, type Scope } from "./entry.ts";
import { codeOf, isInside } from "./place.ts";

export interface StoredMemory extends Memory {
  /** The whole file, as it is. */
  text: string;
  path: string;
  /** As people call it. */
  file: string;
}

export interface MalformedEntry {
  scope: Scope;
  /** Of its file, without the ending; empty for the folder as a whole. */
  name: string;
  file: string;
  path: string;
  line: number;
  reason: string;
}

/** Room for the front matter besides the body. */
const LARGEST_BYTES = 64 * 1024;

/** Hidden ones are those of editors and of writes that are not done. */
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
      if (fault !== undefined) return malformed(1, `${fault}; this also applies to the file name`);
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
      throw error instanceof TypeError ? new Error("the file is not UTF-8 text") : error;
    }
  }
}

/** Changes with the file. Throws for one that leads out of the folder, is none, or is too large. */
async function stampOf(folder: string, fileName: string): Promise<string> {
  const path = join(folder, fileName);
  const own = await lstat(path);
  const real = own.isSymbolicLink() ? await realpath(path).catch(() => "") : path;
  if (real === "" || !isInside(folder, real)) throw new Error("it is a link to a place outside its folder");
  const file = own.isSymbolicLink() ? await lstat(real) : own;
  if (!file.isFile()) throw new Error("it is not a file");
  const { mtimeMs, ctimeMs, size, ino } = file;
  if (size > LARGEST_BYTES) throw new Error(`it is too large (${Math.ceil(size / 1024)} KB)`);
  return `${real} ${mtimeMs} ${ctimeMs} ${size} ${ino}`;
}
