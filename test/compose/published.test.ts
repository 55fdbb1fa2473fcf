// Command files and skills in the manner of those that people publish: none is refused. `UPDATE=1` writes what each becomes.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { givenWords } from "../../extension/compose/arguments.ts";
import { commandId, parseCommandFile } from "../../extension/compose/command-file.ts";
import { expand } from "../../extension/compose/expand.ts";
import { parseSkillFile } from "../../extension/skills/skill-file.ts";

const root = join(import.meta.dirname, "../fixtures/published");
const isUpdate = process.env["UPDATE"] !== undefined;

function check(name: string, value: unknown): void {
  const file = join(root, name);
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (isUpdate) writeFileSync(file, text);
  expect(existsSync(file), `${name} is missing: run with UPDATE=1 and read it`).toBe(true);
  expect(text).toBe(readFileSync(file, "utf8"));
}

/** Without arguments, with one and with two. */
const GIVEN = [[], ["alpha"], ["alpha", "beta two"]];

describe("a published command file", () => {
  const names = readdirSync(join(root, "commands")).filter((name) => name.endsWith(".md"));

  it("is one of many", () => {
    expect(names.length).toBeGreaterThanOrEqual(25);
  });

  it.each(names)("is read and expands: %s", (name) => {
    const parsed = parseCommandFile(readFileSync(join(root, "commands", name), "utf8"));
    if (!parsed.ok) throw new Error(parsed.failure.reason);
    const { body, ...head } = parsed.value;
    const template = body.kind === "template" ? body.text : "";
    const expanded = GIVEN.map((given) => {
      const { text, missing, gaps } = expand(template, head.arguments, givenWords(given));
      return missing.length > 0 ? { given, missing } : { given, text: text.split("\n"), gaps };
    });
    check(`commands/${name.replace(/\.md$/, ".json")}`, { id: commandId(name), ...head, expanded });
  });
});

describe("a published skill", () => {
  const names = readdirSync(join(root, "skills"));

  it("is one of many", () => {
    expect(names.length).toBeGreaterThanOrEqual(15);
  });

  it.each(names)("is read: %s", (name) => {
    const parsed = parseSkillFile(readFileSync(join(root, "skills", name, "SKILL.md"), "utf8"), name);
    if (!parsed.ok) throw new Error(parsed.failure.reason);
    check(`skills/${name}/skill.json`, parsed.value);
  });
});
