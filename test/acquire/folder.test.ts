import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FolderPort, listFolder } from "../../extension/acquire/folder.ts";

/** A folder from its paths; a text makes a file. */
function folder(files: Record<string, string>, excluded: string[] = []): FolderPort {
  const paths = Object.keys(files);
  return {
    excluded,
    entries(path) {
      const inside = path === "" ? "" : `${path}/`;
      const below = paths.filter((file) => file.startsWith(inside)).map((file) => file.slice(inside.length));
      const names = new Map(below.map((file) => [file.split("/")[0] ?? "", file.includes("/")]));
      return Promise.resolve(Array.from(names, ([name, isFolder]) => ({ name, isFolder })));
    },
    text: (path) => Promise.resolve(files[path]),
  };
}

const lines = (...of: string[]): string => of.join("\n");

describe("the listing of a folder", () => {
  it("shows folders first, each with what is in it", async () => {
    const { text, cut } = await listFolder(folder({ "b.ts": "", "a/deep/x.ts": "", "a/c.ts": "" }), "");
    expect(text).toBe(lines("a/", "  deep/", "    x.ts", "  c.ts", "b.ts"));
    expect(cut).toBe(0);
  });

  it("leaves out what the ignore files above and inside hide, and .git", async () => {
    const files = {
      ".gitignore": "dist/\n*.log\n",
      ".galleyignore": "secret.txt",
      "src/.gitignore": "!keep.log",
      "src/dist/x.js": "",
      "src/keep.log": "",
      "src/other.log": "",
      "src/secret.txt": "",
      "src/.git/HEAD": "",
      "src/a.ts": "",
    };
    expect((await listFolder(folder(files), "src")).text).toBe(lines(".gitignore", "a.ts", "keep.log"));
  });

  it("leaves out what the editor's patterns hide", async () => {
    const port = folder({ "a.ts": "", "a.js": "", "x/node_modules/y.ts": "" }, ["**/*.js", "**/node_modules"]);
    expect((await listFolder(port, "")).text).toBe(lines("x/", "a.ts"));
  });

  it("shows a hidden folder that was asked for by name", async () => {
    const port = folder({ ".gitignore": "dist", "dist/main.js": "", "dist/.gitignore": "*.map", "dist/main.map": "" });
    expect((await listFolder(port, "dist")).text).toBe(lines(".gitignore", "main.js"));
  });

  it("cuts a large folder breadth first and says where and how much", async () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`a/${index}.ts`, ""]));
    const listing = await listFolder(folder({ ...many, "b/x.ts": "", "c.ts": "" }), "", { entries: 5, seen: 100 });
    expect(listing.text).toBe(lines("a/", "  0.ts", "  1.ts", "  … 7 more", "b/", "  … 1 more", "c.ts"));
    expect(listing).toMatchObject({ listed: 5, cut: 8, isMore: false });
  });

  it("stops looking at some point and says that there is more", async () => {
    const deep = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`d${index}/x`, ""]));
    expect(await listFolder(folder(deep), "", { entries: 5, seen: 50 })).toMatchObject({ listed: 5, isMore: true });
  });

  it("counts every entry once, whatever the limits", async () => {
    const path = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(path, { maxLength: 30 }), fc.integer({ min: 1, max: 40 }), async (paths, entries) => {
        const files = Object.fromEntries(paths.map((names) => [`${names.join("/")}.f`, ""]));
        const all = await listFolder(folder(files), "", { entries: 1000, seen: 1000 });
        const some = await listFolder(folder(files), "", { entries, seen: 1000 });
        expect(some.listed + some.cut).toBe(all.listed);
        expect(some.listed).toBe(Math.min(entries, all.listed));
      }),
    );
  });
});
