import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { blobFile, saveContent, storeBytes } from "../../extension/persist/contents/blobs.ts";
import { encodeAhead, encoded, EncodedTexts } from "../../extension/persist/contents/encoded.ts";
import { openStore, type Store } from "../../extension/persist/database/store.ts";
import type { UserMessage } from "../../extension/message/message.ts";
import { readMedia } from "../../extension/turn/request/read-media.ts";
import { loopback } from "../../extension/turn/wire.ts";
import { temporaryFolder } from "../fakes/folder.ts";

const bytes = Buffer.alloc(2 << 20, "picture");
const noPause = (): Promise<void> => Promise.resolve();

function newStore(): Store {
  return openStore(join(temporaryFolder(), "galley.db"));
}

it("a stored content is read and encoded once", async () => {
  const store = newStore();
  const { content_id: id } = await storeBytes(store, bytes, "image/png");
  expect(encoded(store, { id, isBase64: false })).toBe(bytes.toString("base64"));
  rmSync(blobFile(store, id));
  expect(encoded(store, { id, isBase64: false })).toBe(bytes.toString("base64"));
  store.close();
});

it("what was read ahead is not read again, from a file or from the database", async () => {
  const store = newStore();
  const { content_id: id } = await storeBytes(store, bytes, "image/png");
  saveContent(store, "small", "AAAA");
  const names = [
    { id, isBase64: false },
    { id: "small", isBase64: true },
    { id: "gone", isBase64: false },
  ];
  await encodeAhead(store, names, noPause);
  rmSync(blobFile(store, id));
  store.run("DELETE FROM blobs");
  expect(names.map((name) => encoded(store, name)?.length)).toEqual([bytes.toString("base64").length, 4, undefined]);
  store.close();
});

it("only so much is kept: what was used last", () => {
  const texts = new EncodedTexts(10);
  for (const key of ["a", "b"]) texts.keep(key, "12345");
  texts.get("a");
  texts.keep("c", "12345");
  expect(["a", "b", "c"].filter((key) => texts.get(key) !== undefined)).toEqual(["a", "c"]);
  expect(texts.keep("large", "12345678901")).toBe(false);
  expect(texts.get("a")).toBe("12345");
});

it("a picture that a message refers to by its content id is read ahead as an attached one is", async () => {
  const store = newStore();
  // Other bytes than those above, which are kept already.
  const other = Buffer.alloc(2 << 20, "another");
  const { content_id: id } = await storeBytes(store, other, "image/png");
  const ref = { kind: "content-id", id, name: "a.png", mime: "image/png" } as const;
  const parts: UserMessage["parts"] = [{ type: "file-ref", ref }];
  const message: UserMessage = { id: "msg_1", role: "user", parts, metadata: { schema_version: 1 } };
  await readMedia(store, [message], { ...loopback, accepts: ["image/png"] });
  rmSync(blobFile(store, id));
  expect(encoded(store, { id, isBase64: false })).toBe(other.toString("base64"));
  store.close();
});
