import { execFileSync } from "node:child_process";
import { createWriteStream, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { readSlice } from "../../extension/disk/read-slice.ts";
import { resolveInside } from "../../extension/disk/places/resolve.ts";
import { type Decoding, plainDecoding } from "../../extension/text/decode-text.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { noLinks, noShell } from "../fakes/systems.ts";

const LIMIT = 64 * 1024;

function file(name: string, content: string | Buffer): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

describe("reading a file", () => {
  it("gives the text verbatim with its language", async () => {
    const path = file("a b#%é😀.ts", "const a = 1;\r\n\r\n");
    expect(await readSlice(path, undefined, LIMIT, plainDecoding)).toEqual({
      state: "text",
      text: "const a = 1;\r\n\r\n",
      language: "typescript",
      unsaved: false,
      clamped: false,
    });
  });

  it("gives only the lines of a range, from a file far over the limit too", async () => {
    const path = join(temporaryFolder(), "long.log");
    const out = createWriteStream(path);
    for (let line = 1; line <= 60_000; line += 1) out.write(`line ${line} ${"é".repeat(20)}\n`);
    out.end();
    await once(out, "close");
    const read = await readSlice(path, { start: 50_000, end: 50_002 }, LIMIT, plainDecoding);
    expect(read).toMatchObject({ state: "text", range: { start: 50_000, end: 50_002 }, clamped: false });
    expect(read.state === "text" && read.text.split("\n").map((line) => line.split(" ")[1])).toEqual([
      "50000",
      "50001",
      "50002",
    ]);
    expect(await readSlice(path, undefined, LIMIT, plainDecoding)).toMatchObject({ state: "large" });
    expect(await readSlice(path, { start: 1, end: 60_000 }, LIMIT, plainDecoding)).toMatchObject({ state: "large" });
  });

  it("clamps a range past the end to the last line and says so, small file or large", async () => {
    const small = file("small.txt", "1\n2\n3");
    expect(await readSlice(small, { start: 9, end: 12 }, LIMIT, plainDecoding)).toMatchObject({
      text: "3",
      range: { start: 3, end: 3 },
      clamped: true,
    });
    const large = file("large.txt", `${"x".repeat(99)}\n`.repeat(1000) + "last");
    expect(await readSlice(large, { start: 5000, end: 6000 }, LIMIT, plainDecoding)).toMatchObject({
      text: "last",
      range: { start: 1001, end: 1001 },
      clamped: true,
    });
    expect(await readSlice(large, { start: 1000, end: 6000 }, LIMIT, plainDecoding)).toMatchObject({
      text: `${"x".repeat(99)}\nlast`,
      range: { start: 1000, end: 1001 },
      clamped: true,
    });
  });

  it("of 2 GB gives a few lines without reading the rest", async () => {
    const path = file("huge.txt", "a line of text\n".repeat(1000));
    truncateSync(path, 2 * 1024 ** 3);
    const begun = performance.now();
    expect(await readSlice(path, { start: 2, end: 3 }, LIMIT, plainDecoding)).toMatchObject({
      text: "a line of text\na line of text",
    });
    expect(performance.now() - begun).toBeLessThan(500);
    expect(await readSlice(path, undefined, LIMIT, plainDecoding)).toEqual({ state: "large", size: 2 * 1024 ** 3 });
  });

  it.skipIf(noShell).each([
    ["missing.txt", "the file does not exist"],
    ["folder", "it is a folder"],
    ["pipe", "it is not a regular file"],
  ])("that is none says why: %s", async (name, reason) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "folder"));
    execFileSync("mkfifo", [join(folder, "pipe")]);
    expect(await readSlice(join(folder, name), undefined, LIMIT, plainDecoding)).toEqual({
      state: "unavailable",
      reason,
    });
  });

  it("that is binary is never taken for text", async () => {
    expect(await readSlice(file("a.bin", Buffer.from([80, 75, 3, 4, 0, 0])), undefined, LIMIT, plainDecoding)).toEqual({
      state: "binary",
      size: 6,
    });
  });

  it("in an unknown encoding is never mangled text, whole or in part, small or large", async () => {
    const unknown = { state: "binary", undecoded: true };
    const small = file("a.txt", Buffer.from("caf\xe9\nol\xe9\n", "latin1"));
    expect(await readSlice(small, undefined, LIMIT, plainDecoding)).toEqual({ ...unknown, size: 9 });
    expect(await readSlice(small, { start: 2, end: 2 }, LIMIT, plainDecoding)).toMatchObject(unknown);
    expect(await readSlice(small, { unit: "byte", start: 0, end: 9 }, LIMIT, plainDecoding)).toMatchObject(unknown);
    const large = file("b.txt", Buffer.from("plain\n".repeat(20_000) + "caf\xe9\n", "latin1"));
    expect(await readSlice(large, { start: 20_001, end: 20_001 }, LIMIT, plainDecoding)).toMatchObject(unknown);
    expect(await readSlice(large, { start: 1, end: 1 }, LIMIT, plainDecoding)).toMatchObject({ text: "plain" });
  });

  it("in the encoding that the editor knows is its text, and its ranges count in it", async () => {
    const latin: Decoding = { key: "latin1", text: (bytes) => Promise.resolve(Buffer.from(bytes).toString("latin1")) };
    const small = file("a.txt", Buffer.from("caf\xe9\nol\xe9\n", "latin1"));
    expect(await readSlice(small, undefined, LIMIT, latin)).toMatchObject({ text: "café\nolé\n" });
    const bytes = { unit: "byte", start: 0, end: 4 } as const;
    expect(await readSlice(small, bytes, LIMIT, latin)).toMatchObject({ text: "café", range: bytes });
    const large = file("b.txt", Buffer.from("plain\n".repeat(20_000) + "caf\xe9\n", "latin1"));
    expect(await readSlice(large, { start: 20_001, end: 20_001 }, LIMIT, latin)).toMatchObject({ text: "café" });
  });

  it("in UTF-16 with a mark is its text", async () => {
    const path = file("a.txt", Buffer.from("\uFEFFcafé\r\nolé", "utf16le"));
    expect(await readSlice(path, undefined, LIMIT, plainDecoding)).toMatchObject({ text: "café\r\nolé" });
    expect(await readSlice(path, { start: 2, end: 2 }, LIMIT, plainDecoding)).toMatchObject({ text: "olé", lines: 2 });
  });

  it("by a range of bytes that cuts characters omits those, in a file far over the limit too", async () => {
    const path = file("a.txt", "é".repeat(100_000));
    const range = { unit: "byte", start: 1, end: 6 } as const;
    expect(await readSlice(path, range, LIMIT, plainDecoding)).toMatchObject({
      text: "éé",
      range: { unit: "byte", start: 2, end: 6 },
    });
  });
});

describe("a relative path", () => {
  it.skipIf(noLinks)("never leaves its folder, by dots or by a link", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "inside"));
    writeFileSync(join(folder, "secret.txt"), "s");
    symlinkSync(join(folder, "secret.txt"), join(folder, "inside", "link.txt"));
    expect(await resolveInside(join(folder, "inside"), "../secret.txt")).toBeUndefined();
    expect(await resolveInside(join(folder, "inside"), "link.txt")).toBeUndefined();
    expect(await resolveInside(folder, "inside/link.txt")).toContain("secret.txt");
    expect(await resolveInside(folder, "..dots.txt")).toBe(join(folder, "..dots.txt"));
  });
});

describe("a byte range of a file that is not text", () => {
  const bytes = Buffer.concat([Buffer.from([0, 1, 2, 255]), Buffer.from("plain words\n"), Buffer.alloc(9_000, 7)]);

  it("is a hex dump with its offsets", async () => {
    const path = file("a.bin", bytes);
    const read = await readSlice(path, { unit: "byte", start: 2, end: 20 }, LIMIT, plainDecoding);
    expect(read).toEqual({
      state: "text",
      text: [
        "00000002  02 ff 70 6c 61 69 6e 20 77 6f 72 64 73 0a 07 07  |..plain words...|",
        "00000012  07 07                                            |..|",
      ].join("\n"),
      language: "hexdump",
      range: { unit: "byte", start: 2, end: 20 },
      unsaved: false,
      clamped: false,
    });
  });

  it("is text where all of it can be shown", async () => {
    const path = file("a.bin", bytes);
    expect(await readSlice(path, { unit: "byte", start: 4, end: 16 }, LIMIT, plainDecoding)).toMatchObject({
      text: "plain words\n",
      language: "",
    });
  });

  it("is cut at the end of the file, refused past it, and only described over 4 KB", async () => {
    const path = file("a.bin", bytes);
    const size = bytes.length;
    expect(await readSlice(path, { unit: "byte", start: size - 4, end: size + 9 }, LIMIT, plainDecoding)).toMatchObject(
      {
        range: { unit: "byte", start: size - 4, end: size },
        clamped: true,
      },
    );
    expect(await readSlice(path, { unit: "byte", start: size, end: size + 9 }, LIMIT, plainDecoding)).toEqual({
      state: "unavailable",
      reason: `the file has only ${size} bytes`,
    });
    expect(await readSlice(path, { unit: "byte", start: 0, end: 4097 }, LIMIT, plainDecoding)).toEqual({
      state: "large",
      size: 4097,
    });
    expect(await readSlice(path, { start: 1, end: 2 }, LIMIT, plainDecoding)).toEqual({ state: "binary", size });
  });
});
