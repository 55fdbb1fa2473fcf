// After a restart: is every file whole, is every acknowledged change in it, and can every text before be found?
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { contentId, findBlob, loadContent } from "../../extension/persist/contents/blobs.ts";
import { openStore, type Store } from "../../extension/persist/database/store.ts";
import type { Figures } from "./drill.ts";
import { type Acknowledged, fileNames, fileNumber, fileText, workFolder } from "./drill-words.ts";

type Edit = Extract<Acknowledged, { kind: "edit" }>;

export function lookForEdits(path: string, known: readonly Acknowledged[], figures: Figures, isLast: boolean): void {
  const store = openStore(path);
  try {
    const edits = known.filter((what) => what.kind === "edit");
    const lost: string[] = [];
    for (const file of fileNames) {
      const number = numberIn(join(workFolder(path), file));
      const last = edits.findLast((edit) => edit.file === file);
      if (number === undefined) figures.faults.push(`${file} is not whole`);
      else figures.edits.whole += 1;
      if ((number ?? -1) < (last?.number ?? -1)) lost.push(`lost: change ${last?.number} of ${file}`);
      figures.faults.push(...lookAtRows(store, file, number ?? -1));
    }
    for (const edit of edits) {
      const isFound = isKept(store, edit);
      if (isLast) figures.edits.acknowledged += 1;
      if (isLast && isFound) figures.edits.found += 1;
      if (!isFound) lost.push(`lost: the text before change ${edit.number} of ${edit.file}`);
    }
    figures.lost += lost.length;
    figures.faults.push(...lost, ...leftIn(store, path));
  } finally {
    store.close();
  }
}

/** -1 when there is no file yet, nothing when it is not whole. */
function numberIn(file: string): number | undefined {
  try {
    return fileNumber(readFileSync(file, "utf8"));
  } catch {
    return -1;
  }
}

/** What is shown as the answer's last change is what the file holds: no change that never happened, none left out. */
function lookAtRows(store: Store, file: string, number: number): string[] {
  const rows = store.all("SELECT after_id, state FROM edits WHERE path = ?", file) as {
    after_id: string;
    state: string;
  }[];
  const shown = rows.map(({ after_id }) => fileNumber(loadContent(store, after_id) ?? "") ?? -1);
  const isRight = Math.max(-1, ...shown) === number && rows.every(({ state }) => state === "open");
  return isRight ? [] : [`the edits of ${file} end at ${Math.max(-1, ...shown)}, the file is ${number}`];
}

/** The row of an answer has the text before its first change; that of each later one is stored too. */
function isKept(store: Store, { message, file, before }: Edit): boolean {
  const row = store.get("SELECT before_id FROM edits WHERE message_id = ? AND path = ?", message, file);
  if (row === undefined) return false;
  return before === undefined || findBlob(store, contentId(fileText(before))) !== undefined;
}

/** Nothing lies beside the files, and nothing is announced that no one settles. */
function leftIn(store: Store, path: string): string[] {
  const folder = workFolder(path);
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const strange = files.filter((file) => basename(file).startsWith("."));
  const pending = store.all("SELECT id FROM pending_edits").length;
  return [
    ...strange.map((file) => `left behind: ${file}`),
    ...(pending > 0 ? [`${pending} changes are still announced`] : []),
  ];
}
