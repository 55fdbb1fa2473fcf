// A skill composed once more: everything it is made of counts, and where it is does not.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Again, composeAgain } from "../../extension/cli/compose-again.ts";
import { readSkillNamed } from "../../extension/cli/skill-folder.ts";
import { toExport } from "../../extension/persist/transfer/export.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { commandsOf } from "../fakes/skills.ts";
import { conversationWith, say } from "../fakes/tools.ts";

const PLAIN = { "SKILL.md": "---\nname: scan\ndescription: Scans\n---\n\nScan it.\n", "more.md": "More.\n" };

const TOML = [
  'version = "1"\ntool_call_budget = 4\ntool_surface = ["look", "find"]\ninterrupts = ["on_doubt"]',
  '[parameter_schema]\ntype = "object"',
  '[output_schema]\ntype = "object"',
  '[[artifacts]]\nid = "way"\nkind = "Approach"\npath = "way.md"\nstages = [{ name = "one" }, { name = "two" }]\n',
].join("\n");

const PACKAGE = { "SKILL.md": PLAIN["SKILL.md"], "skill.toml": TOML, "way.md": "# One\nLook.\n# Two\nTell.\n" };

interface Turn {
  root: string;
  again: (folder?: string) => Promise<Again[]>;
}

/** One turn with the skill, as an export has it. */
async function oneTurn(files: Record<string, string>): Promise<Turn> {
  const root = temporaryFolder();
  write(root, files);
  const skill = await readSkillNamed(root, "scan");
  if (skill === undefined) throw new Error("the skill is not there");
  const { conversation, ports } = conversationWith([{ name: "look" }, { name: "find" }], {
    commands: commandsOf([skill]),
  });
  await conversation.runner.submit([say("/scan the parser")]);
  await conversation.runner.settled();
  const exported = toExport(ports.store, "ses_1", { blobs: true });
  const ids = conversation.snapshot().messages.map(({ id }) => id);
  return { root, again: (folder = root) => composeAgain(exported, ids, folder) };
}

function write(root: string, files: Record<string, string>): void {
  mkdirSync(join(root, "scan"), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, "scan", name), text);
}

describe("a skill that is composed once more", () => {
  it.each([
    ["a skill with files beside it", PLAIN],
    ["a package", PACKAGE],
  ])("is the same in another folder: %s", async (_, files) => {
    const { root, again } = await oneTurn(files);
    expect(await again()).toMatchObject([{ state: "same" }]);
    const elsewhere = temporaryFolder();
    cpSync(root, elsewhere, { recursive: true });
    expect(await again(elsewhere)).toMatchObject([{ state: "same" }]);
  });

  it.each([
    ["stages", TOML.replace('{ name = "two" }', '{ name = "three" }'), ["stages"]],
    ["tools", TOML.replace('["look", "find"]', '["look"]'), ["tool_availability", "stages"]],
    ["budget", TOML.replace("budget = 4", "budget = 5"), ["tool_call_budget"]],
    ["questions", TOML.replace('"on_doubt"', '"on_input"'), ["interrupts"]],
    [
      "output schema",
      TOML.replace('[output_schema]\ntype = "object"', '[output_schema]\ntype = "array"'),
      ["output_schema"],
    ],
    ["version", TOML.replace('version = "1"', 'version = "2"'), ["version"]],
  ])("has changed with its %s, and names that", async (_, toml, changed) => {
    const { root, again } = await oneTurn(PACKAGE);
    write(root, { "skill.toml": toml });
    expect(await again()).toMatchObject([{ state: "changed", changed }]);
  });

  it("has changed with the text of its Approach", async () => {
    const { root, again } = await oneTurn(PACKAGE);
    write(root, { "way.md": "# One\nLook twice.\n# Two\nTell.\n" });
    expect(await again()).toMatchObject([{ state: "changed", changed: ["way"] }]);
  });
});
