// write and edit: what becomes of a file, what is shown before, and what is refused.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Documents } from "../../extension/tools/ports.ts";
import { toolWorld } from "../fakes/tool-world.ts";

const signal = new AbortController().signal;

describe("write", () => {
  test("makes a file and the folders it needs", async () => {
    const { root, call } = toolWorld();
    expect(await call("write", { path: "src/deep/a.ts", content: "one\ntwo\n" })).toEqual({
      ok: true,
      output: "Created src/deep/a.ts, 2 lines.",
    });
    expect(readFileSync(join(root, "src/deep/a.ts"), "utf8")).toBe("one\ntwo\n");
  });

  test("replaces a file, with the line ends it had", async () => {
    const { root, write, call } = toolWorld();
    write({ "a.ts": "old\r\ntext\r\n" });
    expect(await call("write", { path: "a.ts", content: "new\ntext\n" })).toMatchObject({ ok: true });
    expect(readFileSync(join(root, "a.ts"), "utf8")).toBe("new\r\ntext\r\n");
  });

  test("shows what will change, and changes nothing before it runs", async () => {
    const { root, write, ready } = toolWorld();
    write({ "a.ts": "old" });
    const { title, preview, needs, changes } = await ready("write", { path: "a.ts", content: "new" });
    expect({ title, preview, needs, changes }).toEqual({
      title: "Replace a.ts",
      preview: { type: "diff", path: "a.ts", before: "old", after: "new" },
      needs: [{ permission: "write", pattern: "a.ts" }],
      changes: true,
    });
    expect(readFileSync(join(root, "a.ts"), "utf8")).toBe("old");
    await ready("write", { path: "sub/b.ts", content: "" });
    expect(existsSync(join(root, "sub"))).toBe(false);
  });

  test("refuses a folder and what is no text", async () => {
    const { root, write, call } = toolWorld();
    mkdirSync(join(root, "src"));
    write({ "a.bin": Buffer.from([0xff, 0xfe, 0]) });
    expect((await call("write", { path: "src", content: "" })).output).toBe("src is a folder. Specify a file in it.");
    expect((await call("write", { path: "new/", content: "" })).output).toContain("is a folder");
    expect((await call("write", { path: "a.bin", content: "x" })).output).toBe("a.bin: the file is not UTF-8 text.");
  });

  test("refuses when the file changed after it was shown", async () => {
    const { root, write, ready } = toolWorld();
    write({ "a.ts": "old" });
    const replacing = await ready("write", { path: "a.ts", content: "new" });
    const creating = await ready("write", { path: "b.ts", content: "new" });
    writeFileSync(join(root, "a.ts"), "mine");
    writeFileSync(join(root, "b.ts"), "mine");
    expect(await replacing.run(signal)).toEqual({
      ok: false,
      output: "Could not write a.ts: the file has changed.",
    });
    expect(await creating.run(signal)).toEqual({ ok: false, output: "Could not write b.ts: it already exists." });
    expect(readFileSync(join(root, "a.ts"), "utf8") + readFileSync(join(root, "b.ts"), "utf8")).toBe("minemine");
  });

  test("outside the workspace both permissions are needed", async () => {
    const { outside, ready } = toolWorld();
    const path = join(outside, "a.ts");
    expect((await ready("write", { path, content: "" })).needs).toEqual([
      { permission: "outside", pattern: path },
      { permission: "write", pattern: path },
    ]);
  });
});

describe("edit", () => {
  test("replaces a text that is there once, and shows it before", async () => {
    const { root, write, ready } = toolWorld();
    write({ "a.ts": "let a = 1;\nlet b = 2;\n" });
    const call = await ready("edit", { path: "a.ts", old_text: "b = 2", new_text: "b = $& $1" });
    expect(call.preview).toEqual({
      type: "diff",
      path: "a.ts",
      before: "let a = 1;\nlet b = 2;\n",
      after: "let a = 1;\nlet b = $& $1;\n",
    });
    expect(await call.run(signal)).toEqual({ ok: true, output: "Changed a.ts at line 2." });
    expect(readFileSync(join(root, "a.ts"), "utf8")).toBe("let a = 1;\nlet b = $& $1;\n");
  });

  test("says how often and where a text is that is not unique", async () => {
    const { root, write, call } = toolWorld();
    write({ "a.ts": "x\ny\nx\n\nx" });
    const input = { path: "a.ts", old_text: "x", new_text: "z" };
    expect((await call("edit", input)).output).toContain("3 times in a.ts, at lines 1, 3, 5.");
    expect(await call("edit", { ...input, all: true })).toEqual({ ok: true, output: "Changed a.ts at 3 places." });
    expect(readFileSync(join(root, "a.ts"), "utf8")).toBe("z\ny\nz\n\nz");
  });

  test("keeps the line ends of the file", async () => {
    const { root, write, call } = toolWorld();
    write({ "a.ts": "one\r\ntwo\r\nthree\r\n" });
    const input = { path: "a.ts", old_text: "one\ntwo", new_text: "1\n2" };
    expect(await call("edit", input)).toMatchObject({ ok: true });
    expect(readFileSync(join(root, "a.ts"), "utf8")).toBe("1\r\n2\r\nthree\r\n");
  });

  test("hints at what comes near", async () => {
    const { write, call } = toolWorld();
    write({ "a.ts": "if (x) {\n\treturn 1;\n}\n" });
    const edit = async (old_text: string): Promise<string> =>
      (await call("edit", { path: "a.ts", old_text, new_text: "" })).output;
    expect(await edit("if (x) {\n  return 1;\n}")).toContain(
      "Only whitespace differs from line 1, which is:\nif (x) {\n\treturn 1;\n}",
    );
    expect(await edit("1\tif (x) {\n2\t\treturn 1;")).toContain("Omit the line numbers");
    expect(await edit("if (x) {\n  return 2;\n}")).toContain("The first line matches line 1");
    expect(await edit("nothing like it")).toContain("Read the file again");
    expect(await edit("\n\n\n")).toContain("Read the file again");
  });

  test("refuses nothing to change, an empty text, a folder, and suggests a name for a missing file", async () => {
    const { write, call } = toolWorld();
    write({ "src/a.ts": "x" });
    const edit = async (input: object): Promise<string> => (await call("edit", { new_text: "y", ...input })).output;
    expect(await edit({ path: "src/a.ts", old_text: "y" })).toContain("are the same");
    expect(await edit({ path: "src/a.ts", old_text: "" })).toContain('"old_text" must not be empty');
    expect(await edit({ path: "src", old_text: "x" })).toContain("is a folder");
    expect(await edit({ path: "a.ts", old_text: "x" })).toContain("Did you mean src/a.ts?");
  });

  test("two edits of one answer to one file both count", async () => {
    const { root, write, ready } = toolWorld();
    write({ "a.ts": "one two" });
    const first = await ready("edit", { path: "a.ts", old_text: "one", new_text: "1" });
    const second = await ready("edit", { path: "a.ts", old_text: "two", new_text: "2" });
    expect(await first.run(signal)).toMatchObject({ ok: true });
    expect(await second.run(signal)).toMatchObject({ ok: true });
    expect(readFileSync(join(root, "a.ts"), "utf8")).toBe("1 2");
  });

  test("changes the text in the editor, not the one on disk, and tells whose call it is", async () => {
    const replaced: unknown[] = [];
    const documents: Documents = {
      text: () => Promise.resolve({ ok: true, value: { text: "typed text", unsaved: true, eol: "\n" } }),
      replace: ({ path }, before, after, about) => {
        replaced.push({ path, before, after, about });
        return Promise.resolve({ ok: true, value: undefined });
      },
    };
    const { write, call } = toolWorld({ documents });
    write({ "a.ts": "saved text" });
    expect(await call("edit", { path: "a.ts", old_text: "typed", new_text: "new" })).toMatchObject({ ok: true });
    const about = { session_id: "s", message_id: "m", call_id: "c" };
    expect(replaced).toEqual([{ path: "a.ts", before: "typed text", after: "new text", about }]);
  });

  test("keeps a byte order mark", async () => {
    const { root, write, call } = toolWorld();
    write({ "a.ts": "\uFEFFone" });
    expect(await call("edit", { path: "a.ts", old_text: "one", new_text: "two" })).toMatchObject({ ok: true });
    expect(readFileSync(join(root, "a.ts"), "utf8")).toBe("\uFEFFtwo");
  });
});
