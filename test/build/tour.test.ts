// The moving picture of the README: made of screenshots by our own writer, light, and still for those who want it so.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { chunksOf, decodePng, movingPicture } from "../../scripts/apng.mjs";

const root = join(import.meta.dirname, "../..");

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of four columns as a browser writes one; each row begins with its filter. */
function png(...rows: number[][]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(4, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, 2], 8);
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([magic, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

const white = [255, 255, 255];
const black = [0, 0, 0];
const red = [255, 0, 0];

describe("the writer of moving pictures", () => {
  it("reads every filter of a screenshot", () => {
    const row = [10, 20, 30];
    const none = [0, ...row, ...row, ...row, ...row];
    const sub = [1, ...row, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    const up = [2, ...Array<number>(12).fill(0)];
    const average = [3, 5, 10, 15, ...Array<number>(9).fill(0)];
    const paeth = [4, ...Array<number>(12).fill(0)];
    const { width, height, pixels } = decodePng(png(none, sub, up, average, paeth));
    expect([width, height]).toEqual([4, 5]);
    expect(new Set(pixels)).toEqual(new Set([0x0a141e]));
  });

  it("keeps of a later frame the rectangle that changed, and for how long it is shown", () => {
    const first = png([0, ...white, ...white, ...white, ...white], [0, ...white, ...white, ...white, ...white]);
    const second = png([0, ...white, ...white, ...white, ...white], [0, ...white, ...black, ...red, ...white]);
    const chunks = [
      ...chunksOf(
        movingPicture([
          { png: first, ms: 1500 },
          { png: second, ms: 20 },
        ]),
      ),
    ];
    expect(chunks.map(({ type }) => type)).toEqual(["IHDR", "PLTE", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "IEND"]);
    const frame = chunks[5]?.data ?? Buffer.alloc(26);
    // Sequence, width, height, x, y.
    expect([0, 4, 8, 12, 16].map((at) => frame.readUInt32BE(at))).toEqual([1, 2, 1, 1, 1]);
    expect([chunks[3]?.data.readUInt16BE(20), frame.readUInt16BE(20), frame.readUInt16BE(22)]).toEqual([
      1500, 20, 1000,
    ]);
    const palette = chunks[1]?.data ?? Buffer.alloc(0);
    const [, one = 0, two = 0] = inflateSync(chunks[6]?.data.subarray(4) ?? Buffer.alloc(0));
    const colorOf = (index: number): number[] => [...palette.subarray(3 * index, 3 * index + 3)];
    expect([colorOf(one), colorOf(two)]).toEqual([black, red]);
  });

  it("makes a plain picture of one frame, and refuses frames of two sizes", () => {
    const one = png([0, ...red, ...red, ...red, ...red]);
    const types = [...chunksOf(movingPicture([{ png: one, ms: 1 }]))].map(({ type }) => type);
    expect(types).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
    const two = png([0, ...red, ...red, ...red, ...red], [0, ...red, ...red, ...red, ...red]);
    const sizes = [one, two].map((picture) => ({ png: picture, ms: 1 }));
    expect(() => movingPicture(sizes)).toThrow("differ in size");
  });
});

describe("the picture of the README", () => {
  const bytes = (name: string): Buffer => readFileSync(join(root, "media", name));
  const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)} × ${png.readUInt32BE(20)}`;

  it("moves, is light, and has a still one of the same size for those who want less motion", () => {
    const moving = bytes("tour.png");
    const frames = [...chunksOf(moving)].filter(({ type }) => type === "fcTL").length;
    expect(frames).toBeGreaterThan(10);
    expect(moving.length).toBeLessThanOrEqual(400 * 1024);
    expect([...chunksOf(bytes("screenshot.png"))].map(({ type }) => type)).not.toContain("acTL");
    expect(sizeOf(bytes("screenshot.png"))).toBe(sizeOf(moving));
    expect(readFileSync(join(root, "README.md"), "utf8")).toMatch(
      /<source media="\(prefers-reduced-motion: reduce\)" srcset="media\/screenshot\.png">\s*<img src="media\/tour\.png"[^>]* alt="[^"]{20,}"/,
    );
  });
});
