// The thread in which exports are read and checked. The host stops it when one takes too long or needs too much.
import { readFileSync, statSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { v7 as uuid } from "uuid";
import { MOST_EXPORT_BYTES, tooLarge } from "./export-limits.ts";
import { readImport, type ReadImport } from "./read-import.ts";
import * as words from "./words.ts";

/** A file by its path, or what another file system gave. */
export type ImportJob = { now: number } & ({ path: string } | { bytes: Uint8Array });

parentPort?.on("message", (job: ImportJob) => {
  const read = answer(job);
  const given = read.ok ? [read.value.lines, ...read.value.blobs.map(({ bytes }) => bytes)] : [];
  parentPort?.postMessage(
    read,
    given.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : [])),
  );
});
parentPort?.postMessage("ready");

function answer(job: ImportJob): ReadImport {
  const newId = (prefix: string): string => `${prefix}_${uuid()}`;
  if ("bytes" in job) return readImport(job.bytes, job.now, newId);
  const stat = statSync(job.path);
  if (!stat.isFile()) return { ok: false, failure: words.notFile };
  if (stat.size > MOST_EXPORT_BYTES) return { ok: false, failure: tooLarge(stat.size) };
  return readImport(readFileSync(job.path), job.now, newId);
}
