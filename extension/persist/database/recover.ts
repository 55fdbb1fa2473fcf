// A damaged database is set aside, and all of it that can be read goes into a new one.
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { renameOverSync } from "../../disk/write/rename-over.ts";
import { mend } from "./mend.ts";
import { salvage } from "./salvage.ts";
import { openStore } from "./store.ts";

export interface Recovered {
  /** Where the damaged file is kept. */
  aside: string;
  sessions: number;
  messages: number;
}

/** The database, its log, and the index of the log. */
const suffixes = ["", "-wal", "-shm"];

/** A new database that is complete and not yet in its place. */
function finishedOf(path: string): string {
  return `${path}.recovered`;
}

/** Also for one that was killed: with the damaged file out of the way, the new one takes its place. */
export function finishRecovery(path: string, now: number): void {
  if (existsSync(path) || !existsSync(finishedOf(path))) return;
  if (suffixes.some((suffix) => existsSync(path + suffix))) setAside(path, now);
  renameOverSync(finishedOf(path), path);
  rmSync(`${path}.damaged`, { force: true });
}

/** The new database takes the old one's place only when it is complete: a kill in between loses nothing. */
export function recoverStore(path: string, now: number): Recovered {
  const work = mkdtempSync(join(dirname(path), `${basename(path)}.repair-`));
  try {
    const fresh = join(work, "new.db");
    const counts = fill(fresh, path, work);
    renameOverSync(fresh, finishedOf(path));
    const aside = setAside(path, now);
    finishRecovery(path, now);
    return { aside, ...counts };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Tries, until one of them gives anything: the file as it is, with a new header, with a new first page. */
function fill(fresh: string, damaged: string, work: string): { sessions: number; messages: number } {
  const store = openStore(fresh);
  try {
    store.run("PRAGMA foreign_keys = OFF");
    for (const headBytes of [0, HEADER, PAGE]) {
      const copy = copyOf(damaged, join(work, `copy-${headBytes}.db`));
      if (headBytes > 0) giveHead(copy, newHead(work), headBytes);
      const read = salvage(copy, store);
      if (read.rows === 0) continue;
      mend(store, read.indexed);
      break;
    }
    const count = (table: string): number =>
      Number(Object.values(store.get(`SELECT count(*) FROM ${table}`) as object)[0]);
    return { sessions: count("chat_sessions"), messages: count("chat_messages") };
  } finally {
    // The last one to close it leaves one file without a log.
    store.close();
  }
}

const HEADER = 100;
const PAGE = 4096;

/** The original is not even opened: SQLite would write to it. */
function copyOf(path: string, copy: string): string {
  for (const suffix of ["", "-wal"])
    if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix, constants.COPYFILE_FICLONE);
  return copy;
}

/** Every database of Galley's begins the same way: its first tables are on the same pages. */
function newHead(work: string): Buffer {
  const path = join(work, "head.db");
  rmSync(path, { force: true });
  openStore(path).close();
  return readFileSync(path).subarray(0, PAGE);
}

function giveHead(path: string, head: Buffer, bytes: number): void {
  const file = openSync(path, existsSync(path) ? "r+" : "w+");
  try {
    const pages = Math.max(1, Math.ceil(fstatSync(file).size / PAGE));
    const given = Buffer.from(head.subarray(0, bytes));
    given.writeUInt32BE(pages, PAGES_AT);
    writeSync(file, given, 0, given.length, 0);
  } finally {
    closeSync(file);
  }
}

/** Where the header says how many pages there are. */
const PAGES_AT = 28;

function setAside(path: string, now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
  let aside = `${path}.corrupt-${time}`;
  for (let next = 2; existsSync(aside); next++) aside = `${path}.corrupt-${time}-${next}`;
  for (const suffix of suffixes) if (existsSync(path + suffix)) renameOverSync(path + suffix, aside + suffix);
  return aside;
}
