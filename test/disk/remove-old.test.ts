// What was kept for a while goes when the while is over, and nothing else does.
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepWhole } from "../../extension/disk/write/keep-whole.ts";
import { removeOld } from "../../extension/disk/remove-old.ts";
import { temporaryFolder } from "../fakes/folder.ts";

const LONG_AGO = new Date("2020-01-01");
const SINCE = new Date("2021-01-01").getTime();

/** As old as the oldest of its files may be. */
function folderOf(parent: string, name: string, files: Record<string, "old" | "new">): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  for (const [file, age] of Object.entries(files)) {
    writeFileSync(join(folder, file), "x");
    if (age === "old") utimesSync(join(folder, file), LONG_AGO, LONG_AGO);
  }
  utimesSync(folder, LONG_AGO, LONG_AGO);
  return folder;
}

test("old files go with the folders they leave empty; new ones stay, and so does a folder made just now", async () => {
  const root = temporaryFolder();
  folderOf(root, "mixed", { "a.txt": "old", "b.txt": "new" });
  folderOf(root, "gone", { "a.txt": "old" });
  mkdirSync(join(root, "fresh"));
  await removeOld(root, SINCE);
  expect(readdirSync(root).sort()).toEqual(["fresh", "mixed"]);
  expect(readdirSync(join(root, "mixed"))).toEqual(["b.txt"]);
});

test("what was kept long ago and is kept again stays", async () => {
  const root = temporaryFolder();
  const folder = folderOf(root, "copy", { "a.txt": "old" });
  await keepWhole(join(folder, "a.txt"), () => Buffer.from("x"));
  await removeOld(root, SINCE);
  expect(readdirSync(folder)).toEqual(["a.txt"]);
});

test("a folder that is not there is nothing to tidy", async () => {
  await expect(removeOld(join(temporaryFolder(), "none"), SINCE)).resolves.toBeUndefined();
});
