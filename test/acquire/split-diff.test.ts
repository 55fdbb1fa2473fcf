// A diff of git's own making, taken apart by file: nothing is lost, and each piece knows whom it is about.
import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { splitDiff } from "../../extension/acquire/changes/split-diff.ts";
import { temporaryFolder } from "../fakes/folder.ts";

const ODD = ["plain.txt", "with blank b/in.txt", "é ü.txt", 'qu"ote\\.txt', "tab\there.txt", "src/deep/er.ts"];

function repository(): {
  git: (...args: string[]) => string;
  put: (name: string, text: string | Buffer) => void;
  cwd: string;
} {
  const cwd = temporaryFolder();
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  const git = (...args: string[]): string => execFileSync("git", [...who, ...args], { cwd, encoding: "utf8" });
  const put = (name: string, text: string | Buffer): void => {
    mkdirSync(join(cwd, name, ".."), { recursive: true });
    writeFileSync(join(cwd, name), text);
  };
  git("init", "-q");
  for (const name of ODD) put(name, `of ${name}\n--- a/other\ndiff me\n`);
  git("add", "-A");
  git("commit", "-qm", "first");
  return { git, put, cwd };
}

const names = (text: string): string[][] => splitDiff(text).map((piece) => piece.names);

test.each([
  ["as usual", []],
  ["without prefixes", ["-c", "diff.noprefix=true"]],
  ["with other prefixes", ["-c", "diff.mnemonicPrefix=true"]],
])("each file is told by its name, %s", (_, settings) => {
  const { git, put } = repository();
  // Lines that look like headers are lines all the same.
  for (const name of ODD) put(name, `now of ${name}\n-- a/other\n++ b/other\nrename from x\n`);
  const text = git(...settings, "diff");
  expect(names(text).flat().sort()).toEqual([...ODD].sort());
  expect(
    splitDiff(text)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});

test("one that is new, deleted, binary, or has another mode is told by its name", () => {
  const { git, put, cwd } = repository();
  put("new.txt", "new\n");
  put("picture.bin", Buffer.from([0, 1, 2, 255]));
  rmSync(join(cwd, "plain.txt"));
  git("add", "-A");
  git("update-index", "--chmod=+x", "src/deep/er.ts");
  expect(names(git("diff", "--cached")).flat().sort()).toEqual([
    "new.txt",
    "picture.bin",
    "plain.txt",
    "src/deep/er.ts",
  ]);
});

test("one that was moved is told by both names", () => {
  const { git, cwd } = repository();
  renameSync(join(cwd, "plain.txt"), join(cwd, "é moved.txt"));
  git("add", "-A");
  expect(names(git("diff", "--cached"))).toEqual([["plain.txt", "é moved.txt"]]);
});

test("one with a conflict is told by its name", () => {
  const { git, put } = repository();
  git("checkout", "-qb", "side");
  put("plain.txt", "side\n");
  git("commit", "-qam", "side");
  git("checkout", "-q", "-");
  put("plain.txt", "main\n");
  git("commit", "-qam", "main");
  expect(() => git("merge", "side")).toThrow();
  expect(names(git("diff"))).toEqual([["plain.txt"]]);
});

test("what cannot be told has no name", () => {
  expect(splitDiff("\u001b[1mdiff --git a/x b/x\u001b[m\n")).toEqual([
    { names: [], text: "\u001b[1mdiff --git a/x b/x\u001b[m\n" },
  ]);
  expect(splitDiff("")).toEqual([]);
});
