// The words for a call never fail, whatever a model wrote into its input, and are always one short line.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { todosOf, toolWords } from "../../../webview/state/answer/tool-words.ts";

const names = [
  "read",
  "write",
  "edit",
  "bash",
  "grep",
  "glob",
  "web_fetch",
  "question",
  "todo",
  "memory_list",
  "other",
];
const keys = ["path", "start", "end", "content", "old_text", "new_text", "command", "pattern", "todos", "url", "name"];

const json = fc.jsonValue();
const input = fc.oneof(json, fc.dictionary(fc.constantFrom(...keys), json), fc.constant(undefined));

test("any input becomes one short line", () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), input, (name, value) => {
      // What JSON can hold, as the rim has parsed it.
      const parsed = value as Parameters<typeof toolWords>[1];
      const { verb, what, added = 0, removed = 0 } = toolWords(name, parsed);
      expect(verb).not.toBe("");
      expect(what.length).toBeLessThanOrEqual(80);
      expect(what).not.toMatch(/\n/);
      expect(Math.min(added, removed)).toBeGreaterThanOrEqual(0);
      expect(Array.isArray(todosOf(parsed))).toBe(true);
    }),
  );
});

test("an edit counts the lines that differ, and no others", () => {
  const word = fc.stringMatching(/^[a-c]$/);
  const lines = fc.array(word, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(lines, lines, lines, lines, (head, before, after, tail) => {
      const [old, fresh] = [before, after].map((middle) => [...head, ...middle, ...tail].join("\n"));
      const { added = 0, removed = 0 } = toolWords("edit", { path: "a", old_text: old ?? "", new_text: fresh ?? "" });
      expect(added - removed).toBe(after.length - before.length);
      expect(added).toBeLessThanOrEqual(after.length);
      expect(removed).toBeLessThanOrEqual(before.length);
    }),
  );
});
