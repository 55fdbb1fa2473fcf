// A file is whole at every moment.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { keepWhole } from "../../extension/disk/write/keep-whole.ts";
import { temporaryFolder } from "../fakes/folder.ts";

const LARGE = Buffer.alloc(32 << 20, "x");

test("whoever looks while it is written finds nothing, or all of it", async () => {
  const path = join(temporaryFolder(), "deep/er/a.bin");
  const writing = keepWhole(path, () => LARGE);
  const watch = { isOver: false };
  void writing.then(() => {
    watch.isOver = true;
  });
  const sizes = new Set<number>();
  while (!watch.isOver) {
    if (existsSync(path)) sizes.add(statSync(path).size);
    await new Promise(setImmediate);
  }
  await writing;
  expect([...sizes].filter((size) => size !== LARGE.length)).toEqual([]);
  expect(statSync(path).size).toBe(LARGE.length);
  expect(readdirSync(dirname(path))).toEqual(["a.bin"]);
});

test("two at once leave one file, and one that is there is not asked for again", async () => {
  const path = join(temporaryFolder(), "a.txt");
  await Promise.all([keepWhole(path, () => Buffer.from("same")), keepWhole(path, () => Buffer.from("same"))]);
  await keepWhole(path, () => {
    throw new Error("nobody needs them");
  });
  expect(readFileSync(path, "utf8")).toBe("same");
  expect(readdirSync(dirname(path))).toEqual(["a.txt"]);
});

test("a place that cannot be written leaves nothing beside it", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "sub"));
  const broken = (): Uint8Array => {
    throw new Error("the bytes are gone");
  };
  await expect(keepWhole(join(folder, "sub/a.txt"), broken)).rejects.toThrow("the bytes are gone");
  expect(readdirSync(join(folder, "sub"))).toEqual([]);
});

test("a name as long as a disk takes is no hindrance", async () => {
  const folder = temporaryFolder();
  const name = `${"x".repeat(251)}.txt`;
  await keepWhole(join(folder, name), () => Buffer.from("whole"));
  expect(readFileSync(join(folder, name), "utf8")).toBe("whole");
});
