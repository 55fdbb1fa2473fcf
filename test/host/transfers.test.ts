// Files that come from the panel in pieces, and what is left of them when the panel goes away before the last.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { Transfers } from "../../extension/host/panel/draft/transfers.ts";
import { UNFINISHED_FILE } from "../../extension/persist/contents/blobs.ts";
import { openStore, type Store } from "../../extension/persist/database/store.ts";
import { plainDecoding } from "../../extension/text/decode-text.ts";
import type { FileChunk } from "../../extension/protocol/file-chunk.ts";

const SIZE = 20;

function piece(offset: number, transfer = "one"): FileChunk {
  const bytes = new Uint8Array(SIZE / 2).fill(97);
  return { type: "file-chunk", session_id: "ses_1", transfer, name: "a.txt", size: SIZE, offset, bytes };
}

describe("a file that arrives in pieces", () => {
  let folder: string;
  let store: Store;
  let transfers: Transfers;
  const left = (): string[] => readdirSync(folder).filter((name) => name.startsWith(UNFINISHED_FILE));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "galley-transfers-"));
    store = openStore(join(folder, "galley.db"));
    transfers = new Transfers(store, () => Promise.resolve(plainDecoding));
  });
  afterEach(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("is whole with the last, and nothing is left beside it", async () => {
    assert.deepEqual(await transfers.take(piece(0)), { state: "more" });
    assert.equal(left().length, 1);
    const taken = await transfers.take(piece(SIZE / 2));
    assert(taken.state === "whole");
    assert.equal(taken.part.data, Buffer.from("a".repeat(SIZE)).toString("base64"));
    assert.deepEqual(left(), []);
  });

  it("leaves nothing when the page is gone before the last", async () => {
    await transfers.take(piece(0));
    await transfers.take(piece(0, "two"));
    assert.equal(left().length, 2);
    transfers.clear();
    assert.deepEqual(left(), []);
  });

  it("leaves nothing when the page is gone while a piece is taken, nor with a piece that comes late", async () => {
    const taking = transfers.take(piece(0));
    transfers.clear();
    await assert.rejects(taking, /Add it again/);
    await assert.rejects(transfers.take(piece(SIZE / 2)), /Add it again/);
    assert.deepEqual(left(), []);
  });
});
