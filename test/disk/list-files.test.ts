// Listing a folder as its ignore files want it.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isListed, listFiles } from "../../extension/disk/list-files.ts";
import { noLinks } from "../fakes/systems.ts";

let root: string;
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), "galley-list-"))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

async function list(exclude: string[] = [], below = ""): Promise<string[]> {
  const found: string[] = [];
  const signal = new AbortController().signal;
  await listFiles(root, { exclude, signal, below }, (path) => found.push(path));
  return found.sort();
}

test("ignore files hold below their folder, and a nearer one has the last word", async () => {
  write({
    ".gitignore": "dist/\n*.log\n",
    "dist/main.js": "",
    "a.log": "",
    "src/.gitignore": "!keep.log\n/own.ts\n",
    "src/keep.log": "",
    "src/own.ts": "",
    "src/deep/own.ts": "",
    ".git/config": "",
  });
  expect(await list()).toEqual([".gitignore", "src/.gitignore", "src/deep/own.ts", "src/keep.log"]);
});

test("the editor's patterns are left out: anchored, anywhere, with braces", async () => {
  write({
    "node_modules/x.js": "",
    "a/node_modules/x.js": "",
    "out/a.js": "",
    "a/out/a.js": "",
    "b.min.css": "",
    "b.css": "",
  });
  expect(await list(["**/node_modules", "out", "**/*.{min.css,map}"])).toEqual(["a/out/a.js", "b.css"]);
});

test.skipIf(noLinks)("odd names are listed as they are; links are not followed", async () => {
  write({ "a b#%😀.ts": "", "c/[x].ts": "" });
  symlinkSync(root, join(root, "loop"), "dir");
  expect(await list()).toEqual(["a b#%😀.ts", "c/[x].ts", "loop"]);
});

test("one folder can be listed alone, under the rules from above", async () => {
  write({ ".gitignore": "*.log", "a/b/one.ts": "", "a/b/two.log": "", "a/c.ts": "" });
  expect(await list([], "a/b")).toEqual(["a/b/one.ts"]);
});

test("a single path is judged as a listing would", async () => {
  write({ ".gitignore": "dist/\n", "dist/a.js": "", "src/a.js": "" });
  expect(await isListed(root, "dist/a.js", [])).toBe(false);
  expect(await isListed(root, "src/a.js", [])).toBe(true);
  expect(await isListed(root, "dist/", [])).toBe(false);
});

test("a folder that is not there lists nothing", async () => {
  rmSync(root, { recursive: true });
  expect(await list()).toEqual([]);
});
