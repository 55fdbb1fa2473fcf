import { describe, expect, it, vi } from "vitest";
import { SkillChecks } from "../../extension/skills/skill-checks.ts";
import { builtinTools } from "../../extension/tools/builtin.ts";
import { TOOL_NAMES } from "../../extension/tools/tool-names.ts";
import { dryPorts } from "../fakes/compose-request.ts";
import { aPackage, aSkill } from "../fakes/skills.ts";
import { toolWorld } from "../fakes/tool-world.ts";

const tools = ["read", "grep", "web_fetch"];
const check = (...given: Parameters<typeof aPackage>): ReturnType<SkillChecks["check"]> =>
  new SkillChecks(dryPorts).check(aPackage(...given), tools);

describe("the check of a skill", () => {
  it("names why a package cannot run, whatever it is given", async () => {
    expect(await check("a", { parameter_schema: undefined })).toEqual({
      fault: "The skill has no parameter schema.",
      warnings: [],
    });
    const framing = { kind: "PromptTemplate", body: "{{ nmae }}" };
    expect((await check("a", { framing })).fault).toContain("unknown name nmae");
    const artifacts = [{ id: "way", kind: "Approach", stages: [{ name: "one", tools: ["bash"] }] }];
    expect((await check("a", { artifacts, tool_surface: ["read"] })).fault).toContain("bash");
    const long = [{ id: "long", kind: "Description", body: "x".repeat(9_000) }];
    expect((await check("a", { artifacts: long })).fault).toContain("Remove long");
  });

  it("finds nothing wrong with a package that runs with the right values", async () => {
    const properties = { path: { type: "string", pattern: "^/" }, depth: { type: "integer", minimum: 3 } };
    const parameter_schema = { type: "object", properties, required: ["path"] };
    const framing = { kind: "PromptTemplate", body: "{{ path }}{% if depth %}{{ depth }}{% endif %}" };
    expect(await check("a", { parameter_schema, framing, required_capabilities: ["bash"] })).toEqual({ warnings: [] });
  });

  it("names tools that do not exist, and the one that was meant", async () => {
    expect((await check("a", { tool_surface: ["read", "grpe", "WebFetch"] })).warnings).toEqual([
      "tool_surface names grpe, which is not a tool here. Correct the name, or start the MCP server that provides it.",
      "tool_surface names WebFetch, which is not a tool here. Use web_fetch.",
    ]);
  });

  it("composes a package once, and a plain skill never", async () => {
    const render = vi.fn(dryPorts.render);
    const checks = new SkillChecks({ ...dryPorts, render });
    const pack = aPackage("a", { framing: { kind: "PromptTemplate", body: "Go." } });
    await Promise.all([checks.check(pack, tools), checks.check(pack, tools)]);
    await checks.check(aSkill("plain"), tools);
    expect(render).toHaveBeenCalledTimes(1);
  });

  it("knows every built-in tool by name", () => {
    const names = builtinTools(toolWorld().ports).map(({ name }) => name);
    expect(names.filter((name) => !TOOL_NAMES.includes(name))).toEqual([]);
  });
});
