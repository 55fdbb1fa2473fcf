import { describe, expect, it } from "vitest";
import { memoryIndex, MOST_INDEX_TOKENS } from "../../extension/memory/index.ts";
import { memory } from "../fakes/memories.ts";

const tokensOf = (text: string): number => Math.ceil(text.length / 4);

describe("the index of memories", () => {
  it("is one line for each, by name, whatever order they come in", () => {
    const list = [memory("b"), memory("a", { scope: "project" }), memory("a"), memory("a-b")];
    const { text, more } = memoryIndex(list, tokensOf);
    expect(text.split("\n").slice(1)).toEqual([
      "- a (project): About a",
      "- a (user): About a",
      "- a-b (user): About a-b",
      "- b (user): About b",
    ]);
    expect(more).toBe(0);
    expect(memoryIndex(list.toReversed(), tokensOf).text).toBe(text);
  });

  it("holds no body, and is nothing when there is nothing", () => {
    expect(memoryIndex([memory("a")], tokensOf).text).not.toContain("All of a");
    expect(memoryIndex([], tokensOf)).toEqual({ text: "", shown: 0, more: 0 });
  });

  it("is bounded, and says how many it leaves out", () => {
    const list = Array.from({ length: 300 }, (_, n) =>
      memory(`note-${String(n).padStart(3, "0")}`, { description: "d".repeat(150) }),
    );
    const { text, shown, more } = memoryIndex(list, tokensOf);
    expect(tokensOf(text)).toBeLessThan(MOST_INDEX_TOKENS + 60);
    expect(shown + more).toBe(300);
    expect(text.split("\n").at(-1)).toBe(`${more} more: memory_list`);
    expect(more).toBeGreaterThan(200);
  });
});
