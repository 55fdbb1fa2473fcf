// The queries of the benchmark of mentions: what was edited next, and what a user would type for it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { initialsOf, nextFiles, readHistory, reciprocalRank, typedFor } from "./shared/next-files.mjs";

const files = Array.from({ length: 40 }, (_, at) => `src/file-${at}.ts`);
const fileAt = (at: number): string => files[at % files.length] ?? "";
const commits = Array.from({ length: 200 }, (_, at) => ({
  changed: [fileAt(7 * at), fileAt(3 * at + 1)],
  added: at % 5 === 0 ? [fileAt(11 * at + 2)] : [],
}));

describe("the moments of a history", () => {
  test("are the same for the same seed, and others for another", () => {
    const moments = nextFiles({ commits, files }, { count: 60, seed: 1 });
    expect(moments.flatMap(({ asked }) => asked)).toHaveLength(60);
    expect(nextFiles({ commits, files }, { count: 60, seed: 1 })).toEqual(moments);
    expect(nextFiles({ commits, files }, { count: 60, seed: 2 })).not.toEqual(moments);
  });

  test("ask for files that are there, each once, and not for the one in front of the user", () => {
    for (const { used, asked } of nextFiles({ commits, files }, { count: 60, seed: 3 })) {
      const paths = asked.map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
      expect(paths).not.toContain(used.at(-1));
      for (const path of [...used, ...paths]) expect(files).toContain(path);
    }
  });

  test("never ask for a file that its commit added, nor count a commit of very many files", () => {
    const large = { changed: files.slice(0, 30), added: [] };
    const added = { changed: [], added: files.slice(30) };
    expect(nextFiles({ commits: [large, large, large], files }, { count: 10, seed: 1 })).toEqual([]);
    const later = Array.from({ length: 60 }, (_, at) => ({ changed: files.slice(at % 20, (at % 20) + 2), added: [] }));
    const moments = nextFiles({ commits: [added, ...later, added], files }, { count: 10, seed: 1 });
    expect(moments.flatMap(({ asked }) => asked.map(({ path }) => files.indexOf(path))).every((at) => at < 30)).toBe(
      true,
    );
  });

  test("are none where the history is too short", () => {
    expect(nextFiles({ commits: commits.slice(0, 5), files }, { count: 300, seed: 1 })).toEqual([]);
  });
});

test("typed are in turn two, three and four letters, and the first letters of the words where there are several", () => {
  const typed = (path: string): string[] => [0, 1, 2, 3].map((number) => typedFor(path, number));
  expect(typed("src/First-look.test.ts")).toEqual(["fi", "fir", "firs", "fl"]);
  expect(typed("turn.ts")).toEqual(["tu", "tur", "turn", "tu"]);
});

test.each([
  ["first-look.test.ts", "fl"],
  ["FirstLook.svelte", "fl"],
  ["x_y_z.py", "xyz"],
  ["utf8.ts", "u8"],
  [".gitignore", "g"],
  ["Makefile", "m"],
])("the initials of %s are %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test("the reciprocal rank of what was not found is 0", () => {
  expect(reciprocalRank([1, 2, 0, 4])).toBe((1 + 1 / 2 + 0 + 1 / 4) / 4);
});

describe("where there is no history", () => {
  const folder = mkdtempSync(join(tmpdir(), "galley-history-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]): void => {
    const who = ["-c", "user.name=a", "-c", "user.email=a@localhost", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...who, ...args], { cwd: folder, stdio: "ignore" });
  };

  test("a folder without git and a shallow clone say what to do; a whole clone has its files and commits", () => {
    expect(readHistory(folder).reason).toContain("no git repository");
    git("init", "whole");
    writeFileSync(join(folder, "whole", "a.ts"), "");
    git("-C", "whole", "add", ".");
    git("-C", "whole", "commit", "-m", "a");
    git("-C", "whole", "commit", "--allow-empty", "-m", "b");
    expect(readHistory(join(folder, "whole"))).toEqual({
      files: ["a.ts"],
      commits: [
        { changed: [], added: ["a.ts"] },
        { changed: [], added: [] },
      ],
    });
    git("clone", "--depth", "1", pathToFileURL(join(folder, "whole")).href, "shallow");
    expect(readHistory(join(folder, "shallow")).reason).toContain("git fetch --unshallow");
  });
});
