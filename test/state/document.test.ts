// Doc ↔ Draft, as pure functions: what is composed is what is sent, to the last character.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Draft } from "../../extension/protocol/draft.ts";
import { KnownPart } from "../../extension/message/part.ts";
import { compact } from "../../extension/text/counted.ts";
import { faceOf } from "../../webview/editor/chips/face.ts";
import { isBlankDoc, toDoc, toDraft } from "../../webview/editor/draft.ts";
import { insertParts, insertText, prependParts } from "../../webview/editor/commands.ts";
import type { ChipPart } from "../../webview/editor/schema.ts";
import { EditorState, Selection, TextSelection } from "prosemirror-state";

const chip = (path: string): ChipPart => ({ type: "file-ref", ref: { kind: "path", path } });
const text = (value: string) => ({ type: "text", text: value }) as const;
const fold = (value: string) => ({ ...text(value), folds: [[0, value.length] as [number, number]] });
const wordsOf = (part: KnownPart): string => (part.type === "text" ? part.text : "");

const line = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(" ", "\n", "\n\n", "\r\n", "\t", " ", "​"));
const parts = fc.array(fc.oneof(line.map(text), fc.string({ minLength: 1 }).map(chip)), { maxLength: 12 });

/** The normal form: neighbouring text is one part, and no text part is empty. */
function joinParts(...lists: readonly Draft["parts"][]): Draft["parts"] {
  const joined: Draft["parts"] = [];
  for (const part of lists.flat()) {
    const last = joined.at(-1);
    if (part.type !== "text") joined.push(part);
    else if (part.text === "") continue;
    else if (last?.type === "text") joined[joined.length - 1] = { ...last, text: last.text + part.text };
    else joined.push(part);
  }
  return joined;
}

test("a draft survives the document, up to its normal form", () => {
  fc.assert(
    fc.property(parts, (given) => {
      expect(toDraft(toDoc({ parts: given })).parts).toEqual(joinParts(given));
    }),
  );
});

test("a document survives the draft", () => {
  fc.assert(
    fc.property(parts, (given) => {
      const doc = toDoc({ parts: given });
      doc.check();
      expect(toDoc(toDraft(doc)).toJSON()).toEqual(doc.toJSON());
    }),
  );
});

const inline = fc.oneof(line.map(text), fc.string({ minLength: 1 }).map(chip), fc.string({ minLength: 1 }).map(fold));

test("a folded text is text in the draft, and folded again in the document", () => {
  fc.assert(
    fc.property(fc.array(inline, { maxLength: 12 }), (given) => {
      const doc = toDoc({ parts: given });
      const { parts: drafted } = toDraft(doc);
      expect(drafted.map(wordsOf).join("")).toBe(given.map(wordsOf).join(""));
      expect(toDoc({ parts: drafted }).toJSON()).toEqual(doc.toJSON());
    }),
  );
});

test("folds that do not fit their text leave it whole", () => {
  const range = fc.tuple(fc.nat(20), fc.nat(20));
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.array(range, { maxLength: 4 }), (value, folds) => {
      const { parts: drafted } = toDraft(toDoc({ parts: [{ ...text(value), folds }] }));
      expect(drafted.map(wordsOf).join("")).toBe(value);
    }),
  );
});

test("a draft has no empty text and no two texts in a row", () => {
  fc.assert(
    fc.property(parts, (given) => {
      const normal = toDraft(toDoc({ parts: given })).parts;
      normal.forEach((part, index) => {
        if (part.type !== "text") return;
        expect(part.text).not.toBe("");
        expect(normal[index + 1]?.type).not.toBe("text");
      });
    }),
  );
});

test("a document is blank exactly when its draft has nothing to send", () => {
  fc.assert(
    fc.property(parts, (given) => {
      const blank = given.every((part) => part.type === "text" && part.text.trim() === "");
      expect(isBlankDoc(toDoc({ parts: given }))).toBe(blank);
    }),
  );
});

test("inserted parts arrive in order and nothing that stood there is lost, wherever the caret is", () => {
  fc.assert(
    fc.property(
      parts,
      parts,
      fc.nat(),
      fc.constantFrom("caret" as const, "end" as const),
      (there, added, where, at) => {
        const doc = toDoc({ parts: there });
        const selection = Selection.near(doc.resolve(where % (doc.content.size + 1)));
        const state = EditorState.create({ doc, selection });
        const after = state.apply(insertParts(state, added, at));
        after.doc.check();
        const chips = (list: typeof there) => list.filter((part) => part.type !== "text");
        const result = toDraft(after.doc).parts;
        expect(result.length).toBeGreaterThanOrEqual(joinParts(chips(there), chips(added)).length);
        for (const part of chips(added)) expect(result).toContainEqual(part);
        for (const part of chips(there)) expect(result).toContainEqual(part);
        const letters = (list: typeof there) =>
          list
            .map((part) => (part.type === "text" ? part.text : ""))
            .join("")
            .replace(/\s/g, "").length;
        expect(letters(result)).toBe(letters(there) + letters(added));
      },
    ),
  );
});

test("an inserted chip is followed by a space to type on, and stands apart from the word before it", () => {
  const state = EditorState.create({ doc: toDoc({ parts: [text("look")] }) });
  const atEnd = state.apply(state.tr.setSelection(Selection.atEnd(state.doc)));
  const after = atEnd.apply(insertParts(atEnd, [chip("a"), chip("b")], "caret"));
  expect(toDraft(after.doc).parts).toEqual([text("look "), chip("a"), text(" "), chip("b"), text(" ")]);
  expect(after.selection.eq(TextSelection.atEnd(after.doc))).toBe(true);
});

test("pasted text is taken verbatim, with its lines", () => {
  const state = EditorState.create({ doc: toDoc({ parts: [chip("a")] }) });
  const after = state.apply(insertText(state, "one\r\n  two\n\n<b>three</b>"));
  expect(toDraft(after.doc).parts).toEqual([text("one\n  two\n\n<b>three</b>"), chip("a")]);
});

test("what is put before the text stands on lines of its own", () => {
  const state = EditorState.create({ doc: toDoc({ parts: [text("typed")] }) });
  const after = state.apply(prependParts(state, [text("stored "), chip("a")]));
  expect(toDraft(after.doc).parts).toEqual([text("stored "), chip("a"), text("\ntyped")]);
});

test("every kind of part has a face, and its accessible name tells name, kind and cost", () => {
  const args = { raw: "src critical", positional: ["src", "critical"], named: {} };
  const range = { start: 10, end: 25 };
  const faces: [ChipPart, string][] = [
    [
      { type: "file-ref", ref: { kind: "path", path: "src/upload.ts", range } },
      "upload.ts:10-25, file reference, ~180 tokens",
    ],
    [
      { type: "file-ref", ref: { kind: "path", path: "a.ts", range: { start: 7, end: 7 } } },
      "a.ts:7, file reference, ~180 tokens",
    ],
    [{ type: "file-ref", ref: { kind: "url", url: "https://example.org/x" } }, "example.org/x, link, ~180 tokens"],
    [
      { type: "file-ref", ref: { kind: "content-id", id: "sha256abc", name: "log.txt" } },
      "log.txt, attachment, ~180 tokens",
    ],
    [
      { type: "file-attachment", name: "a.pdf", mime: "application/pdf", size: 9 },
      "a.pdf, file name and size only, ~180 tokens",
    ],
    [
      { type: "file-attachment", name: "a.pdf", mime: "application/pdf", size: 9, data: "AA==" },
      "a.pdf, attachment, ~180 tokens",
    ],
    [{ type: "command", id: "/review", args }, "/review src critical, command, ~180 tokens"],
    [{ type: "mention", target: { kind: "file", path: "src/a.ts" } }, "@a.ts, file mention, ~180 tokens"],
    [{ type: "mention", target: { kind: "skill", name: "tdd" } }, "@tdd, skill, ~180 tokens"],
    [{ type: "mention", target: { kind: "symbol", name: "put", path: "a.ts", range } }, "@put, symbol, ~180 tokens"],
    [{ type: "mention", target: { kind: "context", name: "problems" } }, "@problems, context mention, ~180 tokens"],
    [
      { type: "mention", target: { kind: "context", name: "issues", id: "7", label: "Crash on start" } },
      "@Crash on start, context mention, ~180 tokens",
    ],
    [{ type: "mention", target: { kind: "resource", server: "s", uri: "s://x" } }, "@x, resource, ~180 tokens"],
    [
      { type: "editor-context", kind: "selection", payload: "x", emitted_at: 1 },
      "selection, editor context, ~180 tokens",
    ],
    [{ type: "skill-invocation", name: "tdd", version: "1", body: "", record: "" }, "tdd, skill, ~180 tokens"],
  ];
  for (const [part, name] of faces) {
    expect(KnownPart.parse(part)).toEqual(part);
    expect(faceOf(part, { key: "", tokens: 180 }).label).toBe(name);
  }
  expect(new Set(faces.map(([part]) => part.type)).size).toBe(6);
});

test("a problem and a note are part of the accessible name", () => {
  const measure = { key: "", tokens: 1234, note: "unsaved", problem: "The file is gone." };
  expect(faceOf(chip("a.ts"), measure).label).toBe("a.ts, file reference, ~1.2k tokens, unsaved, The file is gone.");
  expect(faceOf(chip("a.ts"), undefined).label).toBe("a.ts, file reference");
});

test("counts are short", () => {
  expect([0, 999, 1000, 1234, 9949, 9951, 32_000, 999_499, 999_500, 1_500_000].map(compact)).toEqual([
    "0",
    "999",
    "1k",
    "1.2k",
    "9.9k",
    "10k",
    "32k",
    "999k",
    "1M",
    "1.5M",
  ]);
});
