// A folder on disk beside one that is not: a path means the same to tools as to messages.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diskFiles } from "../../extension/disk/tool-files.ts";
import { meantFolder } from "../../extension/text/paths/folder-path.ts";
import { temporaryFolder } from "../fakes/folder.ts";

function world() {
  const root = join(temporaryFolder(), "app");
  mkdirSync(join(root, "src"), { recursive: true });
  writeFileSync(join(root, "src", "a.ts"), "");
  const folders = [
    { name: "docs", path: undefined },
    { name: "app", path: root },
  ];
  return { root, folders, files: diskFiles({ folders: () => folders, exclude: () => [], kept: [] }) };
}

test("the name of the folder comes first, also where only one of the folders is on disk", async () => {
  const { root, folders, files } = world();
  const located = await files.locate("app/src/a.ts");
  expect(located).toMatchObject({
    ok: true,
    value: { path: "app/src/a.ts", real: join(root, "src", "a.ts"), inside: true, kind: "file" },
  });
  expect(meantFolder(folders, "app/src/a.ts")?.folder.path).toBe(root);
  expect(await files.locate(join(root, "src"))).toMatchObject({ value: { path: "app/src", kind: "folder" } });
});

test("a path in the other folder is refused by the name of that folder, and is not looked for elsewhere", async () => {
  const { files } = world();
  const refused = { ok: false, failure: "the folder docs is not on disk" };
  expect(await files.locate("src/a.ts")).toEqual(refused);
  expect(await files.locate("docs/a.md")).toEqual(refused);
  expect(await files.locate(".")).toEqual(refused);
});

test("files below a folder are listed by the paths that messages use", async () => {
  const { files } = world();
  const top = await files.locate("app");
  if (!top.ok) throw new Error(top.failure);
  const { places } = await files.list(top.value, { most: 10, signal: new AbortController().signal });
  expect(places.map(({ path }) => path)).toEqual(["app/src/a.ts"]);
});
