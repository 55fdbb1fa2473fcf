import { describe, expect, it } from "vitest";
import type { Message } from "../../extension/message/message.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import type { Skill } from "../../extension/skills/catalog.ts";
import { skillTool } from "../../extension/skills/tool.ts";
import type { Outcome } from "../../extension/tools/tool.ts";
import { aSkill } from "../fakes/skills.ts";

const about = { session_id: "ses_1", message_id: "msg_2", call_id: "call_1" };

const answer = (output: string, is_error = false): Message => ({
  id: "msg_1",
  role: "assistant",
  parts: [{ type: "tool-result", id: "call_0", output, is_error }],
  metadata: { schema_version: 1, model: "m", finish: "end" },
});
const says = (...parts: KnownPart[]): Message => ({
  id: "msg_0",
  role: "user",
  parts,
  metadata: { schema_version: 1 },
});

function toolOver(skills: Skill[], visible: Message[] = [], companions: string[] = []): ReturnType<typeof skillTool> {
  return skillTool({
    list: () => Promise.resolve({ skills, problems: [], clashes: [] }),
    visible: () => Promise.resolve(visible),
    companions: () => Promise.resolve(companions),
    recordLoad: () => undefined,
  });
}

async function call(tool: ReturnType<typeof skillTool>, input: unknown): Promise<Outcome> {
  const prepared = await tool.prepare(input, about);
  if (!prepared.ok) return prepared;
  expect(prepared.call).toMatchObject({ needs: [], changes: false });
  return prepared.call.run(new AbortController().signal);
}

describe("the tool skill", () => {
  it("loads a body with its version, and names the files beside it", async () => {
    const tool = toolOver([aSkill("pdf")], [], [".galley/skills/pdf/forms.md"]);
    expect(tool.harmless).toBe(true);
    expect(await call(tool, { name: "pdf" })).toEqual({
      ok: true,
      output: "# Skill pdf (1)\n\nBody of pdf.\n\nOther files, for the read tool:\n- .galley/skills/pdf/forms.md",
    });
  });

  it("loads it once: what the model still reads is not sent again", async () => {
    const loaded = answer("# Skill pdf (1)\n\nBody of pdf.");
    const again = await call(toolOver([aSkill("pdf")], [loaded]), { name: "pdf" });
    expect(again).toMatchObject({ ok: true, output: expect.stringContaining("already loaded") as string });
    expect(again.output).not.toContain("Body of pdf.");
    const invoked = says({ type: "skill-invocation", name: "pdf", version: "1", body: "Body of pdf.", record: "{}" });
    expect((await call(toolOver([aSkill("pdf")], [invoked]), { name: "pdf" })).output).toContain("already loaded");
  });

  it("loads it anew when it has changed, when it failed before, or when it is no longer in the conversation", async () => {
    for (const visible of [[answer("# Skill pdf (0)\n\nOld.")], [answer("# Skill pdf (1)\n\n", true)], []])
      expect((await call(toolOver([aSkill("pdf")], visible), { name: "pdf" })).output).toContain("Body of pdf.");
  });

  it("says which there are when one is not there", async () => {
    const skills = [aSkill("pdf-forms"), aSkill("css")];
    expect(await call(toolOver(skills), { name: "pdf" })).toEqual({
      ok: false,
      output: "Skill pdf not found. Available skills:\n- pdf-forms: About pdf-forms",
    });
  });

  it("finds those that have no line in the catalog, the best first", async () => {
    const skills = [aSkill("a", { description: "Fill forms" }), aSkill("b", { description: "Fill PDF forms" })];
    const { output } = await call(toolOver(skills), { search: "pdf forms" });
    expect(output.split("\n")).toEqual(["- b: Fill PDF forms", "- a: Fill forms"]);
    expect(await call(toolOver(skills), { search: "audio" })).toMatchObject({
      ok: true,
      output: "No skills match “audio”.",
    });
  });

  it("is not called without a name or words", async () => {
    for (const input of [{}, null, { name: 3 }]) expect(await call(toolOver([]), input)).toMatchObject({ ok: false });
  });
});
