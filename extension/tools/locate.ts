// Finds the place that a path of a model means, or says why not and which path may be meant.
import { attachmentIn, parseTypedPath } from "../text/paths/typed-path.ts";
import type { Attached, Files, Place, Ports } from "./ports.ts";
import type { Need } from "./tool.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

export type Meant = Result<Place, string>;

export async function findPlace(files: Files, typed: string): Promise<Meant> {
  const path = parseTypedPath(typed);
  if (!path.ok) return { ok: false, failure: words.refused(shown(typed), path.failure) };
  const located = await files.locate(path.value);
  return located.ok ? located : { ok: false, failure: words.refused(shown(typed), located.failure) };
}

/** Fails for a path without a file, with similar names. */
export async function findFile(files: Files, typed: string): Promise<Meant> {
  const meant = await findPlace(files, typed);
  if (!meant.ok || meant.value.kind === "file") return meant;
  const { path, kind } = meant.value;
  if (kind === "folder") return { ok: false, failure: words.isFolder(path) };
  return { ok: false, failure: await missingWords(files, meant.value) };
}

export type Source = { place: Place } | { attached: Attached };

/** A file or folder, or an attachment of the conversation: as `attachment:NAME`, or as NAME if no file has that path. */
export async function findSource(
  { files, blobs }: Pick<Ports, "files" | "blobs">,
  typed: string,
  session_id: string,
): Promise<Result<Source, string>> {
  const wanted = attachmentIn(typed);
  if (wanted !== undefined) {
    const attached = await blobs.find(wanted, session_id);
    return attached === undefined
      ? { ok: false, failure: words.noAttachment(shown(wanted)) }
      : { ok: true, value: { attached } };
  }
  const meant = await findPlace(files, typed);
  if (meant.ok && meant.value.kind !== "missing") return { ok: true, value: { place: meant.value } };
  const attached = await blobs.find(typed, session_id);
  if (attached !== undefined) return { ok: true, value: { attached } };
  return meant.ok ? { ok: false, failure: await missingWords(files, meant.value) } : meant;
}

export function readNeed({ inside, path }: Place): Need {
  return { permission: inside ? "read" : "outside", pattern: path };
}

export function writeNeeds(place: Place): Need[] {
  const write: Need = { permission: "write", pattern: place.path };
  return place.inside ? [write] : [readNeed(place), write];
}

/** Files among which similar names are looked for, and for how long. */
const LOOKED_AT = 20_000;
const LOOK_MS = 500;

async function missingWords(files: Files, { path, inside }: Place): Promise<string> {
  return words.missingNear(path, inside ? await nearestNames(files, path) : []);
}

async function nearestNames(files: Files, path: string): Promise<string[]> {
  const top = await files.locate(".");
  if (!top.ok) return [];
  const { places } = await files.list(top.value, { most: LOOKED_AT, signal: AbortSignal.timeout(LOOK_MS) });
  const scored = places.flatMap((place) => {
    const distance = nameDistance(nameOf(place.path).toLowerCase(), nameOf(path).toLowerCase());
    return distance === undefined ? [] : [{ path: place.path, distance, shared: sharedFolders(place.path, path) }];
  });
  scored.sort(
    (a, b) =>
      a.distance - b.distance || b.shared - a.shared || a.path.length - b.path.length || (a.path < b.path ? -1 : 1),
  );
  return scored.slice(0, 3).map((one) => one.path);
}

/** Names are near if only the extension differs, or a few letters; in a short name no letter may differ. */
function nameDistance(name: string, wanted: string): number | undefined {
  if (name === wanted) return 0;
  if (stemOf(name) === stemOf(wanted)) return 1;
  const { length } = stemOf(wanted);
  const most = length < 5 ? 0 : length < 6 ? 1 : 2;
  return most === 0 ? undefined : distanceWithin(name, wanted, most);
}

function sharedFolders(a: string, b: string): number {
  const folders = new Set(a.split("/").slice(0, -1));
  return b
    .split("/")
    .slice(0, -1)
    .filter((folder) => folders.has(folder)).length;
}

/** The number of changed, added or missing letters; `undefined` if more than `most`. */
function distanceWithin(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > most) return undefined;
    row = next;
  }
  const distance = row[b.length] ?? most + 1;
  return distance <= most ? distance : undefined;
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Shortened and in one line, whatever a model wrote. */
function shown(typed: string): string {
  return JSON.stringify(typed.length > 200 ? `${typed.slice(0, 200)}…` : typed);
}
