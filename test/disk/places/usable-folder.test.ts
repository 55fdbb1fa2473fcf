// A folder that the user names for conversations, on every system.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type FolderPorts, usableFolder } from "../../../extension/disk/places/usable-folder.ts";
import { temporaryFolder } from "../../fakes/folder.ts";

function ports(platform: NodeJS.Platform, own: Partial<FolderPorts> = {}): FolderPorts & { done: string[] } {
  const done: string[] = [];
  const note = (what: string) => (path: string) => void done.push(`${what} ${path}`);
  return { platform, done, make: note("make"), write: note("write"), remove: note("remove"), ...own };
}

const failing = (code: string) => (): void => {
  throw Object.assign(new Error(code), { code });
};

test.each<[NodeJS.Platform, string, boolean]>([
  ["win32", "D:\\galley", true],
  ["win32", "\\\\server\\share\\galley", true],
  ["win32", "galley", false],
  ["win32", "D:galley", false],
  ["linux", "/mnt/galley", true],
  ["linux", "D:\\galley", false],
  ["darwin", "~/galley", false],
])("on %s, %s is absolute: %s", (platform, folder, isAbsolute) => {
  const at = ports(platform);
  expect(usableFolder(folder, "1", at)).toEqual(
    isAbsolute ? { ok: true, value: folder } : { ok: false, failure: "it is not an absolute path" },
  );
  expect(at.done.length > 0).toBe(isAbsolute);
});

test.each([
  ["EACCES", "permission denied"],
  ["EROFS", "permission denied"],
  ["EEXIST", "part of the path is a file, not a folder"],
  ["ENOTDIR", "part of the path is a file, not a folder"],
])("%s while it is made or written says why", (code, failure) => {
  expect(usableFolder("/mnt/a", "1", ports("linux", { make: failing(code) }))).toEqual({ ok: false, failure });
  expect(usableFolder("/mnt/a", "1", ports("linux", { write: failing(code) }))).toEqual({ ok: false, failure });
});

test("a missing folder is made, and nothing is left in it", () => {
  const folder = join(temporaryFolder(), "a", "b");
  expect(usableFolder(folder, "1")).toEqual({ ok: true, value: folder });
  expect(existsSync(folder)).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});

test("a file in its place is refused and stays", () => {
  const file = join(temporaryFolder(), "a");
  writeFileSync(file, "text");
  expect(usableFolder(file, "1")).toMatchObject({ ok: false });
  expect(existsSync(file)).toBe(true);
});
