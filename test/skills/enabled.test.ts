import { describe, expect, it } from "vitest";
import { enabledSkills, guardedTool } from "../../extension/skills/enabled.ts";
import { skillTool } from "../../extension/skills/tool.ts";
import { decide, type Rule } from "../../extension/tools/rules/rules.ts";
import { aSkill } from "../fakes/skills.ts";

const about = { session_id: "ses_1", message_id: "msg_2", call_id: "call_1" };
const listing = { skills: [aSkill("pdf"), aSkill("css")], problems: [], clashes: [] };
const off = new Set(["pdf"]);

const tool = guardedTool(
  skillTool({
    list: () => Promise.resolve(enabledSkills(listing, off)),
    visible: () => Promise.resolve([]),
    companions: () => Promise.resolve([]),
    recordLoad: () => undefined,
  }),
  off,
);

describe("a skill that is switched off", () => {
  it("is in no list", () => {
    expect(enabledSkills(listing, off).skills.map(({ name }) => name)).toEqual(["css"]);
    expect(enabledSkills(listing, new Set()).skills).toHaveLength(2);
  });

  it("is not loaded, and not found", async () => {
    expect(await tool.prepare({ name: "pdf" }, about)).toEqual({
      ok: false,
      output: "The user disabled the skill pdf. Continue without it.",
    });
    const search = await tool.prepare({ search: "pdf" }, about);
    expect(search.ok && (await search.call.run(new AbortController().signal)).output).toBe("No skills match “pdf”.");
  });
});

describe("a skill that is on", () => {
  it("needs the permission skill to be loaded, and none to be looked for", async () => {
    const load = await tool.prepare({ name: "css" }, about);
    expect(load.ok && load.call.needs).toEqual([{ permission: "skill", pattern: "css" }]);
    const search = await tool.prepare({ search: "css" }, about);
    expect(search.ok && search.call.needs).toEqual([]);
  });

  it("is loaded without asking unless a rule says otherwise", () => {
    const rule = (pattern: string, action: Rule["action"]): Rule => ({
      permission: "skill",
      pattern,
      action,
      from: "project",
    });
    const need = { permission: "skill", pattern: "css" } as const;
    expect(decide([], need)).toBe("allow");
    expect(decide([rule("css", "ask")], need)).toBe("ask");
    expect(decide([rule("*", "deny"), rule("css", "allow")], need)).toBe("allow");
    expect(decide([rule("pdf", "deny")], need)).toBe("allow");
  });
});
