import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoteWord } from "../../extension/message/command.ts";
import { givenWords, type Piece, sortWords, splitWords, toArguments } from "../../extension/compose/arguments.ts";

const words = (...pieces: Piece[]): string[] => splitWords(pieces).words.map(({ text }) => text);

describe("arguments are split like a shell", () => {
  it.each([
    ["", []],
    ["  a   b\n c\t", ["a", "b", "c"]],
    [`"two words" 'and more'`, ["two words", "and more"]],
    [`a"b c"d`, ["ab cd"]],
    [`""`, [""]],
    [String.raw`a\ b \"c \\`, ["a b", '"c', "\\"]],
    [String.raw`"a \"quoted\" b" 'no \ escape'`, ['a "quoted" b', "no \\ escape"]],
    [String.raw`"C:\temp"`, ["C:\\temp"]],
    ["don't break", ["don't", "break"]],
    ["ends with \\", ["ends", "with", "\\"]],
    [`"never closed`, ['"never', "closed"]],
  ])("%j", (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it("keeps what was written, without the blanks around it", () => {
    expect(splitWords(['  "a  b"   c ']).raw).toBe('"a  b"   c');
  });

  it("a chip is one word whatever its path, and part of a word where it touches one", () => {
    expect(words("in ", { word: "my file's.ts" }, " only")).toEqual(["in", "my file's.ts", "only"]);
    expect(words('"see ', { word: "a b.ts" }, ' now"')).toEqual(["see a b.ts now"]);
    expect(words("x", { word: "a b" }, "y")).toEqual(["xa by"]);
  });

  it("a name counts only where the command has it, once, and without quotes", () => {
    const given = splitWords([`file=a.ts x=1 "file"=b file=c y`]);
    const args = toArguments(given, sortWords(given, new Set(["file"])));
    expect(args.named).toEqual({ file: "a.ts" });
    expect(args.positional).toEqual(["x=1", "file=b", "file=c", "y"]);
  });

  it("a name like __proto__ is a name like any other", () => {
    const given = givenWords(["__proto__=x"]);
    const args = toArguments(given, sortWords(given, new Set(["__proto__"])));
    expect(Object.entries(args.named)).toEqual([["__proto__", "x"]]);
  });
});

const hostile = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "'", '"', "\\", "=", "$", "1", "é", "🙂") });
const pieces = fc.array(fc.oneof(hostile, fc.record({ word: hostile })), { maxLength: 5 });

describe("whatever is written", () => {
  it("words quoted for it come back one for one", () => {
    fc.assert(
      fc.property(fc.array(hostile), (given) => {
        expect(words(given.map(quoteWord).join(" "))).toEqual(given);
      }),
    );
  });

  it("splitting what was kept gives the same words again, hostile chips included", () => {
    const plain = fc.string({ unit: fc.constantFrom("a", " ", "=", "$", "é") });
    fc.assert(
      fc.property(fc.array(fc.oneof(plain, fc.record({ word: hostile }), fc.constant('"x y"'))), (given) => {
        const split = splitWords(given);
        expect(words(split.raw)).toEqual(split.words.map(({ text }) => text));
      }),
    );
  });

  it("no character but blanks, quotes and escapes is lost, none is doubled, none changes place", () => {
    const letters = (text: string): string => text.replace(/[\s'"\\]/g, "");
    fc.assert(
      fc.property(pieces, (given) => {
        const written = given.map((piece) => (typeof piece === "string" ? piece : piece.word)).join("");
        expect(letters(words(...given).join(" "))).toBe(letters(written));
      }),
    );
  });

  it("text without quotes and backslashes is kept verbatim", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/["'\\]/.test(text));
        expect(splitWords([text]).raw).toBe(text.trim());
      }),
    );
  });
});
