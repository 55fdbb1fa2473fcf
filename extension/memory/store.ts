// Memories on disk, a file each, of the user and of the project. A file is written whole or not at all.
import { readdir, realpath, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { createFile, replaceFile } from "../disk/write/replace-file.ts";
import type { Result } from "../message/result.ts";
import { reasonOf } from "../text/reason.ts";
import { faultOf, type Memory, nameFault, printEntry, type Scope, SCOPES } from "./entry.ts";
import { withLock } from "./folder-lock.ts";
import { findFolder, folderOf, makeFolder, type Place } from "./place.ts";
import { EntryReader, isEntryFile, type MalformedEntry, type StoredMemory } from "./read-entry.ts";
import { secretIn } from "./secrets.ts";
import * as words from "./words.ts";

export const MOST_ENTRIES = 500;

export interface Listing {
  memories: StoredMemory[];
  malformed: MalformedEntry[];
  /** Scopes that were not read, and why. */
  unread: { scope: Scope; reason: string }[];
}

export interface StorePorts {
  /** `undefined` if the scope is not available, such as the project scope without a folder. */
  place: (scope: Scope) => Place | undefined;
  /** In an untrusted workspace nothing of the project is read or written. */
  isTrusted: () => boolean;
}

interface Where {
  path: string;
  /** The path for people. */
  file: string;
}

/** `isTaken`: another memory has the name. */
export type Done<Value> = Result<Value, { reason: string; isTaken?: true }>;

type Written = Where & { text: string };

interface Access {
  scope: Scope;
  name: string;
  /** Finds the folder, or makes it. */
  enter: (place: Place) => Promise<string | undefined>;
  signal: AbortSignal | undefined;
}

export class MemoryStore {
  readonly #ports: StorePorts;
  readonly #reader = new EntryReader();
  readonly #listeners = new Set<() => void>();

  constructor(ports: StorePorts) {
    this.#ports = ports;
  }

  /** Calls the listener after every write of this window. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Why this scope cannot be used now; `undefined` if it can. */
  refuses(scope: Scope): string | undefined {
    if (this.#ports.place(scope) === undefined) return words.noFolder(scope);
    return scope === "project" && !this.#ports.isTrusted() ? words.untrusted : undefined;
  }

  /** Where a memory is, or would be. */
  fileOf({ scope, name }: Pick<Memory, "scope" | "name">): Where | undefined {
    const place = this.#ports.place(scope);
    if (place === undefined || nameFault(name) !== undefined) return undefined;
    return { path: join(folderOf(place), `${name}.md`), file: `${place.label}/${name}.md` };
  }

  /** Never rejects: files that cannot be read are in the list with a reason. */
  async list(): Promise<Listing> {
    const all: Listing = { memories: [], malformed: [], unread: [] };
    for (const scope of SCOPES) {
      const place = this.#ports.place(scope);
      if (place === undefined) continue;
      const reason = this.refuses(scope);
      if (reason !== undefined) all.unread.push({ scope, reason });
      else await this.#listPlace(place, all);
    }
    return all;
  }

  /** Fails if both scopes have the name and `scope` is missing. */
  async find(name: string, scope?: Scope): Promise<Done<StoredMemory>> {
    const { memories, malformed } = await this.list();
    const isIt = (one: { name: string; scope: Scope }): boolean =>
      one.name === name && (scope === undefined || one.scope === scope);
    const [memory, second] = memories.filter(isIt);
    if (second !== undefined) return { ok: false, failure: { reason: words.inBothScopes(name) } };
    if (memory !== undefined) return { ok: true, value: memory };
    const bad = malformed.find((entry) => entry.name === name && (scope ?? entry.scope) === entry.scope);
    if (bad !== undefined) return { ok: false, failure: { reason: words.unreadable(bad.file, bad.line, bad.reason) } };
    const unread = scope === undefined ? undefined : this.refuses(scope);
    return { ok: false, failure: { reason: unread ?? words.missing(name) } };
  }

  /** Why the memory cannot be saved; `undefined` if it can. Writes nothing. */
  check(memory: Memory): string | undefined {
    const fault = this.refuses(memory.scope) ?? faultOf(memory)?.reason;
    if (fault !== undefined) return fault;
    const kind = secretIn(`${memory.name}\n${memory.description}\n${memory.body}`);
    return kind === undefined ? undefined : words.containsSecret(kind);
  }

  /**
   * On disk when it resolves. `over` is the text to replace, `undefined` for a new memory; refused if the file differs,
   * so that a write of another window is never lost. Never rejects.
   */
  async write(memory: Memory, over: string | undefined, signal?: AbortSignal): Promise<Done<Written>> {
    const reason = this.check(memory);
    if (reason !== undefined) return { ok: false, failure: { reason } };
    return this.#put(memory, printEntry(memory), over, signal);
  }

  /** Writes back the text of a deleted file, well-formed or not. */
  restore(scope: Scope, name: string, text: string): Promise<Done<Written>> {
    return this.#put({ scope, name }, text, undefined);
  }

  /** Deletes a memory and returns its text. `over` as in `write`; without it, deletes any text. Never rejects. */
  async remove(scope: Scope, name: string, over?: string, signal?: AbortSignal): Promise<Done<string>> {
    return this.#within({ scope, name, enter: findFolder, signal }, async (folder): Promise<Done<string>> => {
      const text = await this.#reader.readText(folder, `${name}.md`);
      if (text === undefined) return { ok: false, failure: { reason: words.missing(name) } };
      if (over !== undefined && text !== over) return { ok: false, failure: { reason: words.changedMeanwhile(name) } };
      await rm(join(folder, `${name}.md`));
      return { ok: true, value: text };
    });
  }

  async #listPlace(place: Place, all: Listing): Promise<void> {
    const { scope, label } = place;
    const whole = (reason: string): MalformedEntry => ({ scope, name: "", file: label, path: "", line: 1, reason });
    try {
      const folder = await findFolder(place);
      if (folder === undefined) return;
      const names = (await readdir(folder)).filter(isEntryFile).sort();
      if (names.length > MOST_ENTRIES) all.malformed.push(whole(words.manyFiles(names.length, MOST_ENTRIES)));
      const entries = await Promise.all(
        names.slice(0, MOST_ENTRIES).map((name) => this.#reader.read({ ...place, folder }, name)),
      );
      for (const entry of entries) {
        if (entry === undefined) continue;
        if ("reason" in entry) all.malformed.push(entry);
        else all.memories.push(entry);
      }
    } catch (error) {
      all.malformed.push(whole(reasonOf(error)));
    }
  }

  #put(
    { scope, name }: Pick<Memory, "scope" | "name">,
    text: string,
    over: string | undefined,
    signal?: AbortSignal,
  ): Promise<Done<Written>> {
    return this.#within({ scope, name, enter: makeFolder, signal }, async (folder, place): Promise<Done<Written>> => {
      const path = join(folder, `${name}.md`);
      const there = await this.#reader.readText(folder, `${name}.md`);
      if (there !== undefined && over === undefined)
        return { ok: false, failure: { reason: words.taken(name), isTaken: true } };
      if (there !== over) return { ok: false, failure: { reason: words.changedMeanwhile(name) } };
      if (there === undefined && (await readdir(folder)).filter(isEntryFile).length >= MOST_ENTRIES)
        return { ok: false, failure: { reason: words.limitReached(MOST_ENTRIES) } };
      await clearLeft(folder);
      const bytes = Buffer.from(text);
      const spot = { full: path, real: join(await realpath(folder), `${name}.md`) };
      const put = await (there === undefined ? createFile(spot, bytes) : replaceFile(spot, bytes));
      if (!put.ok) return { ok: false, failure: { reason: words.notWritten(name, put.failure.why) } };
      return { ok: true, value: { path, file: `${place.label}/${name}.md`, text } };
    });
  }

  /** Works on the folder while it holds the lock. Fails if there is no folder. */
  async #within<Value>(
    { scope, name, enter, signal }: Access,
    work: (folder: string, place: Place) => Promise<Done<Value>>,
  ): Promise<Done<Value>> {
    const place = this.#ports.place(scope);
    const reason = this.refuses(scope);
    if (reason !== undefined || place === undefined) return { ok: false, failure: { reason: reason ?? "" } };
    if (!isEntryFile(`${name}.md`) || basename(name) !== name || /[\\/\0]/.test(name))
      return { ok: false, failure: { reason: words.badName(name) } };
    try {
      const folder = await enter(place);
      if (folder === undefined) return { ok: false, failure: { reason: words.missing(name) } };
      const done = await withLock(folder, () => work(folder, place), signal);
      if (done.ok) for (const listener of this.#listeners) listener();
      return done;
    } catch (error) {
      return { ok: false, failure: { reason: reasonOf(error) } };
    }
  }
}

/** Removes the files that killed processes left. The caller holds the lock. */
async function clearLeft(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => name.startsWith(".") && name.endsWith(".tmp"));
  for (const name of left) await rm(join(folder, name), { force: true });
}
