// A stored picture as the read of a file: its bytes, so that a smaller copy can be made of them.
import type { FileRead } from "../../acquire/facts.ts";
import { findBlob } from "../../persist/contents/blobs.ts";
import { encodeAhead, encoded } from "../../persist/contents/encoded.ts";
import type { Store } from "../../persist/database/store.ts";
import * as words from "../words.ts";

/** What is no picture is only described. */
export async function readStoredPicture(store: Store, id: string): Promise<FileRead> {
  const blob = findBlob(store, id);
  if (blob === undefined) return { state: "unavailable", reason: words.notStored };
  const { mime, size } = blob;
  if (!mime.startsWith("image/")) return { state: "binary", size };
  await encodeAhead(store, [{ id, isBase64: false }], () => Promise.resolve());
  const data = encoded(store, { id, isBase64: false });
  return { state: "binary", size, ...(data !== undefined && { media: { mime, data } }) };
}
