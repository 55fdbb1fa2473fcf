// Always-on skills: their whole body is a layer of every request.
import { describe, expect, it } from "vitest";
import { newConversation } from "../../extension/message/conversation.ts";
import { createConversation } from "../../extension/persist/conversations.ts";
import { inspectNext } from "../../extension/preview/inspect.ts";
import { alwaysOn, MOST_ALWAYS_CHARACTERS, withoutAlways } from "../../extension/skills/always.ts";
import type { Skill } from "../../extension/skills/catalog.ts";
import { parseSkillFile } from "../../extension/skills/skill-file.ts";
import { skillTool } from "../../extension/skills/tool.ts";
import { readLayers } from "../../extension/turn/request/read-layers.ts";
import { loopback } from "../../extension/turn/wire.ts";
import { portsOver } from "../fakes/layer-ports.ts";
import { fakePorts } from "../fakes/ports.ts";
import { aPackage, aSkill } from "../fakes/skills.ts";

const always = { fields: { always: true } };
const listing = (...skills: Skill[]) => ({ list: () => Promise.resolve({ skills, problems: [], clashes: [] }) });
const layersWith = (skills: Skill[], model = loopback) =>
  readLayers(portsOver({ "AGENTS.md": "Use tabs." }, { skills: listing(...skills) }), {
    session_id: "ses_1",
    model,
    messages: [],
    pins: [],
  });

describe("an always-on skill", () => {
  it("is a layer after the instructions and before the catalog, which does not list it again", async () => {
    const house = aSkill("house", { ...always, hasFiles: true });
    const { layers, sources } = await layersWith([aSkill("other"), house, aSkill("able", always)]);
    expect(layers.map(({ id }) => id)).toEqual([
      ...["agent.system", "project.instructions", "skill.able", "skill.house", "skills.catalog", "env.project"],
    ]);
    expect(layers[3]?.text).toBe(
      "# Skill house (1)\n\nBody of house.\n\nThe other files of this skill are in .galley/skills/house.",
    );
    expect(layers[4]?.text).not.toContain("house");
    expect(sources?.["skill.house"]).toEqual([".galley/skills/house/SKILL.md"]);
  });

  it("goes to a model without tools too", async () => {
    const { layers } = await layersWith([aSkill("house", always)], { ...loopback, tools: false });
    expect(layers.map(({ id }) => id)).toContain("skill.house");
  });

  it("stands in the manifest with its tokens", async () => {
    const ports = fakePorts();
    createConversation(ports.store, newConversation("ses_1", 1));
    ports.layers = () => layersWith([aSkill("house", always)]);
    const { inspection } = await inspectNext(ports, "ses_1", [{ type: "text", text: "hi" }]);
    expect(inspection.parts.map(({ name }) => name)).toContain("skill.house");
    expect(inspection.manifest).toMatch(/"id": "skill\.house",\s+"tokens": [1-9]/);
  });

  it("is what front matter says with always: true, and only with that", () => {
    const written = (value: string): unknown => {
      const parsed = parseSkillFile(`---\nname: a\ndescription: b\nalways: ${value}\n---\nBody.`, "a");
      return parsed.ok && alwaysOn([aSkill("a", { fields: parsed.value.fields })]).on.length;
    };
    expect([written("true"), written('"true"'), written("false"), written("1")]).toEqual([1, 0, 0, 0]);
  });

  it("goes whole or not at all, and a package never, both with a record", () => {
    const long = aSkill("long", { ...always, body: "x".repeat(MOST_ALWAYS_CHARACTERS) });
    const { on, left_out } = alwaysOn([long, aSkill("short", always), { ...aPackage("pack"), ...always }]);
    expect(on.map(({ skill }) => skill.name)).toEqual(["short"]);
    expect(left_out).toEqual([
      { what: long.file, why: "not always on; such skills may have 32,000 characters together" },
      {
        what: ".galley/skills/pack/SKILL.md",
        why: "not always on; a skill with a skill.toml is loaded when it is needed",
      },
    ]);
  });

  it("is not loaded a second time by the tool", async () => {
    const ports = {
      ...listing(aSkill("house", always)),
      visible: () => Promise.resolve([]),
      companions: () => Promise.resolve([]),
      recordLoad: () => undefined,
    };
    const about = { session_id: "ses_1", message_id: "msg_1", call_id: "call_1" };
    const prepared = await skillTool(ports).prepare({ name: "house" }, about);
    const outcome = prepared.ok ? await prepared.call.run(new AbortController().signal) : undefined;
    expect(outcome?.output).toBe("The skill house is always on. Its text is in the system prompt.");
  });

  it("is an ordinary one where models must ask for it", () => {
    expect(alwaysOn([withoutAlways(aSkill("house", always))]).on).toEqual([]);
  });
});
