import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseSkillFile } from "../../extension/skills/skill-file.ts";

const file = (matter: string, body = "Do it."): string => `---\n${matter}\n---\n\n${body}\n`;

describe("a skill file", () => {
  it("gives name, description and body, and keeps every other field as it is", () => {
    const text = file(
      "name: pdf\ndescription: >\n  Reads\n  PDFs.\nlicense: MIT\nallowed-tools: [Read, Bash]\nmetadata:\n  version: 2",
    );
    expect(parseSkillFile(text)).toEqual({
      ok: true,
      value: {
        name: "pdf",
        description: "Reads PDFs.",
        version: "2",
        body: "Do it.",
        fields: { license: "MIT", "allowed-tools": ["Read", "Bash"], metadata: { version: 2 } },
      },
    });
  });

  it("is read with a byte order mark, with the line ends of Windows, and with rules in its body", () => {
    const text = `\uFEFF${file("name: a\ndescription: b", "One\n\n---\n\nTwo")}`.replaceAll("\n", "\r\n");
    expect(parseSkillFile(text)).toMatchObject({ ok: true, value: { body: "One\n\n---\n\nTwo" } });
  });

  it.each([
    ["no front matter", "Do it.", 1, "front matter"],
    ["a front matter without end", "---\nname: a\n", 1, "front matter"],
    ["no name", file("description: b"), 1, "name is missing"],
    ["no description", file("name: a"), 1, "description is missing"],
    ["a description that is no text", file("name: a\ndescription: [b]"), 3, "description must be text"],
    ["an empty description", file('name: a\ndescription: ""'), 3, "description is empty"],
    ["a name that is a path", file("name: ../a\ndescription: b"), 2, "one word"],
    ["a name of two words", file("description: b\nname: a b"), 3, "one word"],
    ["YAML that is none", file("name: a\ndescription: b: c"), 3, ""],
    ["nothing below", file("name: a\ndescription: b", ""), 5, "no instructions after the front matter"],
  ])("is refused with %s, by line and reason", (_, text, line, reason) => {
    expect(parseSkillFile(text)).toMatchObject({
      ok: false,
      failure: { line, reason: expect.stringContaining(reason) as string },
    });
  });

  it("is what every bundled skill is, under the name of its folder", () => {
    const root = join(import.meta.dirname, "../../media/skills");
    for (const name of readdirSync(root))
      expect(parseSkillFile(readFileSync(join(root, name, "SKILL.md"), "utf8"))).toMatchObject({
        ok: true,
        value: { name },
      });
  });
});
