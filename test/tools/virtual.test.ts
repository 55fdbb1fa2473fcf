// Tools in a workspace whose folders are not on disk, or not all of them.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diskFiles } from "../../extension/disk/tool-files.ts";
import { diskDocuments } from "../../extension/disk/tool-documents.ts";
import { withVirtualDocuments, withVirtualFiles } from "../../extension/disk/virtual-files.ts";
import { builtinTools } from "../../extension/tools/builtin.ts";
import { offeredIn, readingElsewhere } from "../../extension/tools/on-disk.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { ABOUT, toolWorld } from "../fakes/tool-world.ts";
import { virtualFolder } from "../fakes/virtual-folder.ts";

/** A folder `docs` in memory; with `isBeside`, a folder `app` on disk as well. */
function world(isBeside: boolean) {
  const app = join(temporaryFolder(), "app");
  mkdirSync(app);
  writeFileSync(join(app, "a.ts"), "on disk");
  const docs = virtualFolder(
    { "a.md": "one\ntwo", "deep/b.md": "saved", "link@/c.md": "elsewhere", "d@": "elsewhere" },
    { "deep/b.md": "not saved" },
  );
  const readable = [{ name: "docs", virtual: docs }, ...(isBeside ? [{ name: "app", virtual: undefined }] : [])];
  const work = [{ name: "docs", path: undefined }, ...(isBeside ? [{ name: "app", path: app }] : [])];
  const files = diskFiles({ folders: () => work, exclude: () => [], kept: [] });
  const { ports } = toolWorld({ files });
  const reading = builtinTools({
    ...ports,
    files: withVirtualFiles(files, () => readable),
    documents: withVirtualDocuments(diskDocuments, () => readable),
  });
  const tools = offeredIn(work, readingElsewhere(builtinTools(ports), reading));
  const call = async (name: string, input: unknown): Promise<string> => {
    const prepared = await tools.find((tool) => tool.name === name)?.prepare(input, ABOUT);
    if (prepared === undefined) return "not offered";
    if (!prepared.ok) return prepared.output;
    return (await prepared.call.run(new AbortController().signal)).output;
  };
  return { app, tools: tools.map(({ name }) => name), call };
}

test("where no folder is on disk, tools that need one are not offered", () => {
  expect(world(false).tools).toEqual(["read", "web_fetch", "view_image", "read_pdf", "question", "todo"]);
  expect(world(true).tools).toContain("bash");
  expect(offeredIn([], []).length).toBe(0);
});

test("read reads files and lists folders there, unsaved text included", async () => {
  const { call } = world(false);
  expect(await call("read", { path: "a.md" })).toBe("1\tone\n2\ttwo");
  expect(await call("read", { path: "./deep/../deep/b.md" })).toContain("not saved");
  expect(await call("read", { path: "." })).toContain("deep/b.md");
  expect(await call("read", { path: "none.md" })).toContain("none.md");
});

test("nothing leads out of the folder, neither dots nor links", async () => {
  const { call } = world(false);
  expect(await call("read", { path: "../a.md" })).toContain("leads out of its folder");
  expect(await call("read", { path: "d@" })).toContain("it is a link");
  expect(await call("read", { path: "link@/c.md" })).toContain("it is a link");
});

test("beside a folder on disk each path means one of the two, for every tool", async () => {
  const { call } = world(true);
  expect(await call("read", { path: "docs/a.md" })).toBe("1\tone\n2\ttwo");
  expect(await call("read", { path: "a.md" })).toBe("1\tone\n2\ttwo");
  expect(await call("read", { path: "app/a.ts" })).toBe("1\ton disk");
  expect(await call("glob", { pattern: "*.ts", path: "app" })).toBe("app/a.ts");
  expect(await call("write", { path: "docs/a.md", content: "" })).toContain("the folder docs is not on disk");
  expect(await call("grep", { pattern: "one" })).toContain("the folder docs is not on disk");
});

test("a file on disk outside of the workspace is not taken for one in it", async () => {
  const { app, call } = world(false);
  expect(await call("read", { path: join(app, "a.ts") })).toBe("1\ton disk");
});
