import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../extension/assemble/tokens/estimate.ts";
import * as instructions from "../../extension/assemble/instructions.ts";

const { joinInstructions, MOST_INSTRUCTION_TOKENS } = instructions;

function instructionPaths(roots: string[], inPlay: string[]): string[] {
  const { atRoot, nested } = instructions.instructionPaths(roots, inPlay);
  return [...atRoot, ...nested];
}

describe("where instructions are looked for", () => {
  it("at the root, then in every folder on the way to a file in play, the nearest last", () => {
    expect(instructionPaths([""], ["src/net/upload.ts"])).toEqual([
      "AGENTS.md",
      "CLAUDE.md",
      ".github/copilot-instructions.md",
      "src/AGENTS.md",
      "src/CLAUDE.md",
      "src/net/AGENTS.md",
      "src/net/CLAUDE.md",
    ]);
  });

  it("in a folder that is in play itself", () => {
    expect(instructionPaths([""], ["src/net"])).toContain("src/net/AGENTS.md");
  });

  it("under each folder of a multi-root workspace, and nowhere outside", () => {
    const paths = instructionPaths(
      ["app", "lib"],
      ["lib/src/a.ts", "/etc/passwd", "untitled:Untitled-1", "other/b.ts"],
    );
    expect(paths.filter((path) => path.endsWith("AGENTS.md"))).toEqual([
      "app/AGENTS.md",
      "lib/AGENTS.md",
      "lib/src/AGENTS.md",
    ]);
    expect(instructionPaths([], ["a/b.ts"])).toEqual([]);
  });

  it("in the same order whatever the order of the files", () => {
    const files = ["b/c/x.ts", "a/y.ts", "b/z.ts", "a/d/e/f.ts"];
    fc.assert(
      fc.property(fc.shuffledSubarray(files, { minLength: files.length }), (shuffled) => {
        expect(instructionPaths([""], shuffled)).toEqual(instructionPaths([""], files));
      }),
    );
  });
});

describe("the text of the instructions", () => {
  it("names every file, in order, and says who stands", () => {
    const { text, left_out } = joinInstructions([
      { path: "AGENTS.md", text: "Use tabs.\n" },
      { path: "src/AGENTS.md", text: "Use spaces." },
    ]);
    expect(text).toMatch(
      /^Project instructions\..*\n\nFrom AGENTS\.md:\nUse tabs\.\n\nFrom src\/AGENTS\.md:\nUse spaces\.$/,
    );
    expect(left_out).toEqual([]);
  });

  it("is nothing when there is nothing to say", () => {
    expect(joinInstructions([])).toEqual({ text: "", sources: [], left_out: [] });
    expect(joinInstructions([{ path: "AGENTS.md", text: " \n" }])).toEqual({ text: "", sources: [], left_out: [] });
  });

  it("says the same thing once, and says so", () => {
    const { text, sources, left_out } = joinInstructions([
      { path: "AGENTS.md", text: "Use tabs." },
      { path: "CLAUDE.md", text: "Use tabs.\n" },
    ]);
    expect(text.match(/Use tabs/g)).toHaveLength(1);
    expect(left_out).toEqual([{ what: "CLAUDE.md", why: "duplicate of AGENTS.md" }]);
    expect(sources).toEqual([{ path: "AGENTS.md", tokens: estimateTokens("Use tabs.", "prose") }]);
  });

  it("is cut at the limit, at the end of a line, where everyone can see it", () => {
    const line = "Write short functions and name them well.\n";
    const { text, left_out } = joinInstructions([
      { path: "AGENTS.md", text: line.repeat(2_000) },
      { path: "src/AGENTS.md", text: "Nearest." },
    ]);
    expect(estimateTokens(text, "prose")).toBeLessThan(MOST_INSTRUCTION_TOKENS + 250);
    expect(text).toMatch(
      /name them well\.\n\[truncated: about [\d,]+ tokens over the limit of 8,000 for instructions\]/,
    );
    expect(text).toContain("From src/AGENTS.md:\n[truncated:");
    expect(left_out.map(({ what }) => what)).toEqual(["AGENTS.md", "src/AGENTS.md"]);
  });

  it("keeps the beginning of one endless line", () => {
    const { text } = joinInstructions([{ path: "AGENTS.md", text: "word ".repeat(20_000) }]);
    expect(text).toMatch(/From AGENTS\.md:\nword word .*\n\[truncated:/s);
  });

  it("is never over the limit, and nothing is cut without a record", () => {
    const file = fc.record({
      path: fc.string({ minLength: 1 }),
      text: fc.string({ maxLength: 60 }).map((s) => s.repeat(900)),
    });
    fc.assert(
      fc.property(fc.array(file, { maxLength: 6 }), (files) => {
        const { text, left_out } = joinInstructions(files);
        expect(estimateTokens(text, "prose")).toBeLessThan(MOST_INSTRUCTION_TOKENS + 100 * (files.length + 1));
        for (const { path, text: words } of files)
          if (words.trim() !== "")
            expect(text.includes(words.trim()) || left_out.some(({ what }) => what === path)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});
