// Which workspace folder a path means, on disk or not.
import { expect, test } from "vitest";
import { meantFolder, pathInFolder } from "../../../extension/text/paths/folder-path.ts";

const docs = { name: "docs" };
const app = { name: "app" };

test.each([
  ["a.md", [docs], docs, "a.md"],
  ["docs/a.md", [docs], docs, "docs/a.md"],
  ["a.md", [docs, app], docs, "a.md"],
  ["app/src/a.ts", [docs, app], app, "src/a.ts"],
  ["app", [docs, app], app, ""],
  ["apps/a.ts", [docs, app], docs, "apps/a.ts"],
])("%s in %o", (path, folders, folder, inside) => {
  expect(meantFolder(folders, path)).toMatchObject({ folder, inside });
});

test("without a folder no path means one", () => {
  expect(meantFolder([], "a.md")).toBeUndefined();
});

test("the path that is shown means the same place again", () => {
  for (const folders of [[docs], [docs, app]])
    for (const folder of folders)
      for (const inside of ["a.md", "src/a.ts"])
        expect(meantFolder(folders, pathInFolder(folders, folder, inside))).toMatchObject({ folder, inside });
  expect(pathInFolder([docs, app], app, "")).toBe("app");
  expect(pathInFolder([docs], docs, "")).toBe("");
});
