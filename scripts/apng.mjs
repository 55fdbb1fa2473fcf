// Makes one moving picture (APNG) of screenshots: few colors, and of each frame only the rectangle that changed.
import { crc32, deflateSync, inflateSync } from "node:zlib";

const MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLORS = 256;

/**
 * A PNG of pictures of the same size, each shown for its milliseconds, again and again. With one picture it is a plain PNG.
 * @param {readonly { png: Buffer, ms: number }[]} frames
 */
export function movingPicture(frames) {
  const pictures = frames.map(({ png }) => decodePng(png));
  const [first] = pictures;
  if (pictures.some(({ width, height }) => width !== first.width || height !== first.height))
    throw new Error("The frames differ in size.");
  const { palette, indexOf } = paletteOf(pictures);
  const indexed = pictures.map(({ pixels }) => Uint8Array.from(pixels, indexOf));
  const chunks = [chunk("IHDR", headerOf(first)), chunk("PLTE", palette)];
  if (frames.length > 1) chunks.push(chunk("acTL", numbers(frames.length, 0)));
  let sequence = 0;
  for (const [at, { ms }] of frames.entries()) {
    const area = at === 0 ? { x: 0, y: 0, ...first } : changed(indexed[at - 1], indexed[at], first.width);
    if (frames.length > 1) chunks.push(chunk("fcTL", Buffer.concat([numbers(sequence++, ...place(area)), timing(ms)])));
    const data = deflateSync(cut(indexed[at], area, first.width), { level: 9, memLevel: 9 });
    chunks.push(at === 0 ? chunk("IDAT", data) : chunk("fdAT", Buffer.concat([numbers(sequence++), data])));
  }
  return Buffer.concat([MAGIC, ...chunks, chunk("IEND", Buffer.alloc(0))]);
}

const place = ({ width, height, x, y }) => [width, height, x, y];

function headerOf({ width, height }) {
  // Eight bits for each pixel, which are the number of its color.
  return Buffer.concat([numbers(width, height), Buffer.from([8, 3, 0, 0, 0])]);
}

/** How long a frame stays, and that the next one is drawn over it. */
function timing(ms) {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16BE(ms, 0);
  bytes.writeUInt16BE(1000, 2);
  return bytes;
}

function numbers(...values) {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => bytes.writeUInt32BE(value, 4 * at));
  return bytes;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
}

/** The chunks of a PNG, by type and data. */
export function* chunksOf(png) {
  for (let at = MAGIC.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    yield { type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

/** A screenshot as one number per pixel, 0xRRGGBB. Only what browsers write is read: eight bits, RGB or RGBA, not interlaced. */
export function decodePng(png) {
  const chunks = [...chunksOf(png)];
  const header = chunks[0].data;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bytes = { 2: 3, 6: 4 }[header[9]];
  if (header[8] !== 8 || bytes === undefined || header[12] !== 0) throw new Error("This PNG is not a screenshot.");
  const raw = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data)));
  const line = width * bytes;
  const pixels = new Uint32Array(width * height);
  let above = new Uint8Array(line);
  for (let y = 0; y < height; y += 1) {
    const from = y * (line + 1);
    above = unfiltered(raw[from], raw.subarray(from + 1, from + 1 + line), above, bytes);
    for (let x = 0, at = 0; x < width; x += 1, at += bytes)
      pixels[y * width + x] = (above[at] << 16) | (above[at + 1] << 8) | above[at + 2];
  }
  return { width, height, pixels };
}

/** A line without the filter that the PNG put on it; see the PNG specification, section 9. */
function unfiltered(filter, line, above, bytes) {
  const out = new Uint8Array(line.length);
  for (let at = 0; at < line.length; at += 1) {
    const [a, b, c] = [at < bytes ? 0 : out[at - bytes], above[at], at < bytes ? 0 : above[at - bytes]];
    out[at] = line[at] + [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter];
  }
  return out;
}

function paeth(a, b, c) {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

/** The most frequent colors of all pictures; every other one is the nearest of them. */
function paletteOf(pictures) {
  const counts = new Map();
  for (const { pixels } of pictures) for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
  const colors = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a)).slice(0, COLORS);
  const found = new Map(colors.map((color, at) => [color, at]));
  const indexOf = (color) => {
    if (!found.has(color)) found.set(color, nearest(colors, color));
    return found.get(color);
  };
  return { palette: Buffer.from(colors.flatMap(channels)), indexOf };
}

const channels = (color) => [color >> 16, (color >> 8) & 255, color & 255];

function nearest(colors, color) {
  const [r, g, b] = channels(color);
  const far = colors.map((one) => (r - (one >> 16)) ** 2 + (g - ((one >> 8) & 255)) ** 2 + (b - (one & 255)) ** 2);
  return far.indexOf(Math.min(...far));
}

/** The smallest rectangle with all that changed; a single pixel if nothing did, for a frame cannot be empty. */
function changed(before, after, width) {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let at = 0; at < after.length; at += 1) {
    if (before[at] === after[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right, bottom] = [Math.min(left, x), Math.max(right, x), y];
    if (top < 0) top = y;
  }
  if (right < 0) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** The lines of a rectangle, each without a filter: numbers of colors have no slope. */
function cut(indexed, { x, y, width, height }, full) {
  const out = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1)
    out.set(indexed.subarray((y + row) * full + x, (y + row) * full + x + width), row * (width + 1) + 1);
  return out;
}
