import { describe, expect, it } from "vitest";
import { mergeSkills, MOST_CATALOG_TOKENS, skillCatalog } from "../../extension/skills/catalog.ts";
import { aSkill } from "../fakes/skills.ts";

const tokensOf = (text: string): number => Math.ceil(text.length / 4);

describe("skills of one name", () => {
  it("are one skill: the first counts and the other is told of", () => {
    const first = aSkill("a");
    const second = aSkill("a", { source: "user", file: "~/.galley/skills/a/SKILL.md", body: "Other." });
    const clash = { file: second.file, line: 1, reason: `${first.file} already uses the name a` };
    expect(mergeSkills([first, aSkill("b"), second])).toEqual({ skills: [first, aSkill("b")], clashes: [clash] });
  });

  it("are no clash when they are the same skill found twice", () => {
    expect(mergeSkills([aSkill("a"), aSkill("a", { file: ".agents/skills/a/SKILL.md" })]).clashes).toEqual([]);
  });
});

describe("the catalog of skills", () => {
  it("is nothing when there is none", () => {
    expect(skillCatalog([], tokensOf)).toEqual({ text: "", shown: [], more: 0 });
  });

  it("has one line each, the project's first, then by name, whatever the order they were read in", () => {
    const skills = [
      aSkill("memory", { source: "bundled" }),
      aSkill("z"),
      aSkill("mine", { source: "user" }),
      aSkill("b"),
    ];
    const { text } = skillCatalog(skills, tokensOf);
    expect(text.split("\n").slice(1)).toEqual([
      ...["- b: About b", "- z: About z", "- mine: About mine", "- memory: About memory"],
    ]);
    expect(skillCatalog(skills.toReversed(), tokensOf).text).toBe(text);
  });

  it("gives a description no second line, and cuts a long one where it can be seen", () => {
    const skills = [aSkill("a", { description: "One\n- b: Two" }), aSkill("c", { description: "x".repeat(5_000) })];
    const lines = skillCatalog(skills, tokensOf).text.split("\n");
    expect(lines[1]).toBe("- a: One - b: Two");
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatch(/^- c: x{399}…$/);
  });

  it("is bounded with 500 skills, and says how many more there are", () => {
    const many = Array.from({ length: 500 }, (_, at) => aSkill(`skill-${at}`, { description: "word ".repeat(60) }));
    const { text, shown, more } = skillCatalog(many, tokensOf);
    expect(tokensOf(text)).toBeLessThan(MOST_CATALOG_TOKENS + 100);
    expect(shown.length).toBeGreaterThan(10);
    expect(more).toBe(500 - shown.length);
    expect(text.split("\n").at(-1)).toMatch(new RegExp(`^${more} more; search`));
  });
});
