// Where a path leads on Windows, on a disk that is made up: drives, mapped drives, shares and links.
import { win32 } from "node:path";
import { expect, test } from "vitest";
import { type Disk, locate, rootsOf, spotOf, type WorkFolder } from "../../../extension/disk/places/locate.ts";
import type { Place } from "../../../extension/tools/ports.ts";

/** Looks past case, and gives real paths as Windows does: with a large drive letter, and a share for a mapped drive. */
function windows(files: readonly string[], leads: Record<string, string> = {}): Disk & { asked: string[] } {
  const asked: string[] = [];
  const missing = (path: string): Error => Object.assign(new Error(path), { code: "ENOENT" });
  const resolved = (path: string): string => {
    const link = Object.keys(leads).find((from) => `${path}\\`.toLowerCase().startsWith(`${from}\\`.toLowerCase()));
    const way = link === undefined ? path : win32.join(leads[link] ?? "", path.slice(link.length));
    return win32.normalize(way).replace(/^[a-z]:/, (drive) => drive.toUpperCase());
  };
  const found = (path: string): string => {
    asked.push(path);
    const real = resolved(path).replace(/(?<=[^:])\\$/, "");
    const there = files.find((file) =>
      `${file}\\`.toLowerCase().startsWith(`${real.replace(/\\$/, "")}\\`.toLowerCase()),
    );
    if (there === undefined) throw missing(path);
    return there.slice(0, real.length);
  };
  return {
    asked,
    platform: "win32",
    home: () => "C:\\Users\\me",
    realpath: (path) => new Promise((resolve) => resolve(found(path))),
    stat: (path) =>
      new Promise((resolve) => {
        const isFile = files.includes(found(path));
        resolve({ isFile: () => isFile, isDirectory: () => !isFile, size: 1 });
      }),
    isLink: () => Promise.resolve(false),
  };
}

const SHARE = "\\\\server\\share";

async function place(disk: Disk, folders: WorkFolder[], typed: string): Promise<Place | string> {
  const located = await locate(await rootsOf(folders, ["C:\\Kept"], disk), typed, disk);
  return located.ok ? located.value : located.failure;
}

const app = (path: string): WorkFolder[] => [{ name: "app", path }];

test("without a folder open an absolute path leads where it says, and one without a drive nowhere", async () => {
  const disk = windows(["C:\\Data\\a.txt"]);
  const whole = {
    path: "C:/Data/a.txt",
    full: "C:\\Data\\a.txt",
    real: "C:\\Data\\a.txt",
    kind: "file",
    inside: false,
  };
  expect(await place(disk, [], "C:/Data/a.txt")).toMatchObject(whole);
  expect(await place(disk, [], "c:/data/A.TXT")).toMatchObject({ real: whole.real, kind: "file" });
  expect(await place(disk, [], "a.txt")).toBe("no folder is open; use an absolute path");
  expect(await place(disk, [], "/Data/a.txt")).toBe("no folder is open; use an absolute path");
});

test("a small drive letter and another case are the same workspace folder", async () => {
  const disk = windows(["C:\\App\\src\\a.ts"]);
  for (const typed of ["src/a.ts", "SRC/A.ts", "C:/app/src/a.ts", "c:/App/src/a.ts"])
    expect(await place(disk, app("c:\\app"), typed)).toMatchObject({
      path: "src/a.ts",
      full: "c:\\app\\src\\a.ts",
      real: "C:\\App\\src\\a.ts",
      inside: true,
    });
  expect(await place(disk, app("c:\\app"), "C:/")).toMatchObject({ inside: false, kind: "folder" });
});

test("on a mapped drive files are opened by the drive, and the share only decides what is inside", async () => {
  const disk = windows([`${SHARE}\\app\\src\\a.ts`, `${SHARE}\\other\\b.ts`], { "Z:": SHARE });
  expect(await place(disk, app("z:\\app"), "src/a.ts")).toMatchObject({
    path: "src/a.ts",
    full: "z:\\app\\src\\a.ts",
    real: `${SHARE}\\app\\src\\a.ts`,
    inside: true,
    kind: "file",
  });
  expect(await place(disk, app("z:\\app"), ".")).toMatchObject({ full: "z:\\app", kind: "folder" });
  expect(await place(disk, app("z:\\app"), "new/c.ts")).toMatchObject({
    full: "z:\\app\\new\\c.ts",
    kind: "missing",
  });
  // By the share, too: an agent may have resolved the path.
  expect(await place(disk, app("z:\\app"), "//server/share/app/src/a.ts")).toMatchObject({
    full: "z:\\app\\src\\a.ts",
    inside: true,
  });
  // Outside of the workspace, the drive is still the way.
  expect(await place(disk, app("C:\\None"), "Z:/other/b.ts")).toMatchObject({
    path: "Z:/other/b.ts",
    full: "Z:\\other\\b.ts",
    inside: false,
  });
});

test("a stored real path is opened by the workspace's path", async () => {
  const disk = windows([`${SHARE}\\app\\a.ts`], { "Z:": SHARE });
  const real = `${SHARE}\\app\\a.ts`;
  expect(await spotOf(real, app("z:\\app"), disk)).toEqual({ full: "z:\\app\\a.ts", real });
  expect(await spotOf(real, [], disk)).toEqual({ full: real, real });
});

test("in a workspace on a share its own paths are fine, and another computer is never asked", async () => {
  const disk = windows([`${SHARE}\\app\\a.ts`]);
  const folders = app(`${SHARE}\\app`);
  for (const typed of ["a.ts", "//server/share/app/a.ts", "//SERVER/share/App/a.ts"])
    expect(await place(disk, folders, typed)).toMatchObject({
      path: "a.ts",
      full: `${SHARE}\\app\\a.ts`,
      inside: true,
    });
  expect(await place(disk, folders, "//server/share/app/new.ts")).toMatchObject({ kind: "missing", inside: true });
  const refused = "network paths outside the workspace are not supported";
  for (const typed of ["//evil/share/a.ts", "//server/share/app/../../../evil/x", "//?/UNC/evil/share/a", "//./pipe/x"])
    expect(await place(disk, folders, typed)).toBe(refused);
  expect(disk.asked.join()).not.toMatch(/evil|pipe/);
});

test("a link in the workspace that leads to a share is outside", async () => {
  const disk = windows(["C:\\App\\a.ts", `${SHARE}\\b.ts`], { "C:\\App\\link": SHARE });
  expect(await place(disk, app("c:\\app"), "link/b.ts")).toMatchObject({ inside: false, full: `${SHARE}\\b.ts` });
});

test("a name with a stream is refused, and home is the user's", async () => {
  const disk = windows(["C:\\Users\\me\\notes.md"]);
  expect(await place(disk, [], "C:/a.txt:hidden")).toBe("file names cannot contain a colon");
  expect(await place(disk, [], "~/notes.md")).toMatchObject({ full: "C:\\Users\\me\\notes.md", kind: "file" });
});
