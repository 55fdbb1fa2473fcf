// A file that is never there in part: written beside its place, and moved there when it is whole.
import { randomUUID } from "node:crypto";
import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { renameOver } from "./rename-over.ts";

/** Keeps an existing file and only renews its time, without asking for the bytes. */
export async function keepWhole(path: string, bytes: () => Uint8Array): Promise<void> {
  await keepFilled(path, (unfinished) => writeFile(unfinished, bytes(), { flush: true }));
}

/** As `keepWhole`: `fill` writes the file beside its place. */
export async function keepFilled(path: string, fill: (unfinished: string) => Promise<void>): Promise<void> {
  if (await isThere(path)) return;
  await mkdir(dirname(path), { recursive: true });
  // Not `path` plus a suffix, which could be too long. The sweep recognizes the prefix.
  const unfinished = join(dirname(path), `unfinished-${randomUUID()}`);
  try {
    await fill(unfinished);
    await renameOver(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

function isThere(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}
