// Which open document a file is: through links, drive letters, case and composed accents.
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findOpen, leadsTo, type PathWorld, RealPaths } from "../../extension/disk/find-open.ts";
import { pathKey } from "../../extension/disk/same-path.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { noLinks } from "../fakes/systems.ts";

function linked(): { base: string; real: string } {
  const base = realpathSync(temporaryFolder());
  mkdirSync(join(base, "work/src"), { recursive: true });
  writeFileSync(join(base, "work/src/a.ts"), "saved");
  writeFileSync(join(base, "work/src/b.ts"), "saved");
  symlinkSync(join(base, "work"), join(base, "link"));
  symlinkSync(join(base, "work/src/a.ts"), join(base, "other-name.ts"));
  return { base, real: join(base, "work/src/a.ts") };
}

test.skipIf(noLinks).each(["link/src/a.ts", "other-name.ts", "work/src/a.ts"])(
  "unsaved text is found that was opened as %s",
  async (name) => {
    const { base, real } = linked();
    const open = [
      { path: join(base, "link/src/b.ts"), isDirty: true },
      { path: join(base, name), isDirty: true },
    ];
    expect(await findOpen(open, real, new RealPaths())).toEqual([open[1]]);
  },
);

test.skipIf(noLinks)(
  "of several documents of one file the unsaved one comes first, then the one of that path",
  async () => {
    const { base, real } = linked();
    const [saved, itself, unsaved] = [
      { path: join(base, "other-name.ts"), isDirty: false },
      { path: real, isDirty: false },
      { path: join(base, "link/src/a.ts"), isDirty: true },
    ];
    expect(await findOpen([saved, itself, unsaved], real, new RealPaths())).toEqual([unsaved, itself, saved]);
  },
);

test.skipIf(noLinks)("a file that is not on disk any more is found through its folder", async () => {
  const { base } = linked();
  const open = [{ path: join(base, "link/src/gone.ts"), isDirty: true }];
  expect(await findOpen(open, join(base, "work/src/gone.ts"), new RealPaths())).toEqual(open);
});

test("a link that leads elsewhere by now is followed anew after a moment, or when documents change", async () => {
  let [leads, now] = ["/one/a", 0];
  const paths = new RealPaths(
    () => Promise.resolve(leads),
    () => now,
  );
  expect(await leadsTo("/link/a", "/one/a", paths)).toBe(true);
  leads = "/two/a";
  expect(await leadsTo("/link/a", "/one/a", paths)).toBe(true);
  now += 2_000;
  expect(await leadsTo("/link/a", "/one/a", paths)).toBe(false);
  leads = "/three/a";
  paths.clear();
  expect(await leadsTo("/link/a", "/three/a", paths)).toBe(true);
});

const plain = (platform: NodeJS.Platform, identity: PathWorld["identity"] = () => Promise.resolve("1")): PathWorld => ({
  platform,
  real: (path) => Promise.resolve(path),
  identity,
});

test.each<[NodeJS.Platform, string, string, boolean]>([
  ["win32", "c:\\Work\\A.ts", "C:\\work\\a.ts", true],
  ["win32", "C:/Work/a.ts", "c:\\work\\a.ts", true],
  ["win32", "\\\\?\\C:\\Work\\a.ts", "c:\\work\\a.ts", true],
  ["win32", "\\\\?\\UNC\\Server\\Share\\a.ts", "\\\\server\\share\\a.ts", true],
  ["win32", "C:\\work\\b.ts", "D:\\work\\b.ts", false],
  ["darwin", "/Users/Me/a.ts", "/users/me/A.ts", true],
  ["darwin", "/w/Caf\u00e9", "/w/cafe\u0301", true],
  ["linux", "/w/a.ts", "/w/A.ts", false],
  ["linux", "/w/Caf\u00e9", "/w/Cafe\u0301", false],
  ["linux", "/w//x/../a.ts", "/w/a.ts", true],
])("%s: %s and %s are one file: %s", async (platform, path, real, isOne) => {
  expect(await leadsTo(path, real, plain(platform))).toBe(isOne);
});

test("on a volume that tells case apart, two files are two", async () => {
  const world = plain("darwin", (path) => Promise.resolve(path));
  expect(await leadsTo("/w/A.ts", "/w/a.ts", world)).toBe(false);
  expect(await leadsTo("/w/a.ts", "/w/a.ts", world)).toBe(true);
});

test("a key stays the same when it is made again, and case decides nothing on Windows and macOS", () => {
  const path = fc
    .array(fc.string({ unit: "grapheme", maxLength: 6 }), { maxLength: 5 })
    .map((names) => `/${names.join("/")}`);
  fc.assert(
    fc.property(path, fc.constantFrom<NodeJS.Platform>("win32", "darwin", "linux"), (given, platform) => {
      const key = pathKey(given, platform);
      expect(pathKey(key, platform)).toBe(key);
      const ascii = given.replace(/[a-z]/g, (sign) => sign.toUpperCase());
      if (platform !== "linux") expect(pathKey(ascii, platform)).toBe(key);
      if (platform === "darwin") expect(pathKey(given.normalize("NFD"), platform)).toBe(key);
    }),
    { examples: [["/h\u0331", "darwin"]] },
  );
});
