// Files that Galley writes where the user said: whole, or as they were.
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statfsSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plainSpot } from "../../extension/disk/places/same-file.ts";
import { besideSpot, newBesideId } from "../../extension/disk/write/beside.ts";
import { removeStale, saveFile, saveIfMissing } from "../../extension/disk/write/save-file.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { smallDisk } from "../fakes/mount.ts";
import { noLinks, noModes } from "../fakes/systems.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test.skipIf(noLinks || noModes)(
  "makes a file with its folders, replaces one with its mode, and goes where a link leads",
  async () => {
    const folder = realpathSync(temporaryFolder());
    const file = join(folder, "new/deep/export.json");
    expect(await saveFile(file, bytes("one"))).toEqual({ ok: true, value: undefined });
    chmodSync(file, 0o600);
    symlinkSync(file, join(folder, "link.json"));
    expect(await saveFile(join(folder, "link.json"), bytes("two"))).toEqual({ ok: true, value: undefined });
    expect(readFileSync(file, "utf8")).toBe("two");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, "new/deep"))).toEqual(["export.json"]);
  },
);

test("what is there stays when only a missing file is to be made", async () => {
  const folder = realpathSync(temporaryFolder());
  const file = join(folder, ".vscode/mcp.json");
  expect(await saveIfMissing(file, bytes("{}"))).toEqual({ ok: true, value: undefined });
  expect(await saveIfMissing(file, bytes("other"))).toEqual({ ok: true, value: undefined });
  expect(readFileSync(file, "utf8")).toBe("{}");
});

test("on a full disk an earlier export stays whole", async ({ skip }) => {
  const disk = smallDisk(1_000);
  if (disk === undefined) return skip("no disk can be mounted here");
  const file = join(disk.folder, "export.json");
  writeFileSync(file, "x".repeat(40_000));
  const { bavail, bsize } = statfsSync(disk.folder);
  writeFileSync(join(disk.folder, "filler"), Buffer.alloc(bavail * bsize - 8_192));
  expect(await saveFile(file, bytes("y".repeat(60_000)))).toMatchObject({ ok: false });
  expect(readFileSync(file, "utf8")).toBe("x".repeat(40_000));
});

test("of what kills left only Galley's own old files go", async () => {
  const folder = realpathSync(temporaryFolder());
  const [old, young] = [newBesideId(), newBesideId()].map(
    (id) => besideSpot(plainSpot(join(folder, "a")), id).full,
  ) as [string, string];
  const others = [".galley-notes.tmp", "a.tmp", ".galley-1234.tmp"];
  for (const file of [old, young, ...others.map((name) => join(folder, name))]) writeFileSync(file, "");
  for (const file of [old, ...others.map((name) => join(folder, name))]) utimesSync(file, 1, 1);
  mkdirSync(besideSpot(plainSpot(join(folder, "a")), newBesideId()).full);
  await removeStale(folder);
  expect(readdirSync(folder)).not.toContain(old.slice(folder.length + 1));
  expect(readdirSync(folder)).toHaveLength(5);
});
