import fc from "fast-check";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { authoringOn } from "../../extension/skills/authoring/operations.ts";
import { compose } from "../../extension/skills/composer/compose.ts";
import { readPackage } from "../../extension/skills/read-package.ts";
import { parseSkillFile } from "../../extension/skills/skill-file.ts";
import { composePorts, composeRequest } from "../fakes/compose-request.ts";
import { type SkillFolder, skillFolder } from "../fakes/skill-folder.ts";
import { aSkill } from "../fakes/skills.ts";

async function call(folder: SkillFolder, name: string, input: unknown): Promise<{ ok: boolean; output: string }> {
  const operation = authoringOn(folder.ports).find((one) => one.name === name);
  if (operation === undefined) throw new Error(`no ${name}`);
  return operation.run(input);
}

const tidy = { name: "tidy", description: "Use it to tidy: up", instructions: "Tidy up.\n\n---\n\nThen stop." };

describe("create_skill", () => {
  it("writes a SKILL.md that reads as what was asked for", async () => {
    const folder = skillFolder();
    expect(await call(folder, "create_skill", tidy)).toEqual({ ok: true, output: "Created the skill tidy." });
    expect(parseSkillFile(folder.files.get("project/tidy/SKILL.md") ?? "", "tidy")).toMatchObject({
      ok: true,
      value: { name: "tidy", description: tidy.description, body: tidy.instructions },
    });
    expect(folder.files.size).toBe(1);
  });

  it("writes for the user when asked, and a skill.toml with the fields of a package", async () => {
    const folder = skillFolder();
    const parameter_schema = { type: "object", properties: { depth: { type: "integer" } } };
    const fields = { tool_surface: ["read"], parameter_schema, tool_call_budget: 3 };
    await call(folder, "create_skill", { ...tidy, scope: "user", package: fields });
    expect(parse(folder.files.get("user/tidy/skill.toml") ?? "")).toEqual(fields);
  });

  it("writes nothing that cannot be read, and says where the fault is", async () => {
    const folder = skillFolder();
    const bad = { ...tidy, package: { parameter_schema: { type: "what" } } };
    expect(await call(folder, "create_skill", bad)).toEqual({
      ok: false,
      output: 'Nothing was written. skill.toml:1: parameter_schema is malformed: "what" is not a valid type',
    });
    expect(await call(folder, "create_skill", { ...tidy, instructions: "  " })).toMatchObject({
      ok: false,
      output: expect.stringMatching(/SKILL\.md:\d+: the file has no instructions/) as string,
    });
    expect(folder.files.size).toBe(0);
  });

  it("never replaces one that is there", async () => {
    const folder = skillFolder();
    await call(folder, "create_skill", tidy);
    expect(await call(folder, "create_skill", { ...tidy, instructions: "Other." })).toMatchObject({ ok: false });
    expect(folder.files.get("project/tidy/SKILL.md")).toContain("Tidy up.");
  });

  it("takes no name that leads anywhere else", async () => {
    for (const name of ["../x", "a/b", "a\\b", "..", ".", ".hidden", "", "a.", "/etc", "C:x", "a\nb", "a b"]) {
      const folder = skillFolder();
      expect(await call(folder, "create_skill", { ...tidy, name }), name).toMatchObject({ ok: false });
      expect(folder.files.size).toBe(0);
    }
  });

  it("gives back every description and all instructions as they were", async () => {
    const words = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text.trim() !== "");
    await fc.assert(
      fc.asyncProperty(words, words, async (description, instructions) => {
        const folder = skillFolder();
        const { ok } = await call(folder, "create_skill", { name: "a", description, instructions });
        if (!ok) return;
        const read = parseSkillFile(folder.files.get("project/a/SKILL.md") ?? "", "a");
        expect(read).toMatchObject({ ok: true, value: { description: description.trim() } });
        expect(read.ok && read.value.body).toBe(instructions.replaceAll("\r\n", "\n").trim());
      }),
    );
  });
});

describe("update_skill", () => {
  it("changes what is named and leaves the rest, comments too", async () => {
    const folder = skillFolder();
    folder.files.set("user/tidy/SKILL.md", "---\nname: tidy # ours\nlicense: MIT\ndescription: Old\n---\n\nBody.\n");
    folder.files.set("user/tidy/skill.toml", 'interrupts = ["on_ambiguous_input"]\n');
    const changes = { name: "tidy", description: "New", package: { tool_surface: ["read"] } };
    expect(await call(folder, "update_skill", changes)).toMatchObject({ ok: true });
    expect(folder.files.get("user/tidy/SKILL.md")).toBe(
      "---\nname: tidy # ours\nlicense: MIT\ndescription: New\n---\n\nBody.\n",
    );
    expect(parse(folder.files.get("user/tidy/skill.toml") ?? "")).toEqual({
      interrupts: ["on_ambiguous_input"],
      tool_surface: ["read"],
      parameter_schema: { type: "object" },
    });
  });

  it("says so when there is none that may be written", async () => {
    const folder = skillFolder([aSkill("tidy", { file: ".claude/skills/tidy/SKILL.md" })]);
    expect(await call(folder, "update_skill", { name: "tidy", description: "New" })).toMatchObject({
      ok: false,
      output: expect.stringContaining("the only folder that can be changed") as string,
    });
  });
});

describe("add_artifact", () => {
  it("adds a file and its entry behind what is there", async () => {
    const folder = skillFolder();
    await call(folder, "create_skill", tidy);
    const byHand = '# by hand\ntool_call_budget = 3\n\n[parameter_schema]\ntype = "object"\n';
    folder.files.set("project/tidy/skill.toml", byHand);
    const example = { skill: "tidy", id: "one", kind: "Example", body: "Like this.", tags: ["css"] };
    expect(await call(folder, "add_artifact", example)).toMatchObject({ ok: true });
    await call(folder, "add_artifact", { ...example, id: "two", include_when: { params: { deep: true } } });
    expect(folder.files.get("project/tidy/artifacts/one.md")).toBe("Like this.\n");
    const text = folder.files.get("project/tidy/skill.toml") ?? "";
    expect(text.startsWith(`${byHand}\n[[artifacts]]\n`)).toBe(true);
    expect(parse(text)["artifacts"]).toEqual([
      { id: "one", version: "1", kind: "Example", path: "artifacts/one.md", tags: ["css"] },
      expect.objectContaining({ id: "two", include_when: { params: { deep: true } } }),
    ]);
  });

  it("adds none twice, none to a skill that is not there, and none that leads elsewhere", async () => {
    const folder = skillFolder();
    const entry = { skill: "tidy", id: "one", kind: "Description", body: "B" };
    expect(await call(folder, "add_artifact", entry)).toMatchObject({ ok: false });
    await call(folder, "create_skill", tidy);
    await call(folder, "add_artifact", entry);
    expect(await call(folder, "add_artifact", entry)).toMatchObject({ ok: false });
    expect(await call(folder, "add_artifact", { ...entry, id: "../../x" })).toMatchObject({ ok: false });
    expect(await call(folder, "add_artifact", { ...entry, id: "x", kind: "Script" })).toMatchObject({ ok: false });
    expect([...folder.files.keys()]).toHaveLength(3);
  });

  it("into a skill.toml that is damaged writes nothing, and names the line", async () => {
    const folder = skillFolder();
    await call(folder, "create_skill", tidy);
    const entry = { skill: "tidy", id: "one", kind: "Description", body: "B" };
    for (const [text, fault] of [
      ["version = true\n", "skill.toml:1: version must be"],
      ["interrupts = []\ntool_surface = [\n", "skill.toml:"],
      [
        '[[artifacts]]\nid = "a"\npath = "a"\nkind = "Example"\n\n[[artifacts]]\nid = "b"\n',
        "skill.toml:6: artifacts.1.kind",
      ],
    ] as const) {
      folder.files.set("project/tidy/skill.toml", text);
      const { ok, output } = await call(folder, "add_artifact", entry);
      expect({ ok, output }).toMatchObject({ ok: false, output: expect.stringContaining(fault) as string });
      expect(folder.files.get("project/tidy/skill.toml")).toBe(text);
    }
  });
});

describe("list_skills", () => {
  it("lists by source, tags, switch and words", async () => {
    const skills = [
      aSkill("css", { fields: { tags: ["web"] } }),
      aSkill("pdf", { source: "user" }),
      aSkill("memory", { source: "bundled" }),
    ];
    const folder = skillFolder(skills, ["pdf"]);
    const names = async (input: unknown): Promise<string[]> => {
      const { output } = await call(folder, "list_skills", input);
      return (JSON.parse(output) as { skills: { name: string }[] }).skills.map(({ name }) => name);
    };
    expect(await names({})).toEqual(["css", "pdf", "memory"]);
    expect(await names({ source: "user" })).toEqual(["pdf"]);
    expect(await names({ enabled: true })).toEqual(["css", "memory"]);
    expect(await names({ tags: ["web"] })).toEqual(["css"]);
    expect(await names({ search: "about mem" })).toEqual(["memory"]);
  });
});

/** Reads back what a tool wrote and composes it, as `/NAME` would. */
async function composedAgain(folder: SkillFolder, name: string): Promise<unknown> {
  const skill = parseSkillFile(folder.files.get(`project/${name}/SKILL.md`) ?? "", name);
  const text = folder.files.get(`project/${name}/skill.toml`) ?? "";
  if (!skill.ok) return skill;
  const read = (path: string): Promise<{ text: string }> =>
    Promise.resolve({ text: folder.files.get(`project/${name}/${path}`) ?? "" });
  const found = await readPackage(
    skill.value,
    { file: "skill.toml", text, source: "project" },
    { read, digest: () => "" },
  );
  if ("reason" in found) return found;
  const skill_package = { ...found.pack };
  return compose(composeRequest(skill_package, { parameters: {} }), composePorts);
}

describe("what authoring writes can run", () => {
  const run = { ok: true };

  it("a package without a schema of its parameters gets one that takes none", async () => {
    const folder = skillFolder();
    await call(folder, "create_skill", { ...tidy, package: { tool_surface: ["read"] } });
    expect(await composedAgain(folder, "tidy")).toMatchObject(run);
  });

  it("an artifact makes a plain skill a package that runs", async () => {
    const folder = skillFolder();
    await call(folder, "create_skill", tidy);
    const added = { skill: "tidy", id: "one", kind: "Description", body: "Background." };
    expect(await call(folder, "add_artifact", added)).toMatchObject(run);
    expect(await composedAgain(folder, "tidy")).toMatchObject(run);
  });

  it("nothing is written that would always be refused, and the model reads why", async () => {
    const folder = skillFolder();
    await call(folder, "create_skill", { ...tidy, package: { tool_surface: ["read"] } });
    const before = new Map(folder.files);
    const approach = { skill: "tidy", id: "way", kind: "Approach", body: "Look.", tools: ["grpe"] };
    expect(await call(folder, "add_artifact", approach)).toEqual({
      ok: false,
      output:
        "Nothing was written, because the skill could not run. way uses the tool grpe, which is not available. Change the skill or the allowed tools.",
    });
    const template = { skill: "tidy", id: "frame", kind: "PromptTemplate", body: "Hello {{ nmae }}" };
    await call(folder, "add_artifact", template);
    expect(await call(folder, "update_skill", { name: "tidy", package: { framing: "frame" } })).toMatchObject({
      ok: false,
      output: expect.stringContaining("unknown name nmae") as string,
    });
    expect(folder.files.get("project/tidy/SKILL.md")).toBe(before.get("project/tidy/SKILL.md"));
  });

  it("a template may use every parameter that the schema declares, given or not", async () => {
    const folder = skillFolder();
    const properties = { tone: { type: "string", pattern: "^[a-c]+$" }, depth: { type: "integer" } };
    await call(folder, "create_skill", { ...tidy, package: { parameter_schema: { type: "object", properties } } });
    const body = "{% if tone %}{{ tone }}{% endif %}{{ depth | default(2) }}";
    await call(folder, "add_artifact", { skill: "tidy", id: "frame", kind: "PromptTemplate", body });
    expect(await call(folder, "update_skill", { name: "tidy", package: { framing: "frame" } })).toMatchObject(run);
  });

  it("a package that a person left without a schema gets one with the next change, and keeps its comments", async () => {
    const folder = skillFolder();
    await call(folder, "create_skill", tidy);
    folder.files.set("project/tidy/skill.toml", "# by hand\ntool_call_budget = 3\n");
    expect(await call(folder, "update_skill", { name: "tidy", description: "New" })).toMatchObject(run);
    expect(folder.files.get("project/tidy/skill.toml")).toBe(
      '# by hand\ntool_call_budget = 3\n\n[parameter_schema]\ntype = "object"\n',
    );
    expect(await composedAgain(folder, "tidy")).toMatchObject(run);
  });

  it("keeps the tags, so that list_skills finds the skill by them", async () => {
    const folder = skillFolder();
    await call(folder, "create_skill", { ...tidy, tags: ["web", "css"] });
    const read = (): unknown => {
      const parsed = parseSkillFile(folder.files.get("project/tidy/SKILL.md") ?? "", "tidy");
      return parsed.ok && parsed.value.fields["tags"];
    };
    expect(read()).toEqual(["web", "css"]);
    await call(folder, "update_skill", { name: "tidy", tags: ["html"] });
    expect(read()).toEqual(["html"]);
  });
});
