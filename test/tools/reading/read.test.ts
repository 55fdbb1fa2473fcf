// read: files, ranges, folders, attachments, and all that is none of these.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Blobs } from "../../../extension/tools/ports.ts";
import { toolWorld } from "../../fakes/tool-world.ts";

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}`);

describe("a text file", () => {
  test("is read with the numbers of its lines, or plain", async () => {
    const { write, call } = toolWorld();
    write({ "a.ts": "one\ntwo\n" });
    expect(await call("read", { path: "a.ts" })).toEqual({ ok: true, output: "1\tone\n2\ttwo" });
    expect(await call("read", { path: "a.ts", plain: true })).toEqual({ ok: true, output: "one\ntwo" });
  });

  test("is read from a line to a line, and what lies past its end is said", async () => {
    const { write, call } = toolWorld();
    write({ "a.ts": "one\r\ntwo\r\nthree" });
    expect(await call("read", { path: "a.ts", start: 2, end: 2 })).toEqual({
      ok: true,
      output: "2\ttwo\n\n[lines 2-2 of 3; continue with start 3]",
    });
    expect(await call("read", { path: "a.ts", start: 3, end: 99 })).toEqual({ ok: true, output: "3\tthree" });
    expect(await call("read", { path: "a.ts", start: 4 })).toEqual({
      ok: false,
      output: "a.ts has 3 lines; line 4 does not exist.",
    });
    expect(await call("read", { path: "a.ts", start: 3, end: 2 })).toMatchObject({ ok: false });
  });

  test("in another encoding is read as the editor decodes it, and never mangled", async () => {
    const files = { "latin.txt": Buffer.from("caf\xe9", "latin1"), "wide.txt": Buffer.from("\uFEFFcafé", "utf16le") };
    const plain = toolWorld();
    plain.write(files);
    expect(await plain.call("read", { path: "latin.txt" })).toMatchObject({ ok: false });
    const output = "1\tcafé\n\n[not saved as UTF-8, so edit cannot change it]";
    expect(await plain.call("read", { path: "wide.txt" })).toEqual({ ok: true, output });
    const asked: (string | undefined)[] = [];
    const editor = toolWorld({
      decode: (bytes, full) => {
        asked.push(full);
        return Promise.resolve(Buffer.from(bytes).toString("latin1"));
      },
    });
    editor.write(files);
    expect(await editor.call("read", { path: "latin.txt" })).toEqual({ ok: true, output });
    expect(asked).toEqual([join(editor.root, "latin.txt")]);
  });

  test("whose encoding is unknown and that is too large to decode is refused where it would be mangled", async () => {
    const { write, call } = toolWorld();
    write({ "large.txt": Buffer.from("plain\n".repeat(800_000) + "caf\xe9\n", "latin1") });
    expect(await call("read", { path: "large.txt", start: 1, end: 1 })).toMatchObject({ ok: true });
    expect(await call("read", { path: "large.txt", start: 800_001 })).toEqual({
      ok: false,
      output: "large.txt: its encoding is unknown; use bash to convert it to UTF-8.",
    });
  });

  test("that is long is read in parts that add up to it", async () => {
    const { write, call } = toolWorld();
    write({ "a.txt": numbered(1, 4500).join("\n") });
    const lines: string[] = [];
    for (let start = 1; start <= 4500; start = lines.length + 1) {
      const { ok, output } = await call("read", { path: "a.txt", start, plain: true });
      expect(ok).toBe(true);
      lines.push(...output.replace(/\n\n\[.*\]$/, "").split("\n"));
    }
    expect(lines).toEqual(numbered(1, 4500));
  });

  test("that is huge gives the lines asked for without being held", async () => {
    const { write, call } = toolWorld();
    write({ "big.txt": `${numbered(1, 700_000).join("\n")}\n` });
    const { output } = await call("read", { path: "big.txt", start: 500_000, end: 500_001 });
    expect(output).toBe("500000\tline 500000\n500001\tline 500001");
    expect((await call("read", { path: "big.txt" })).output).toContain("continue with start 2001");
    expect(await call("read", { path: "big.txt", start: 900_000 })).toMatchObject({ ok: false });
  });

  test("with one endless line is cut, never in the middle of a character", async () => {
    const { write, call } = toolWorld();
    write({ "a.min.js": "é".repeat(300_000) });
    const { ok, output } = await call("read", { path: "a.min.js" });
    expect(ok).toBe(true);
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(200 * 1024);
    expect(output).not.toContain("\uFFFD");
  });

  test("that is empty says so", async () => {
    const { write, call } = toolWorld();
    write({ "a.ts": "" });
    expect(await call("read", { path: "a.ts" })).toEqual({ ok: true, output: "a.ts is empty." });
  });

  test("with unsaved changes is read as the editor has it", async () => {
    const text = { ok: true, value: { text: "typed", unsaved: true, eol: "\n" } } as const;
    const documents = { text: () => Promise.resolve(text), replace: () => Promise.reject(new Error()) };
    const { write, call } = toolWorld({ documents });
    write({ "a.ts": "saved" });
    expect((await call("read", { path: "a.ts" })).output).toBe("1\ttyped\n\n[not saved yet]");
  });
});

test("a binary file is named, never shown", async () => {
  const { write, call } = toolWorld();
  write({
    "a.bin": Buffer.from([1, 0, 2]),
    "a.png": Buffer.from("\x89PNG\r\n\x1a\n\0\0", "latin1"),
    "a.pdf": "%PDF-1.4\n",
  });
  expect(await call("read", { path: "a.bin" })).toEqual({
    ok: false,
    output: "a.bin is a binary file (3 bytes), not text.",
  });
  expect((await call("read", { path: "a.png" })).output).toContain("Use view_image");
  expect((await call("read", { path: "a.pdf" })).output).toContain("Use read_pdf");
});

test("a folder is listed, what is ignored left out", async () => {
  const { root, write, call } = toolWorld();
  write({ ".gitignore": "dist/\n", "src/a.ts": "", "src/deep/b.ts": "", "dist/x.js": "" });
  expect(await call("read", { path: "." })).toEqual({
    ok: true,
    output: ".:\nsrc/\n  deep/\n    b.ts\n  a.ts\n.gitignore",
  });
  mkdirSync(join(root, "empty"));
  expect((await call("read", { path: "empty" })).output).toContain("contains only ignored files");
});

test("a file that is missing brings up the nearest names", async () => {
  const { write, call } = toolWorld();
  write({ "src/widget.ts": "", "src/other.ts": "" });
  expect(await call("read", { path: "widget.ts" })).toEqual({
    ok: false,
    output: "widget.ts does not exist. Did you mean src/widget.ts?",
  });
  expect((await call("read", { path: "src/wigdet.ts" })).output).toContain("Did you mean src/widget.ts?");
  expect((await call("read", { path: "nothing/like/it.py" })).output).toContain("Search for it with glob");
});

test("a file of another name is not brought up, however short the two are; of one name the nearest folder comes first", async () => {
  const { write, call } = toolWorld();
  write({ "src/a.ts": "", "src/page.ts": "", "src/upload.tsx": "", "docs/index.ts": "", "src/net/index.ts": "" });
  const output = async (path: string): Promise<string> => (await call("read", { path })).output;
  for (const path of ["src/b.ts", "src/pane.ts", "a.md.x", "src/main.ts"])
    expect(await output(path)).toBe(`${path} does not exist. Search for it with glob.`);
  expect(await output("src/upload.ts")).toContain("Did you mean src/upload.tsx?");
  expect(await output("lib/net/index.ts")).toContain("Did you mean src/net/index.ts or docs/index.ts?");
});

test("paths of people are understood: from home, with the other slashes", async () => {
  const { write, call, ready } = toolWorld();
  write({ "src/a.ts": "x" });
  expect((await call("read", { path: "src\\a.ts" })).output).toBe("1\tx");
  expect((await ready("read", { path: "~" })).needs[0]?.permission).toBe("outside");
});

test("inside the workspace reading is one permission, outside another", async () => {
  const { outside, write, ready } = toolWorld();
  write({ "a.ts": "" });
  write({ "b.ts": "" }, outside);
  expect((await ready("read", { path: "a.ts" })).needs).toEqual([{ permission: "read", pattern: "a.ts" }]);
  const path = join(outside, "b.ts");
  expect((await ready("read", { path })).needs).toEqual([{ permission: "outside", pattern: path }]);
});

describe("an attachment", () => {
  const blobs: Blobs = {
    find: (wanted, session) =>
      Promise.resolve(
        session === "s" && (wanted === "notes.txt" || wanted === "ab12")
          ? { name: "notes.txt", mime: "text/plain", bytes: () => Promise.resolve(Buffer.from("one\ntwo")) }
          : undefined,
      ),
  };

  test("is read by the name the model was told, or by its content", async () => {
    const { call } = toolWorld({ blobs });
    for (const path of [
      "attachment:notes.txt",
      "attachment: notes.txt",
      "notes.txt",
      "[attachment: notes.txt, text/plain, 7 bytes]",
      "attachment:ab12",
    ]) {
      expect(await call("read", { path, start: 2 })).toEqual({ ok: true, output: "2\ttwo" });
    }
  });

  test("gives way to a file of the same name, and is not found in another conversation", async () => {
    const { write, call } = toolWorld({ blobs });
    write({ "notes.txt": "file" });
    expect((await call("read", { path: "notes.txt" })).output).toBe("1\tfile");
    expect((await call("read", { path: "attachment:other.txt" })).output).toContain("not found in this conversation");
  });

  test("whose bytes are gone says so", async () => {
    const gone: Blobs = {
      find: () => Promise.resolve({ name: "x", mime: "text/plain", bytes: () => Promise.resolve(undefined) }),
    };
    expect(await toolWorld({ blobs: gone }).call("read", { path: "attachment:x" })).toEqual({
      ok: false,
      output: "Attachment x is no longer available.",
    });
  });
});
