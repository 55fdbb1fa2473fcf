// Smaller copies of referenced pictures: which are made, when they are made again, and what becomes of bad ones.
import { describe, expect, it } from "vitest";
import type { FileRead } from "../../extension/acquire/facts.ts";
import { type CopyPorts, type EncodedPicture, SmallerCopies } from "../../extension/disk/attached/smaller-copies.ts";
import { MOST_ENCODED_BYTES, MOST_PICTURE_BYTES } from "../../extension/message/picture.ts";
import { contentId } from "../../extension/persist/contents/blobs.ts";
import { png } from "../fakes/context.ts";

type Binary = Extract<FileRead, { state: "binary" }>;

const read = (data: string, mime = "image/png"): Binary => ({ state: "binary", size: 1, media: { mime, data } });
const small = { mime: "image/webp", data: png(20, 10) };

/** A picture of this many bytes. */
const heavy = (bytes: number, width = 100): string =>
  Buffer.concat([Buffer.from(png(width, 100), "base64"), Buffer.alloc(bytes - 33)]).toString("base64");

function copies(shrink: CopyPorts["shrink"] = () => Promise.resolve(small)): { asked: string[]; all: SmallerCopies } {
  const asked: string[] = [];
  const ports: CopyPorts = {
    shrink: (picture: EncodedPicture) => {
      asked.push(picture.data);
      return shrink(picture);
    },
    digest: contentId,
  };
  return { asked, all: new SmallerCopies(ports) };
}

describe("a smaller copy", () => {
  it("is made of a picture whose encoded bytes or whose edge is over the limit, and measured in its own bytes", async () => {
    const { all } = copies();
    const scaled = { ...small, width: 20, height: 10 };
    // Between 3.75 and 5 MiB: what counts is the base64.
    expect(await all.withCopy(read(heavy(MOST_PICTURE_BYTES + 3)))).toMatchObject({ scaled });
    expect(await all.withCopy(read(png(9000, 10)))).toMatchObject({ scaled });
  });

  it("is not made of a picture that models take, nor of what is no picture", async () => {
    const { asked, all } = copies();
    const fits = read(heavy(MOST_PICTURE_BYTES));
    expect(fits.media?.data).toHaveLength(MOST_ENCODED_BYTES);
    expect(await all.withCopy(fits)).toBe(fits);
    const sound = read("A".repeat(MOST_ENCODED_BYTES + 4), "audio/wav");
    expect(await all.withCopy(sound)).toBe(sound);
    const text: FileRead = { state: "large", size: 9 };
    expect(await all.withCopy(text)).toBe(text);
    expect(asked).toEqual([]);
  });

  it("is made once for each content, and again when the picture changes", async () => {
    const { asked, all } = copies();
    await Promise.all([all.withCopy(read(png(9000, 1))), all.withCopy(read(png(9000, 1)))]);
    await all.withCopy(read(png(9000, 1)));
    expect(asked).toHaveLength(1);
    await all.withCopy(read(png(9000, 2)));
    expect(asked).toHaveLength(2);
  });

  it("that is still too large, cannot be read or cannot be made is not used, and is tried again", async () => {
    let next: EncodedPicture | undefined | Error = { mime: "image/png", data: png(9000, 9000) };
    const { asked, all } = copies(() => (next instanceof Error ? Promise.reject(next) : Promise.resolve(next)));
    const picture = read(png(9000, 10));
    for (const bad of [next, { mime: "image/png", data: "AAAA" }, undefined, new Error("closed")]) {
      next = bad;
      expect(await all.withCopy(picture)).toBe(picture);
    }
    next = small;
    expect(await all.withCopy(picture)).toHaveProperty("scaled");
    expect(asked).toHaveLength(5);
  });

  it("is kept for the latest pictures only", async () => {
    const { asked, all } = copies();
    for (let height = 1; height <= 17; height += 1) await all.withCopy(read(png(9000, height)));
    await all.withCopy(read(png(9000, 17)));
    expect(asked).toHaveLength(17);
    await all.withCopy(read(png(9000, 1)));
    expect(asked).toHaveLength(18);
  });
});
