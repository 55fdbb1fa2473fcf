// Where a path leads on disk, and what is refused when that changes.
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diskFiles } from "../../extension/disk/tool-files.ts";
import type { Files, Place } from "../../extension/tools/ports.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { noLinks } from "../fakes/systems.ts";

function twoFolders(): { files: Files; one: string; two: string } {
  const base = temporaryFolder();
  const [one, two] = [join(base, "one"), join(base, "two")];
  mkdirSync(join(one, "src"), { recursive: true });
  mkdirSync(two);
  writeFileSync(join(one, "src/a.ts"), "a");
  writeFileSync(join(two, "b.ts"), "bb");
  const folders = [
    { name: "one", path: one },
    { name: "two", path: two },
  ];
  return { files: diskFiles({ folders: () => folders, exclude: () => [], kept: [] }), one, two };
}

function oneFolder(): { files: Files; root: string } {
  const root = join(temporaryFolder(), "root");
  mkdirSync(join(root, "src"), { recursive: true });
  writeFileSync(join(root, "src/a.ts"), "hello");
  return { files: diskFiles({ folders: () => [{ name: "root", path: root }], exclude: () => [], kept: [] }), root };
}

async function place(files: Files, path: string): Promise<Place> {
  const located = await files.locate(path);
  if (!located.ok) throw new Error(located.failure);
  return located.value;
}

test("a path is written as messages write it", async () => {
  const { files, root } = oneFolder();
  expect(await place(files, "src/a.ts")).toMatchObject({ path: "src/a.ts", inside: true, kind: "file", size: 5 });
  expect(await place(files, "./src/../src/a.ts")).toMatchObject({ path: "src/a.ts" });
  expect(await place(files, join(root, "src/a.ts"))).toMatchObject({ path: "src/a.ts" });
  expect(await place(files, ".")).toMatchObject({ path: ".", kind: "folder" });
  expect(await place(files, "src/new/b.ts")).toMatchObject({ path: "src/new/b.ts", kind: "missing", inside: true });
});

test("with several folders the folder's name comes first, and a path without one begins in the first folder", async () => {
  const { files, two } = twoFolders();
  expect(await place(files, "two/b.ts")).toMatchObject({ path: "two/b.ts", inside: true });
  expect(await place(files, "src/a.ts")).toMatchObject({ path: "one/src/a.ts", inside: true });
  expect(await place(files, "one/../two/b.ts")).toMatchObject({ path: "two/b.ts", inside: true });
  expect(await place(files, two)).toMatchObject({ path: "two", kind: "folder" });
});

test.skipIf(noLinks)("what leads out of the folders is outside and written in full", async () => {
  const { files, root } = oneFolder();
  const outside = temporaryFolder();
  writeFileSync(join(outside, "x"), "x");
  symlinkSync(outside, join(root, "way"));
  expect(await place(files, "../..")).toMatchObject({ inside: false });
  expect(await place(files, "way/x")).toMatchObject({ inside: false, path: join(outside, "x") });
  expect(await place(files, "way/new")).toMatchObject({ inside: false, kind: "missing", path: join(outside, "new") });
  expect(await place(files, "~")).toMatchObject({ real: homedir() });
  // A name that begins like the folder's is another folder.
  mkdirSync(`${root}-more`);
  expect(await place(files, `${root}-more`)).toMatchObject({ inside: false });
});

test.skipIf(noLinks)("a link inside is written as what it leads to", async () => {
  const { files, root } = oneFolder();
  symlinkSync(join(root, "src"), join(root, "alias"));
  expect(await place(files, "alias/a.ts")).toMatchObject({ path: "src/a.ts", inside: true });
});

test.skipIf(noLinks)(
  "links that lead nowhere or in a circle, and paths through a file, are refused in words",
  async () => {
    const { files, root } = oneFolder();
    symlinkSync(join(root, "gone"), join(root, "dangling"));
    symlinkSync(join(root, "loop"), join(root, "loop"));
    expect(await files.locate("dangling")).toEqual({ ok: false, failure: "the symbolic link is broken" });
    expect(await files.locate("dangling/x")).toEqual({ ok: false, failure: "the symbolic link is broken" });
    expect(await files.locate("loop")).toEqual({ ok: false, failure: "symbolic links form a loop" });
    expect(await files.locate("src/a.ts/b")).toMatchObject({ ok: false });
  },
);

test("without a folder a relative path leads nowhere", async () => {
  const files = diskFiles({ folders: () => [], exclude: () => [], kept: [] });
  expect(await files.locate("a.ts")).toEqual({ ok: false, failure: "no folder is open; use an absolute path" });
  expect(await place(files, "/")).toMatchObject({ inside: false, kind: "folder" });
});

test("a window of a file is read, and no more than there is", async () => {
  const { files } = oneFolder();
  const file = await place(files, "src/a.ts");
  const text = async (window?: { start: number; end: number }): Promise<string> => {
    const read = await files.read(file, window);
    return read.ok ? Buffer.from(read.value.bytes).toString() : read.failure;
  };
  expect(await text()).toBe("hello");
  expect(await text({ start: 1, end: 3 })).toBe("el");
  expect(await text({ start: 3, end: 30 })).toBe("lo");
  expect(await text({ start: 30, end: 40 })).toBe("");
});

test.skipIf(noLinks)("a file that was saved anew is the same place; one that became a link is not", async () => {
  const { files, root } = oneFolder();
  const file = await place(files, "src/a.ts");
  writeFileSync(join(root, "src/a.tmp"), "saved");
  renameSync(join(root, "src/a.tmp"), join(root, "src/a.ts"));
  expect(await files.read(file)).toMatchObject({ ok: true });
  rmSync(join(root, "src/a.ts"));
  expect(await files.read(file)).toEqual({ ok: false, failure: "it no longer exists" });
  writeFileSync(join(root, "other"), "other");
  symlinkSync(join(root, "other"), join(root, "src/a.ts"));
  expect(await files.read(file)).toMatchObject({ ok: false, failure: expect.stringContaining("replaced") as string });
});

test("a listing stops when it has enough, and a folder that is ignored is listed when asked for", async () => {
  const { files, root } = oneFolder();
  mkdirSync(join(root, "dist/deep"), { recursive: true });
  for (let n = 0; n < 20; n += 1) writeFileSync(join(root, `dist/deep/${n}.js`), "");
  writeFileSync(join(root, ".gitignore"), "dist/\n");
  const { signal } = new AbortController();
  const names = async (path: string, most: number): Promise<{ paths: string[]; isCut: boolean }> => {
    const { places, isCut } = await files.list(await place(files, path), { signal, most });
    return { paths: places.map((one) => one.path).sort(), isCut };
  };
  expect(await names(".", 100)).toEqual({ paths: [".gitignore", "src/a.ts"], isCut: false });
  expect((await names("dist", 100)).paths).toHaveLength(20);
  expect((await names("dist/deep", 100)).paths).toContain("dist/deep/0.js");
  expect(await names("dist", 5)).toMatchObject({ isCut: true, paths: { length: 5 } });
});

test("a listing from further up names what lies in a workspace folder as always", async () => {
  const { files, one } = twoFolders();
  const up = await place(files, join(one, ".."));
  const { places } = await files.list(up, { signal: new AbortController().signal, most: 10 });
  expect(up.inside).toBe(false);
  expect(places.map(({ path, inside }) => ({ path, inside })).sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: "one/src/a.ts", inside: true },
    { path: "two/b.ts", inside: true },
  ]);
});

test("a workspace folder in another one is the one that counts", async () => {
  const { root } = oneFolder();
  const folders = [
    { name: "root", path: root },
    { name: "src", path: join(root, "src") },
  ];
  const files = diskFiles({ folders: () => folders, exclude: () => [], kept: [] });
  expect(await place(files, join(root, "src/a.ts"))).toMatchObject({ path: "src/a.ts" });
  const { places } = await files.list(await place(files, "root"), { signal: new AbortController().signal, most: 10 });
  expect(places.map(({ path }) => path)).toEqual(["src/a.ts"]);
});

test("each folder leaves out what its own settings say, and what they do not", async () => {
  const { one, two } = twoFolders();
  writeFileSync(join(one, "b.ts"), "b");
  const folders = [
    { name: "one", path: one },
    { name: "two", path: two },
  ];
  const exclude = (folder: string): string[] => (folder === two ? ["**/b.ts"] : ["**/a.ts"]);
  const files = diskFiles({ folders: () => folders, exclude, kept: [] });
  const listed = async (name: string): Promise<string[]> => {
    const found = await files.list(await place(files, name), { signal: new AbortController().signal, most: 10 });
    return found.places.map(({ path }) => path);
  };
  expect([await listed("one"), await listed("two")]).toEqual([["one/b.ts"], []]);
});

test("in a workspace opened through a link, files are read and listed by the workspace's path", async () => {
  const { root } = oneFolder();
  const link = join(temporaryFolder(), "link");
  symlinkSync(root, link, "junction");
  const files = diskFiles({ folders: () => [{ name: "link", path: link }], exclude: () => [], kept: [] });
  const file = await place(files, "src/a.ts");
  expect(file).toMatchObject({ path: "src/a.ts", full: join(link, "src/a.ts"), inside: true });
  expect(file.real).not.toContain(link);
  expect(await place(files, join(root, "src/a.ts"))).toEqual(file);
  expect(await files.read(file)).toMatchObject({ ok: true, value: { size: 5 } });
  const { places } = await files.list(await place(files, "."), { signal: new AbortController().signal, most: 10 });
  expect(places).toEqual([{ ...file, size: 0 }]);
  expect(await files.outline(await place(files, "src"))).toContain("a.ts");
  // Another folder behind the link is another place.
  rmSync(link);
  mkdirSync(join(root, "../elsewhere/src"), { recursive: true });
  writeFileSync(join(root, "../elsewhere/src/a.ts"), "other");
  symlinkSync(join(root, "../elsewhere"), link, "junction");
  expect(await files.read(file)).toMatchObject({ ok: false, failure: expect.stringContaining("replaced") as string });
  await expect(
    files.list({ ...file, kind: "folder" }, { signal: new AbortController().signal, most: 1 }),
  ).rejects.toThrow();
});
