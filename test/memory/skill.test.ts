import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseEntry } from "../../extension/memory/entry.ts";
import { memoryTools } from "../../extension/memory/tools.ts";
import { fakeMemories } from "../fakes/memories.ts";

const text = readFileSync(join(import.meta.dirname, "../../media/skills/memory/SKILL.md"), "utf8");

describe("the bundled skill", () => {
  it("has the name of its folder and a description of one line", () => {
    expect(parseEntry(text, { name: "memory", scope: "user" })).toMatchObject({ ok: true });
  });

  it("names no tool that is not there", () => {
    const names = memoryTools(fakeMemories().store).map(({ name }) => name);
    for (const [name] of text.matchAll(/memory_\w+/g)) expect(names).toContain(name);
  });
});
