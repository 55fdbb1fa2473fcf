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
    expect(parseSkillFile(text, "folder")).toEqual({
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
    expect(parseSkillFile(text, "folder")).toMatchObject({ ok: true, value: { body: "One\n\n---\n\nTwo" } });
  });

  it.each([
    ["no front matter", "# Do it\n\nNow.", { name: "folder", description: "Do it" }],
    ["front matter without end", "---\nname: a\n\nDo it.", { name: "a", description: "Do it." }],
    ["no name", file("description: b"), { name: "folder", description: "b" }],
    ["no description", file("name: a"), { name: "a", description: "Do it." }],
    ["a description that YAML takes for a list", file("name: a\ndescription: [b]"), { description: "[b]" }],
    ["an empty description", file('name: a\ndescription: ""'), { description: "Do it." }],
    ["a name that is a path", file("name: ../a\ndescription: b"), { name: "a" }],
    ["a name of two words", file("description: b\nname: A  bee"), { name: "a-bee" }],
    ["a name of signs", file("description: b\nname: '***'"), { name: "folder" }],
    ["a colon in the description", file("name: a\ndescription: b: c"), { description: "b: c" }],
  ])("is read with %s", (_, text, value) => {
    expect(parseSkillFile(text, "folder")).toMatchObject({ ok: true, value });
  });

  it("says why its name is another one than its file has", () => {
    const noteOf = (text: string) => {
      const parsed = parseSkillFile(text, "my folder");
      return parsed.ok ? parsed.value.note : expect.fail(parsed.failure.reason);
    };
    expect(noteOf(file("name: Brand Voice\ndescription: b"))).toBe(
      "Galley uses the name brand-voice, because the name “Brand Voice” in the file is not one word.",
    );
    expect(noteOf(file("description: b"))).toBe(
      "Galley uses the name my-folder of the folder, because the file has no name.",
    );
    expect(noteOf(file("name: Voice\ndescription: b"))).toBeUndefined();
  });

  it.each([
    ["nothing below", file("name: a\ndescription: b", ""), 5, "no instructions after the front matter"],
    ["nothing at all", "", 1, "no instructions"],
    ["front matter without end and nothing else", "---\nname: a\n", 3, "no instructions"],
  ])("is refused with %s, by line and reason", (_, text, line, reason) => {
    expect(parseSkillFile(text, "folder")).toMatchObject({
      ok: false,
      failure: { line, reason: expect.stringContaining(reason) as string },
    });
  });

  it("is what every bundled skill is, under the name of its folder", () => {
    const root = join(import.meta.dirname, "../../media/skills");
    for (const name of readdirSync(root))
      expect(parseSkillFile(readFileSync(join(root, name, "SKILL.md"), "utf8"), "folder")).toMatchObject({
        ok: true,
        value: { name },
      });
  });
});
