import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as server from "../../extension/mcp/own/own-server.ts";
import { ownTools, type OwnToolPorts } from "../../extension/mcp/own/own-tools.ts";
import type { Prepared } from "../../extension/tools/tool.ts";
import { dryPorts } from "../fakes/compose-request.ts";
import { ABOUT, toolWorld, type ToolWorld } from "../fakes/tool-world.ts";

const tidy = { name: "tidy", description: "Tidies", instructions: "Tidy up." };
const never = new AbortController().signal;

async function prepare(
  world: ToolWorld,
  name: string,
  input: unknown,
  own: Partial<OwnToolPorts> = {},
): Promise<Prepared> {
  const { files, documents } = world.ports;
  const tools = await ownTools({
    server: () => Promise.resolve(server),
    skills: {
      list: () => Promise.resolve({ skills: [], problems: [], clashes: [] }),
      isOff: () => false,
      dry: dryPorts,
    },
    locate: ({ name: skill, file }) => files.locate(`.galley/skills/${skill}/${file}`),
    documents,
    refuses: () => Promise.resolve(undefined),
    ...own,
  });
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no ${name}`);
  expect(tool.harmless).toBe(false);
  return tool.prepare(input, ABOUT);
}

describe("the tools of an authoring conversation", () => {
  it("show what they will write as a difference, need to be allowed to, and write only then", async () => {
    const world = toolWorld();
    const prepared = await prepare(world, "create_skill", tidy);
    const path = ".galley/skills/tidy/SKILL.md";
    expect(prepared).toMatchObject({
      ok: true,
      call: {
        title: `Write ${path}`,
        changes: true,
        needs: [{ permission: "write", pattern: path }],
        preview: { type: "diff", path, before: "", after: expect.stringContaining("Tidy up.") as string },
      },
    });
    const read = (): string => readFileSync(join(world.root, path), "utf8");
    expect(read).toThrow();
    if (prepared.ok) expect(await prepared.call.run(never)).toMatchObject({ ok: true });
    expect(read()).toContain("Tidy up.");
  });

  it("write every file of a call, and name each", async () => {
    const world = toolWorld();
    world.write({ ".galley/skills/tidy/SKILL.md": "---\nname: tidy\ndescription: Tidies\n---\n\nTidy up.\n" });
    const input = { skill: "tidy", id: "one", kind: "Example", body: "Like this." };
    const prepared = await prepare(world, "add_artifact", input);
    expect(prepared.ok && prepared.call.needs.map(({ pattern }) => pattern)).toEqual([
      ".galley/skills/tidy/artifacts/one.md",
      ".galley/skills/tidy/skill.toml",
    ]);
    expect(prepared.ok && (await prepared.call.run(never)).output).toContain("artifacts/one.md, ");
    expect(readFileSync(join(world.root, ".galley/skills/tidy/skill.toml"), "utf8")).toContain('id = "one"');
  });

  it("change nothing while a skill is applied, and say so", async () => {
    const why = "A skill is applied in this turn.";
    expect(await prepare(toolWorld(), "create_skill", tidy, { refuses: () => Promise.resolve(why) })).toEqual({
      ok: false,
      output: why,
    });
  });

  it("listing is no change and needs nothing", async () => {
    const prepared = await prepare(toolWorld(), "list_skills", {});
    expect(prepared).toMatchObject({ ok: true, call: { needs: [], changes: false } });
  });
});
