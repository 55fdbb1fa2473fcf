import { describe, expect, it } from "vitest";
import { amountAt, isAskedAt, isInsideWord } from "../../extension/pipelines/completion/amount.ts";
import { type Caret, caretAt, offsetAt, positionAt } from "../../extension/pipelines/completion/caret.ts";
import { syntaxOf } from "../../extension/pipelines/completion/syntax.ts";
import { around } from "../../extension/pipelines/completion/window.ts";
import { workedMs } from "../fakes/worked.ts";

const at = (marked: string): Caret => caretAt(marked.replace("‸", ""), marked.indexOf("‸"));

describe("a place in a document", () => {
  it("counts lines from 1 and characters from 0, whatever ends the lines", () => {
    for (const eol of ["\n", "\r\n"]) {
      const text = ["ab", "", "c😀d"].join(eol);
      for (const position of [
        { line: 1, character: 0 },
        { line: 1, character: 2 },
        { line: 2, character: 0 },
        { line: 3, character: 4 },
      ])
        expect(positionAt(text, offsetAt(text, position) ?? -1)).toEqual(position);
      expect(offsetAt(text, { line: 3, character: 5 })).toBeUndefined();
      expect(offsetAt(text, { line: 4, character: 0 })).toBeUndefined();
      expect(offsetAt(text, { line: 2, character: 1 })).toBeUndefined();
    }
  });

  it("knows its line and how it ends", () => {
    expect(at("a\r\nb‸c\r\nd")).toMatchObject({ before: "b", after: "c", eol: "\r\n" });
    expect(at("‸")).toMatchObject({ before: "", after: "", eol: "\n" });
    expect(at("a\r\n‸")).toMatchObject({ before: "", after: "", eol: "\r\n" });
  });
});

describe("where a completion is asked for", () => {
  it.each(["foo(‸)", "foo(‸);", 'x = "‸"', "[a, ‸], ", "x‸", "‸", "f({‸})  "])("in %s", (marked) => {
    expect(isAskedAt(at(marked))).toBe(true);
  });

  it.each(["foo(‸bar)", "‸x", "a ‸+ b", "if (‸) {", "<p>‸</p>"])("not in %s", (marked) => {
    expect(isAskedAt(at(marked))).toBe(false);
  });

  it("knows the inside of a word", () => {
    expect(isInsideWord(at("con‸tent"))).toBe(true);
    expect(isInsideWord(at("con‸"))).toBe(false);
  });
});

describe("how much is asked for", () => {
  const script = syntaxOf("typescript");

  it.each(["  ‸", "‸", "if (x) {‸", "f(‸", "const f = () =>‸"])("a block in %s", (marked) => {
    expect(amountAt(at(marked), script)).toBe("block");
  });

  it.each(["const x = ‸", "f(‸)", "foo‸", "  // ‸", "a(); // {‸", "if (x) {‸}"])("a line in %s", (marked) => {
    expect(amountAt(at(marked), script)).toBe("line");
  });

  it("is a block again after an accepted completion, but not inside a line", () => {
    expect(amountAt(at("const x = 1;‸"), script, true)).toBe("block");
    expect(amountAt(at("f(x‸)"), script, true)).toBe("line");
  });

  it("follows the language", () => {
    expect(amountAt(at("def f():‸"), syntaxOf("python"))).toBe("block");
    expect(amountAt(at("x = {  # a‸"), syntaxOf("python"))).toBe("line");
    expect(amountAt(at("for f in *; do‸"), syntaxOf("shellscript"))).toBe("block");
    expect(amountAt(at("const x: y:‸"), script)).toBe("line");
  });
});

describe("the text around the caret", () => {
  const lines = (count: number, name: string): string =>
    Array.from({ length: count }, (_, line) => `${name} ${line}\n`).join("");

  it("is the whole document if that is small", () => {
    expect(around("abc\ndef", 5)).toEqual({ prefix: "abc\nd", suffix: "ef", leftOut: { before: 0, after: 0 } });
  });

  it("is cut to lines first", () => {
    const text = `${lines(500, "a")}x${lines(500, "b")}`;
    const offset = text.indexOf("x");
    const { prefix, suffix, leftOut } = around(text, offset, {
      linesBefore: 3,
      linesAfter: 2,
      bytesBefore: 999,
      bytesAfter: 999,
    });
    expect(prefix).toBe("a 497\na 498\na 499\n");
    expect(suffix).toBe("xb 0\nb 1\n b 2\n".replace(" b 2", "b 2"));
    expect(leftOut.before).toBe(offset - prefix.length);
  });

  it("is cut to bytes then, at the start of a line and never within a character", () => {
    const text = `${"😀".repeat(100)}\n${"é".repeat(20)}\nend`;
    const { prefix } = around(text, text.length, { linesBefore: 9, linesAfter: 9, bytesBefore: 60, bytesAfter: 60 });
    expect(prefix).toBe(`${"é".repeat(20)}\nend`);
    const wide = around("😀".repeat(50), 60, { linesBefore: 9, linesAfter: 9, bytesBefore: 41, bytesAfter: 41 });
    expect([wide.prefix, wide.suffix]).toEqual(["😀".repeat(10), "😀".repeat(10)]);
  });

  it("costs the same in a file of 50 MB", () => {
    const text = "const a = 1;\n".repeat(4_000_000);
    // The engine joins the pieces of a repeated text when it is first read.
    expect(text.at(-1)).toBe("\n");
    const started = workedMs();
    const { prefix, suffix } = around(text, text.length / 2);
    caretAt(text, text.length / 2);
    expect(workedMs() - started).toBeLessThan(50);
    expect(prefix.length).toBeLessThanOrEqual(8_192);
    expect(suffix.length).toBeLessThanOrEqual(3_072);
  });
});
