// Adds an attachment of an earlier message of this workspace to the message again.
import type { KnownPart } from "../../message/part.ts";
import { listStored, partOfStored } from "../../persist/contents/stored-list.ts";
import type { Store } from "../../persist/database/store.ts";
import { sizeWords } from "../../tools/reading/file-kind.ts";
import { pickOne } from "../window/ask.ts";
import { timeAgo } from "../window/time-ago.ts";
import * as words from "./words.ts";

export async function addStored(insert: (parts: KnownPart[]) => Promise<void>, store: Store): Promise<void> {
  const stored = await listStored(store, () => new Promise((resolve) => setImmediate(resolve)));
  if (stored.length === 0) throw new Error(words.nothingStored);
  const now = Date.now();
  const items = stored.map((item) => ({
    label: item.name,
    description: words.storedDescription(item.mime, sizeWords(item.size)),
    detail: words.storedDetail(item.title, timeAgo(item.at, now)),
    item,
  }));
  const picked = await pickOne(items, {
    title: words.addStoredTitle,
    placeHolder: words.selectStored,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked === undefined) return;
  const part = await partOfStored(store, picked.item);
  if (part === undefined) throw new Error(words.noLongerStored(picked.item.name));
  await insert([part]);
}
