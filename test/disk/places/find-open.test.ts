// Which open document a file is: through links, drive letters, case and composed accents.
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findOpen, RealPaths } from "../../../extension/disk/places/find-open.ts";
import { isInside, pathKey, type PathWorld, sameFile } from "../../../extension/disk/places/same-path.ts";
import { temporaryFolder } from "../../fakes/folder.ts";
import { noLinks } from "../../fakes/systems.ts";

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
    (path) => Promise.resolve(path.startsWith("/link/") ? leads : path),
    () => now,
  );
  expect(await sameFile("/link/a", "/one/a", paths)).toBe(true);
  leads = "/two/a";
  expect(await sameFile("/link/a", "/one/a", paths)).toBe(true);
  now += 2_000;
  expect(await sameFile("/link/a", "/one/a", paths)).toBe(false);
  leads = "/three/a";
  paths.clear();
  expect(await sameFile("/link/a", "/three/a", paths)).toBe(true);
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
  expect(await sameFile(path, real, plain(platform))).toBe(isOne);
});

test("links are followed on both sides, and a mapped drive is the share that it leads to", async () => {
  const real = (path: string): Promise<string> => Promise.resolve(path.replace(/^z:/i, "\\\\server\\share"));
  const world = { ...plain("win32"), real };
  expect(await sameFile("Z:\\work\\a.ts", "\\\\Server\\share\\Work\\a.ts", world)).toBe(true);
  expect(await sameFile("\\\\server\\share\\work\\a.ts", "z:\\work\\a.ts", world)).toBe(true);
  const open = [{ path: "z:\\work\\a.ts", isDirty: true }];
  expect(await findOpen(open, "\\\\server\\share\\work\\A.ts", world)).toEqual(open);
});

test("a share that VS Code keeps from extensions is still compared", async () => {
  const real = (path: string): Promise<string> =>
    path.startsWith("\\\\")
      ? Promise.reject(new Error("UNC host 'server' access is not allowed"))
      : Promise.resolve(path.replace(/^z:/i, "\\\\server\\share"));
  const world: PathWorld = { platform: "win32", real, identity: () => Promise.resolve(undefined) };
  expect(await sameFile("z:\\work\\a.ts", "\\\\server\\share\\work\\a.ts", world)).toBe(true);
  expect(await sameFile("z:\\work\\b.ts", "\\\\server\\share\\work\\a.ts", world)).toBe(false);
});

test("a missing file on Windows is found through its folder", async () => {
  const real = (path: string): Promise<string> =>
    path.toLowerCase() === "c:\\link" ? Promise.resolve("C:\\Work") : Promise.reject(new Error("ENOENT"));
  const world: PathWorld = { platform: "win32", real, identity: () => Promise.resolve(undefined) };
  expect(await sameFile("c:\\link\\new.ts", "C:\\work\\New.ts", world)).toBe(true);
});

test.each<[NodeJS.Platform, string, string, boolean]>([
  ["win32", "C:\\Work", "c:\\work\\a.ts", true],
  ["win32", "C:\\Work", "C:\\Workshop\\a.ts", false],
  ["win32", "C:\\Work", "D:\\Work\\a.ts", false],
  ["win32", "C:\\", "c:\\a.ts", true],
  ["win32", "\\\\server\\share\\work", "\\\\SERVER\\Share\\work\\a.ts", true],
  ["win32", "\\\\server\\share", "\\\\other\\share\\a.ts", false],
  ["darwin", "/w/Caf\u00e9", "/w/Cafe\u0301/a.ts", true],
  ["darwin", "/w/a", "/w/b", false],
  ["linux", "/w", "/w/..a", true],
  ["linux", "/w/a", "/w", false],
  ["linux", "/w", "/W/a", false],
])("%s: in %s is %s: %s", (platform, folder, full, isIn) => {
  expect(isInside(folder, full, platform)).toBe(isIn);
});

test("on a volume that tells case apart, two files are two", async () => {
  const world = plain("darwin", (path) => Promise.resolve(path));
  expect(await sameFile("/w/A.ts", "/w/a.ts", world)).toBe(false);
  expect(await sameFile("/w/a.ts", "/w/a.ts", world)).toBe(true);
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
