// Checks a path as the model wrote it, before it is resolved: refuses URLs and tricks, with a reason.
import type { Result } from "../../message/result.ts";
import * as words from "../words.ts";

export type TypedPath = Result<string, string>;

/** A scheme has two letters at least: `C:` is a drive. */
const SCHEME = /^[a-z][a-z0-9+.-]+:/i;

/** With `/` between its names. */
export function parseTypedPath(typed: string): TypedPath {
  if (typed.includes("\0")) return { ok: false, failure: words.nulInPath };
  if (typed.trim() === "") return { ok: false, failure: words.emptyPath };
  if (SCHEME.test(typed)) {
    return { ok: false, failure: words.urlAsPath };
  }
  return { ok: true, value: typed.replaceAll("\\", "/") };
}

/** `[attachment: NAME, MIME, SIZE bytes; MORE]` is what the model is told: all of it, its name, or `attachment:` and the content id. */
const ATTACHMENT = /^\[?attachment:\s*(?<name>[^\0]+?)(?:, [\w.+-]+\/[\w.+-]+, \d+ bytes(?:; [^\0]*)?)?\]?$/i;

export function attachmentIn(typed: string): string | undefined {
  return typed.length > 1_000 ? undefined : ATTACHMENT.exec(typed.trim())?.groups?.["name"];
}
