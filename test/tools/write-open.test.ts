// The open document of a file that a tool edits or the user restores: what is written, and what is said if it fails.
import { expect, test } from "vitest";
import { type OpenDocument, writeOpen } from "../../extension/host/edits/write-open.ts";

function aDocument(text: string, given: Partial<OpenDocument> = {}): OpenDocument & { saves: number } {
  let now = text;
  const document = {
    saves: 0,
    isSameFile: () => Promise.resolve(true),
    isDirty: () => false,
    text: () => now,
    replace(start: number, end: number, put: string) {
      now = `${now.slice(0, start)}${put}${now.slice(end)}`;
      return Promise.resolve(true);
    },
    save() {
      document.saves += 1;
      return Promise.resolve(true);
    },
    ...given,
  };
  return document;
}

const no = () => Promise.resolve(false);
const edit = { kind: "edit", before: "one two", after: "one three" } as const;
const undo = { kind: "undo", before: "one two", after: "one three" } as const;

test("a document without unsaved changes is changed and saved", async () => {
  const document = aDocument("one two");
  expect(await writeOpen(document, edit)).toEqual({ ok: true, value: "one three" });
  expect(document.saves).toBe(1);
});

test("a document with unsaved changes is left to the user to save", async () => {
  const document = aDocument("one two", { isDirty: () => true });
  expect(await writeOpen(document, edit)).toEqual({ ok: true, value: "one three" });
  expect(document.saves).toBe(0);
});

test("only the part that differs is replaced", async () => {
  const replaced: [number, number, string][] = [];
  const replace: OpenDocument["replace"] = (...part) => {
    replaced.push(part);
    return Promise.resolve(true);
  };
  await writeOpen(aDocument("a b c", { replace }), { kind: "edit", before: "a b c", after: "a x c" });
  expect(replaced).toEqual([[2, 3, "x"]]);
});

test.each([
  ["a tool's edit", edit, "the edit is in the editor, but the file could not be saved"],
  ["an undo", undo, "the edit was undone in the editor, but the file could not be saved"],
])("%s that cannot be saved says what is in the editor", async (_, change, why) => {
  const document = aDocument("one two", { save: no });
  expect(await writeOpen(document, change)).toEqual({ ok: false, failure: { why, isTorn: true } });
  expect(document.text()).toBe("one three");
});

test.each([
  ["a tool's edit", edit, "the file has changed"],
  ["an undo", undo, "the file has changed since the edit"],
])("%s of a file with another text changes nothing", async (_, change, why) => {
  for (const document of [aDocument("other"), aDocument("one two", { isSameFile: no })]) {
    const text = document.text();
    expect(await writeOpen(document, change)).toEqual({ ok: false, failure: { why } });
    expect(document.text()).toBe(text);
  }
});

test("a change that VS Code rejects is not saved", async () => {
  const document = aDocument("one two", { replace: no });
  expect(await writeOpen(document, edit)).toEqual({ ok: false, failure: { why: "VS Code rejected the change" } });
  expect(document.saves).toBe(0);
});
