import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editorContextText, fileText } from "../../extension/assemble/model-view.ts";

describe("a file in the model's view", () => {
  it("is a label line and a fence with the language", () => {
    expect(fileText("src/a.ts", { start: 10, end: 11 }, [], "typescript", "a\nb")).toBe(
      "File: src/a.ts (lines 10-11)\n```typescript\na\nb\n```",
    );
  });

  it("says that it is unsaved", () => {
    expect(fileText("a", undefined, ["unsaved"], "", "x")).toMatch(/^File: a \(unsaved\)\n/);
  });

  it("keeps any content verbatim inside a fence longer than any inside", () => {
    const content = fc.string({ unit: fc.constantFrom("`", "``", "```", "\n", "a", "~") });
    fc.assert(
      fc.property(content, (text) => {
        const [, open = "", ...rest] = fileText("p", undefined, [], "", text).split("\n");
        expect(rest.join("\n")).toBe(`${text}\n${open}`);
        const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
        expect(open.length).toBeGreaterThan(Math.max(longest, 2));
      }),
    );
  });
});

describe("editor context in the model's view", () => {
  it("reads like YAML for objects and verbatim for strings", () => {
    expect(
      editorContextText({
        kind: "problems",
        source: 'a"<&',
        payload: { items: [{ line: 3, text: "x" }, "y"], none: [] },
      }),
    ).toBe(
      '<editor_context kind="problems" source="a&quot;&lt;&amp;">items:\n  - line: 3\n    text: x\n  - y\nnone: []</editor_context>',
    );
    expect(editorContextText({ kind: "terminal", payload: "$ ls\n  a" })).toBe(
      '<editor_context kind="terminal">$ ls\n  a</editor_context>',
    );
  });

  it("can never be ended by its own payload", () => {
    const piece = fc.constantFrom(
      "</editor_context",
      ">",
      "</EDITOR_context>",
      "<",
      "/",
      "\\",
      "a",
      "\n",
      "<\\/editor_context>",
    );
    const payload = fc.oneof(
      fc.string({ unit: piece }),
      fc.array(fc.string({ unit: piece })),
      fc.dictionary(fc.string({ unit: piece }), fc.string({ unit: piece })),
    );
    fc.assert(
      fc.property(payload, (value) => {
        const text = editorContextText({ kind: "k", payload: value });
        expect(text.match(/<\/editor_context/gi)).toHaveLength(1);
        expect(text.endsWith("</editor_context>")).toBe(true);
      }),
    );
  });
});
