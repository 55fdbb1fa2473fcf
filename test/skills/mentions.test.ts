// The files that a skill offers as mentions, from its front matter to the list of suggestions.
import { describe, expect, it } from "vitest";
import { skillFileSource } from "../../extension/host/suggest/skills.ts";
import type { Suggestion } from "../../extension/protocol/suggest.ts";
import { mentionsOf } from "../../extension/skills/mentions.ts";
import { parseSkillFile } from "../../extension/skills/skill-file.ts";
import { aSkill } from "../fakes/skills.ts";

const file = `---
name: brand
description: How we look
mentions:
  - references/colors.md
  - path: references/voice.md
    name: our voice
    description: how we write
---
Be kind.
`;

function brand() {
  const parsed = parseSkillFile(file, "brand");
  return aSkill("brand", parsed.ok ? parsed.value : {});
}

describe("a skill", () => {
  it("offers the files that its front matter names", () => {
    expect(mentionsOf(brand())).toEqual([
      { name: "brand:colors", description: "references/colors.md", path: ".galley/skills/brand/references/colors.md" },
      { name: "brand:our-voice", description: "how we write", path: ".galley/skills/brand/references/voice.md" },
    ]);
    expect(mentionsOf(aSkill("plain"))).toEqual([]);
  });

  it("offers no file outside its folder, and not endlessly many", () => {
    const bad = ["../secret", "/etc/passwd", "~/x", "C:\\x", "a//b", 7, {}, { name: "x" }, "x".repeat(500)];
    expect(mentionsOf(aSkill("bad", { fields: { mentions: bad } }))).toEqual([]);
    expect(mentionsOf(aSkill("bad", { fields: { mentions: "colors.md" } }))).toEqual([]);
    const many = Array.from({ length: 1_000 }, (_, at) => `f${at}.md`);
    expect(mentionsOf(aSkill("many", { fields: { mentions: many } }))).toHaveLength(20);
  });

  it("has its files in the list behind @, as mentions of files", async () => {
    let shown: Suggestion[] = [];
    const source = skillFileSource(() => [brand(), aSkill("other")]);
    await source.find("brand:col", (found) => void (shown = found), new AbortController().signal);
    expect(shown.map(({ name, detail, part }) => ({ name, detail, part }))).toEqual([
      {
        name: "brand:colors",
        detail: "references/colors.md",
        part: { type: "mention", target: { kind: "file", path: ".galley/skills/brand/references/colors.md" } },
      },
    ]);
    await source.find("", (found) => void (shown = found), new AbortController().signal);
    expect(shown).toEqual([]);
  });
});
