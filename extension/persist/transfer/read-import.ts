// An export file becomes an import that can be written line by line, or the reason why it is refused. Runs in a thread.
import { Buffer } from "node:buffer";
import type { Export } from "../../message/export.ts";
import { parseExportText } from "./jsonl.ts";
import { reasonOf } from "../../text/reason.ts";
import { type NewId, withNewIds } from "../conversation.ts";
import { DamagedExport, toSummary } from "./import.ts";
import { type CheckedImport, linesOf } from "./import-lines.ts";
import { parseExport } from "./parse-export.ts";
import { isQueued, settle } from "./settle-import.ts";
import type { Result } from "../../message/result.ts";
import * as words from "./words.ts";

/** One part, as JSON. Larger ones would block the host while they are written. */
const MOST_PART_BYTES = 16 * 1024 * 1024;

export type ReadImport = Result<CheckedImport, string>;

/** Under new ids. Whether its parent is in the store is checked when it is written. Never throws. */
export function readImport(bytes: Uint8Array, now: number, newId: NewId): ReadImport {
  try {
    const exported = settle(parsed(bytes));
    const id = newId("ses");
    const session = toSummary(id, exported, now);
    const conversation = withNewIds(exported, id, newId);
    const lines = joined(linesOf({ ...conversation, system_prompts: exported.system_prompts }, session.created_at));
    const blobs = exported.blobs.map(({ content_id, mime, data }) => ({
      content_id,
      mime,
      bytes: new Uint8Array(Buffer.from(data, "base64")),
    }));
    const waits = exported.messages.some(({ message }) => message.role === "user" && isQueued(message));
    return { ok: true, value: { session, purpose: exported.session.purpose, isQueued: waits, blobs, lines } };
  } catch (error) {
    return { ok: false, failure: reasonOf(error) };
  }
}

function parsed(bytes: Uint8Array): Export {
  let raw: unknown;
  try {
    raw = parseExportText(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new Error(words.notExport(reasonOf(error)), { cause: error });
  }
  const read = parseExport(raw);
  if (!read.ok) throw new DamagedExport(read.failure);
  return read.value;
}

function joined(lines: Iterable<string>): Uint8Array {
  const encoded: Buffer[] = [];
  for (const line of lines) {
    const bytes = Buffer.from(`${line}\n`);
    if (bytes.length > MOST_PART_BYTES) throw new Error(words.partTooLarge(MOST_PART_BYTES >> 20));
    encoded.push(bytes);
  }
  return new Uint8Array(Buffer.concat(encoded));
}
