// A file is whole before and after: its new text is written beside it, flushed, and takes its place in one step.
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, link, lstat, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { closing } from "../closing.ts";
import { flushFolder, newBesideId, type NewFile, writeBeside } from "./beside.ts";
import { renameOver } from "./rename-over.ts";
import { openFailure, openSame, removeSame, type Spot } from "../places/same-file.ts";
import { samePath } from "../places/same-path.ts";
import { type Check, type InPlace, writeInPlace } from "./write-in-place.ts";
import * as words from "../words.ts";

export type Replaced = InPlace;

export interface Replacing {
  /** Names the file beside it. A caller that records it first can recognize a file that a killed process left behind. */
  id?: string;
  /** Asked before anything is written, and again before the new text takes its place. */
  check?: Check;
  /**
   * What to do with a file that cannot be replaced by a new one: it has several hard links, an owner or mode this user
   * cannot set, a folder that allows no new file, or is a mount point. Allow it only if the old text is kept already.
   */
  inPlace?: "allowed" | "refused";
}

/** Mode and owner stay; a file that may not be written is refused. */
export async function replaceFile(spot: Spot, after: Uint8Array, replacing: Replacing = {}): Promise<Replaced> {
  const { id = newBesideId(), check = pass } = replacing;
  const opened = await openSame(spot, constants.O_RDWR);
  if (!opened.ok) return { ok: false, failure: { why: opened.failure.why } };
  const { file } = opened.value;
  let written: NewFile | undefined;
  try {
    const held = await file.stat({ bigint: true });
    // The superuser is not refused by the system, and a read-only file is one on purpose.
    if ((held.mode & 0o222n) === 0n) return { ok: false, failure: { why: words.readOnly } };
    const refused = await check(file);
    if (refused !== undefined) return { ok: false, failure: { why: refused.why } };
    if (held.nlink > 1n) return await orInPlace(words.hardLinks, spot, after, replacing);
    const beside = await writeBeside(spot, id, after, held);
    if (!beside.ok)
      return beside.failure.isImpossible === true
        ? await orInPlace(beside.failure.why, spot, after, replacing)
        : beside;
    written = beside.value;
    const changed = (await check(file)) ?? (await isElsewhere(spot, held));
    if (changed !== undefined) return await drop(written, { ok: false, failure: { why: changed.why } });
  } catch (error) {
    return await drop(written, { ok: false, failure: { why: openFailure(error) } });
  } finally {
    await closed(file);
  }
  return takePlace(written, spot, after, replacing);
}

/** Windows does not replace a file that is open: it is closed by now. */
async function takePlace(written: NewFile, spot: Spot, after: Uint8Array, replacing: Replacing): Promise<Replaced> {
  try {
    await renameOver(written.full, spot.full);
  } catch (error) {
    await drop(written, undefined);
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const why = openFailure(error);
    return CANNOT_RENAME.has(code) ? orInPlace(why, spot, after, replacing) : { ok: false, failure: { why } };
  }
  await flushFolder(dirname(spot.full));
  return { ok: true, value: undefined };
}

/** A sticky folder, a file that is a mount point, or a file that another program holds open on Windows. */
const CANNOT_RENAME = new Set(["EPERM", "EACCES", "EBUSY", "EXDEV"]);

/** Refused when there is anything by then, a link too. The folder is there already. */
export async function createFile(
  spot: Spot,
  bytes: Uint8Array,
  { id = newBesideId(), hardLink = link } = {},
): Promise<Replaced> {
  const { full, real } = spot;
  const isTaken = await lstat(full).then(
    () => true,
    () => false,
  );
  if (isTaken) return { ok: false, failure: { why: words.exists } };
  const beside = await writeBeside(spot, id, bytes, undefined);
  if (!beside.ok) return { ok: false, failure: { why: beside.failure.why } };
  const written = beside.value;
  try {
    if (!samePath(await realpath(dirname(full)), dirname(real)))
      return await drop(written, { ok: false, failure: { why: words.replaced } });
    await hardLink(written.full, full);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (NO_HARD_LINKS.has(code)) return reserve(written, spot);
    return await drop(written, { ok: false, failure: { why: openFailure(error) } });
  }
  await drop(written, undefined);
  await flushFolder(dirname(full));
  return { ok: true, value: undefined };
}

/** Windows says EISDIR or UNKNOWN of exFAT and of some shares. */
const NO_HARD_LINKS = new Set([
  ...["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EINVAL", "EACCES"],
  ...["EISDIR", "UNKNOWN"],
]);

/** Without hard links: creates an empty file to reserve the name, then replaces it with the complete one. */
async function reserve(written: NewFile, spot: Spot): Promise<Replaced> {
  const opened = await openSame(spot, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL);
  if (!opened.ok) return drop(written, { ok: false, failure: { why: opened.failure.why } });
  const held = await closing(opened.value.file, (file) => file.stat({ bigint: true }));
  try {
    await renameOver(written.full, spot.full);
  } catch (error) {
    await removeSame(spot.full, held);
    return await drop(written, { ok: false, failure: { why: openFailure(error) } });
  }
  await flushFolder(dirname(spot.full));
  return { ok: true, value: undefined };
}

/** Why the path leads to another file than the one that is held, or nothing. */
async function isElsewhere({ full, real }: Spot, held: BigIntStats): Promise<{ why: string } | undefined> {
  // A path that leads nowhere by now is another, too.
  const [way, there] = await Promise.all([
    realpath(full).catch(() => undefined),
    lstat(full, { bigint: true }).catch(() => undefined),
  ]);
  const isSame =
    way !== undefined &&
    samePath(way, real) &&
    there?.dev === held.dev &&
    there.ino === held.ino &&
    there.nlink === held.nlink;
  return isSame ? undefined : { why: words.replaced };
}

async function orInPlace(
  why: string,
  spot: Spot,
  after: Uint8Array,
  { inPlace = "refused", check = pass }: Replacing,
): Promise<Replaced> {
  if (inPlace === "refused") return { ok: false, failure: { why: words.notInOneStep(why) } };
  return writeInPlace(spot, after, check);
}

async function drop<Returned>(written: NewFile | undefined, returned: Returned): Promise<Returned> {
  if (written !== undefined) await removeSame(written.full, written);
  return returned;
}

const pass: Check = () => Promise.resolve(undefined);

async function closed(file: FileHandle): Promise<void> {
  // It was only read: closing it loses nothing.
  await file.close().catch(() => undefined);
}
