// The drill's tools: they change files as tools do where there is no editor, and settle what a killed host announced.
import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newBesideId, removeLeftBeside } from "../../extension/disk/write/beside.ts";
import { digestOf } from "../../extension/disk/digest.ts";
import { plainSpot } from "../../extension/disk/places/same-file.ts";
import { diskDocuments, replaceText } from "../../extension/disk/tool-documents.ts";
import { changeFile, settleLeft } from "../../extension/persist/edited/pending-edits.ts";
import type { Store } from "../../extension/persist/database/store.ts";
import { countLines } from "../../extension/tools/count-lines.ts";
import { type Acknowledged, fileNames, fileNumber, fileText, workFolder } from "./drill-words.ts";

const owner = `${process.pid}`;

export async function settleFiles(store: Store): Promise<void> {
  await settleLeft(store, {
    isAlive: (other) => other === owner,
    count: countLines,
    digest: (real) => digestOf(plainSpot(real)),
    removeLeft: (real, id) => removeLeftBeside(plainSpot(real), id),
  });
}

interface Changing {
  /** Of the database. */
  path: string;
  next: () => number;
  acknowledge: (what: Acknowledged) => void;
}

/** For ever, each file by itself, as edits of the newest answer. */
export async function changeFiles(store: Store, { path, next, acknowledge }: Changing): Promise<void> {
  await mkdir(workFolder(path), { recursive: true });
  const folder = await realpath(workFolder(path));
  await Promise.all(
    fileNames.map(async (file) => {
      for (;;) {
        await sleep(Math.random() * 20);
        const message = newestMessage(store);
        if (message !== undefined) await changeOne(store, { file, folder, message, number: next() }, acknowledge);
      }
    }),
  );
}

async function changeOne(
  store: Store,
  { file, folder, message, number }: { file: string; folder: string; message: string; number: number },
  acknowledge: Changing["acknowledge"],
): Promise<void> {
  const real = join(folder, file);
  const held = await diskDocuments.text({ path: file, full: real, real, inside: true, kind: "file", size: 0 });
  const before = held.ok ? held.value.text : undefined;
  const after = fileText(number);
  const id = newBesideId();
  const change = { message_id: message, path: file, real, before, after, id, owner };
  const done = await changeFile(store, change, countLines, async () => {
    const put = await replaceText(plainSpot(real), before, after, { id, inPlace: "allowed" });
    return put.ok ? { ok: true, value: after } : put;
  });
  if (!done.ok) throw new Error(`Could not edit ${file}: ${done.failure.why}.`);
  acknowledge({ kind: "edit", message, file, number, before: before === undefined ? undefined : fileNumber(before) });
}

function newestMessage(store: Store): string | undefined {
  const row = store.get("SELECT id FROM chat_messages ORDER BY created_at DESC, id DESC LIMIT 1");
  return row !== undefined && row !== null && typeof row === "object" && "id" in row ? String(row.id) : undefined;
}
