import { describe, expect, it } from "vitest";
import { scopeOf, type Target } from "../../extension/pipelines/refactor/document.ts";
import { fileSlices, MOST_AROUND } from "../../extension/pipelines/refactor/file-block.ts";
import { joinContinued } from "../../extension/pipelines/refactor/go-on.ts";
import { markersFor } from "../../extension/pipelines/refactor/markers.ts";

const slices = (text: string, target: Target, lines = MOST_AROUND.lines): ReturnType<typeof fileSlices> => {
  const scope = scopeOf(text, target);
  if (scope === undefined) throw new Error("the target is in the document");
  return fileSlices(text, scope, { lines, hasImports: true });
};

describe("the file as the model reads it", () => {
  it("marks whole lines above and below them", () => {
    expect(slices("a\nb\nc\n", { start: 2, end: 2 })).toEqual([
      { range: { start: 1, end: 4 }, text: "a\n<<selection>>\nb\n<</selection>>\nc\n" },
    ]);
  });

  it("marks half a line within it", () => {
    const target = { from: { line: 1, character: 4 }, to: { line: 1, character: 7 } };
    expect(slices("let one = 1;", target)[0]?.text).toBe("let <<selection>>one<</selection>> = 1;");
  });

  it("marks a caret within a line, on a blank line, and between two lines", () => {
    const at = (line: number, character: number): Target => ({ from: { line, character }, to: { line, character } });
    expect(slices("f();", at(1, 2))[0]?.text).toBe("f(<<cursor>>);");
    expect(slices("a\n  \nb", at(2, 2))[0]?.text).toContain("<<cursor>>");
    expect(slices("a\nb", { start: 2, end: 1 })[0]?.text).toBe("a\n<<cursor>>\nb");
  });

  it("brings the imports first when they stand far from the target", () => {
    const body = Array.from({ length: 60 }, (_, at) => `line${at};`);
    const text = ["import {", "  one,", "} from 'one';", "import two from 'two';", "", ...body].join("\n");
    const [imports, around] = slices(text, { start: 50, end: 50 }, 3);
    expect(imports).toEqual({
      range: { start: 1, end: 4 },
      text: "import {\n  one,\n} from 'one';\nimport two from 'two';",
    });
    expect(around?.range).toEqual({ start: 47, end: 53 });
    expect(slices(text, { start: 6, end: 6 })).toHaveLength(1);
  });

  it("uses other markers in a document that has them", () => {
    expect(markersFor("x <<selection>> y").open).toBe("<<selection2>>");
    expect(slices("<<cursor>>\n", { start: 1, end: 1 })[0]?.text).toBe("<<selection2>>\n<<cursor>>\n<</selection2>>\n");
  });
});

describe("an answer that goes on", () => {
  it.each([
    ["```js\nfoo(", "bar);\n```", "```js\nfoo(bar);\n```"],
    ["```js\nfoo(", "```js\nbar);\n```", "```js\nfoo(bar);\n```"],
    ["```js\none();\nfunction two() {\n", "function two() {\n}\n```", "```js\none();\nfunction two() {\n}\n```"],
    ["```js\none();\n  two(", "two(2);\n```", "```js\none();\n  two(2);\n```"],
  ])("%j and %j", (first, more, whole) => {
    expect(joinContinued(first, more)).toBe(whole);
  });
});
