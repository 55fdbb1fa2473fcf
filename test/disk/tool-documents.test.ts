// A file that a tool replaces is whole before and after: its mode, its other names, its line ends, a full disk.
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statfsSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plainSpot } from "../../extension/disk/places/same-file.ts";
import { diskDocuments, replaceText } from "../../extension/disk/tool-documents.ts";
import { createFile } from "../../extension/disk/write/replace-file.ts";
import type { Place } from "../../extension/tools/ports.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { smallDisk } from "../fakes/mount.ts";
import { noLinks, noModes } from "../fakes/systems.ts";
import { ABOUT } from "../fakes/tool-world.ts";

function work(): string {
  return realpathSync(temporaryFolder());
}

function place(real: string): Place {
  return { path: "a.ts", full: real, real, inside: true, kind: "file", size: 0 };
}

function replace(real: string, before: string | undefined, after: string): ReturnType<typeof diskDocuments.replace> {
  return diskDocuments.replace(place(real), before, after, ABOUT);
}

test("the new text takes the place of the old in one step: a program that reads has all of one of them", async () => {
  const file = join(work(), "a.ts");
  writeFileSync(file, "before");
  const { ino } = statSync(file);
  expect(await replace(file, "before", "after")).toEqual({ ok: true, value: undefined });
  expect(statSync(file).ino).not.toBe(ino);
  expect(readFileSync(file, "utf8")).toBe("after");
});

test.skipIf(noModes).each([0o755, 0o600, 0o664, 0o4755])("a file keeps its mode %o", async (mode) => {
  const file = join(work(), "a.sh");
  writeFileSync(file, "before");
  chmodSync(file, mode);
  expect(await replace(file, "before", "after")).toEqual({ ok: true, value: undefined });
  expect((statSync(file).mode & 0o7777).toString(8)).toBe(mode.toString(8));
});

test("a byte order mark and line ends are written as they are given", async () => {
  const file = join(work(), "a.ts");
  writeFileSync(file, "\uFEFFone\r\n");
  const held = await diskDocuments.text(place(file));
  expect(held).toMatchObject({ ok: true, value: { text: "\uFEFFone\r\n", eol: "\r\n" } });
  expect(await replace(file, "\uFEFFone\r\n", "\uFEFFtwo\r\nthree\n")).toEqual({ ok: true, value: undefined });
  expect(readFileSync(file)).toEqual(Buffer.from("\uFEFFtwo\r\nthree\n"));
});

test.skipIf(noLinks)("what a link leads to is changed, and the link stays one", async () => {
  const folder = work();
  writeFileSync(join(folder, "target"), "before");
  symlinkSync(join(folder, "target"), join(folder, "link"));
  expect(await replace(join(folder, "target"), "before", "after")).toEqual({ ok: true, value: undefined });
  expect(readFileSync(join(folder, "link"), "utf8")).toBe("after");
  expect(await replace(join(folder, "link"), "after", "more")).toMatchObject({ ok: false });
  expect(readFileSync(join(folder, "target"), "utf8")).toBe("after");
});

test.skipIf(noModes)("a file that may not be written is refused, the superuser included", async () => {
  const file = join(work(), "a.ts");
  writeFileSync(file, "before");
  chmodSync(file, 0o444);
  expect(await replace(file, "before", "after")).toMatchObject({ ok: false });
  expect(readFileSync(file, "utf8")).toBe("before");
});

test("of several hard links each is the changed file, where the text before is kept; else it is refused in words", async () => {
  const folder = work();
  const [file, other] = [join(folder, "a.ts"), join(folder, "b.ts")];
  writeFileSync(file, "before");
  linkSync(file, other);
  expect(await replace(file, "before", "after")).toEqual({
    ok: false,
    failure: "it has several hard links, so it cannot be replaced in one step",
  });
  expect(await replaceText(plainSpot(file), "before", "after, and longer", { inPlace: "allowed" })).toEqual({
    ok: true,
    value: undefined,
  });
  expect(readFileSync(other, "utf8")).toBe("after, and longer");
  expect(await replaceText(plainSpot(file), "after, and longer", "short", { inPlace: "allowed" })).toEqual({
    ok: true,
    value: undefined,
  });
  expect(readFileSync(other, "utf8")).toBe("short");
});

test.skipIf(noLinks)(
  "a new file never takes the place of one that appeared meanwhile, of a link or of a folder",
  async () => {
    const folder = work();
    writeFileSync(join(folder, "file"), "mine");
    symlinkSync(join(folder, "nowhere"), join(folder, "link"));
    mkdirSync(join(folder, "folder"));
    for (const name of ["file", "link", "folder"])
      expect(await replace(join(folder, name), undefined, "after")).toEqual({
        ok: false,
        failure: "it already exists",
      });
    expect(readFileSync(join(folder, "file"), "utf8")).toBe("mine");
    expect(existsSync(join(folder, "nowhere"))).toBe(false);
    expect(readdirSync(folder).toSorted()).toEqual(["file", "folder", "link"]);
  },
);

test("on a full disk the old file stays, no half of a new one is left, and the words say what to do", async ({
  skip,
}) => {
  const disk = smallDisk(1_000);
  if (disk === undefined) return skip("no disk can be mounted here");
  const folder = realpathSync(disk.folder);
  const file = join(folder, "a.ts");
  const before = "x".repeat(40_000);
  writeFileSync(file, before);
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(join(folder, "filler"), Buffer.alloc(bavail * bsize - 8_192));
  const refused = { ok: false, failure: "the disk is full; free some space and try again" };
  expect(await replace(file, before, "y".repeat(60_000))).toEqual(refused);
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(await replace(join(folder, "b.ts"), undefined, "y".repeat(60_000))).toEqual(refused);
  expect(readdirSync(folder).toSorted()).toEqual(["a.ts", "filler"]);
});

test("through a link the file is changed by that path, and refused once the link leads elsewhere", async () => {
  const [base, link] = [work(), join(work(), "link")];
  mkdirSync(join(base, "one"));
  mkdirSync(join(base, "two"));
  symlinkSync(join(base, "one"), link, "junction");
  const at = (name: string): Place => ({
    ...place(join(base, "one", name)),
    full: join(link, name),
  });
  expect(await diskDocuments.replace(at("new/er/a.ts"), undefined, "made", ABOUT)).toMatchObject({ ok: true });
  expect(await diskDocuments.replace(at("new/er/a.ts"), "made", "changed", ABOUT)).toMatchObject({ ok: true });
  expect(readFileSync(join(base, "one/new/er/a.ts"), "utf8")).toBe("changed");
  expect(readdirSync(join(base, "one/new/er"))).toEqual(["a.ts"]);
  unlinkSync(link);
  symlinkSync(join(base, "two"), link, "junction");
  expect(await diskDocuments.replace(at("b.ts"), undefined, "astray", ABOUT)).toMatchObject({ ok: false });
  expect(readdirSync(join(base, "two"))).toEqual([]);
});

test.each(["ENOTSUP", "EISDIR", "UNKNOWN"])(
  "where there are no hard links (%s), a new file is whole all the same",
  async (code) => {
    const file = join(work(), "a.ts");
    const hardLink = (): Promise<void> => Promise.reject(Object.assign(new Error(code), { code }));
    expect(await createFile(plainSpot(file), Buffer.from("new"), { hardLink })).toMatchObject({ ok: true });
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(await createFile(plainSpot(file), Buffer.from("other"), { hardLink })).toMatchObject({ ok: false });
    expect(readdirSync(join(file, ".."))).toEqual(["a.ts"]);
  },
);
