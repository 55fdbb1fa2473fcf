// Replaying a turn with a skill: the same bytes from the same artifacts, or the name of what has changed.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSkillNamed } from "../../extension/cli/skill-folder.ts";
import { renderTemplate } from "../../extension/assemble/templates/template.ts";
import { toExport } from "../../extension/persist/transfer/export.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { commandsOf } from "../fakes/skills.ts";
import { say, conversationWith } from "../fakes/tools.ts";

const cli = join(import.meta.dirname, "../../dist/cli.js");

const FILES: Record<string, string> = {
  "SKILL.md": "---\nname: scan\ndescription: Scans\n---\n\nScan it.\n",
  "skill.toml": [
    'version = "1"\nframing = "frame"\n[parameter_schema]\ntype = "object"\nproperties.lang.type = "string"',
    '[[artifacts]]\nid = "frame"\nkind = "PromptTemplate"\npath = "frame.md"',
    '[[artifacts]]\nid = "tips"\nkind = "Description"\npath = "tips.md"\ninclude_when.params.lang = "rust"\n',
  ].join("\n"),
  "frame.md": "Scan {{ lang }}.\n",
  "tips.md": "Mind the borrow checker.\n",
};

/** One turn with the skill, exported; and the folder its skills are in. */
async function oneTurn(): Promise<{ root: string; file: string; put: (name: string, text: string) => void }> {
  const root = temporaryFolder();
  const put = (name: string, text: string): void => {
    mkdirSync(dirname(join(root, "scan", name)), { recursive: true });
    writeFileSync(join(root, "scan", name), text);
  };
  for (const [name, text] of Object.entries(FILES)) put(name, text);
  const skill = await readSkillNamed(root, "scan");
  if (skill === undefined) throw new Error("the skill is not there");
  const render = (template: string, data: object) => Promise.resolve(renderTemplate(template, { ...data }));
  const { conversation, ports } = conversationWith([{ name: "look" }], { commands: commandsOf([skill], render) });
  await conversation.runner.submit([say("/scan lang=rust the parser")]);
  await conversation.runner.settled();
  const file = join(root, "export.json");
  writeFileSync(file, JSON.stringify(toExport(ports.store, "ses_1", { blobs: true })));
  return { root, file, put };
}

function skillsIn(file: string, ...more: string[]): unknown {
  const args = [cli, "replay", "--export", file, "--turn", "1", ...more];
  const { stdout, stderr } = spawnSync(process.execPath, args, { input: "", encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return (JSON.parse(stdout) as { skills: unknown }).skills;
}

describe("galley replay of a turn with a skill", () => {
  const about = { skill: "scan", version: "1" };

  it("composes the same prompt from the same artifacts", async () => {
    const { root, file } = await oneTurn();
    expect(skillsIn(file, "--skills", root)).toEqual([{ ...about, state: "same" }]);
    expect(skillsIn(file)).toEqual([{ ...about, state: "recorded" }]);
  });

  it.each([
    ["an artifact", "tips.md", "Another tip.", ["tips"]],
    ["the template that frames it", "frame.md", "Read {{ lang }}.", ["frame"]],
    ["what chooses among them", "skill.toml", FILES["skill.toml"]?.replace('"rust"', '"go"') ?? "", ["skill.toml"]],
  ])("names what has changed: %s", async (_, name, text, changed) => {
    const { root, file, put } = await oneTurn();
    put(name, text);
    expect(skillsIn(file, "--skills", root)).toEqual([{ ...about, state: "changed", changed }]);
  });

  it("says that a skill is gone", async () => {
    const { root, file } = await oneTurn();
    rmSync(join(root, "scan"), { recursive: true });
    expect(skillsIn(file, "--skills", root)).toEqual([{ ...about, state: "gone" }]);
  });
});
