// What the inspector says of the Composer, before a skill is sent and after.
import { describe, expect, it } from "vitest";
import type { ComposerLook } from "../../extension/protocol/inspection.ts";
import { inspectNext, inspectTurn } from "../../extension/preview/inspect.ts";
import { aPackage, aSkill, commandsOf } from "../fakes/skills.ts";
import { say, conversationWith } from "../fakes/tools.ts";

const scan = aPackage(
  "scan",
  {
    tool_surface: ["look", "fly"],
    tool_call_budget: 3,
    artifacts: [
      { id: "always", version: "2", kind: "Description", body: "D" },
      { id: "rust", kind: "Example", body: "E", tags: ["rust", "async"] },
      { id: "css", kind: "Example", body: "E", tags: ["css"] },
      { id: "way", kind: "Approach", body: "", stages: [{ name: "look" }] },
    ],
  },
  [{ name: "on_doubt", question: "Sure?", options: [] }],
);

async function looks(text: string): Promise<{ next: ComposerLook[]; turn: ComposerLook[] }> {
  const { conversation, ports } = conversationWith([{ name: "look" }], {
    commands: commandsOf([scan, aSkill("plain")]),
  });
  const next = (await inspectNext(ports, "ses_1", [say(text)])).inspection.composer ?? [];
  const sent = await conversation.runner.submit([say(text)]);
  await conversation.runner.settled();
  const id = sent.ok ? sent.value.message_id : "";
  return { next, turn: inspectTurn(ports, "ses_1", id)?.inspection.composer ?? [] };
}

describe("what the Composer did", () => {
  it("says which artifacts and why, which tools and stages, and how it ended", async () => {
    const { next, turn } = await looks("/scan my rust code");
    expect(next).toEqual([
      {
        ...{ skill: "scan", version: "1.0.0", source: "you (slash command)" },
        artifacts: [
          { id: "always", version: "2", kind: "Description", why: "always" },
          { id: "rust", version: "1", kind: "Example", why: "tags rust" },
          { id: "way", version: "1", kind: "Approach", why: "always" },
        ],
        ...{ tools: ["look"], unknown_tools: ["fly"], memories: [], stages: [{ name: "look", tools: ["look"] }] },
        ...{ interrupts: ["on_doubt (planner-executor)"], ends: ["3 tool calls"], outcome: "Not sent yet." },
      },
    ]);
    expect(turn).toEqual(next.map((look) => ({ ...look, outcome: "scan finished." })));
  });

  it("tells of a skill that is prose that it has the tools of the conversation", async () => {
    expect((await looks("/plain hello")).turn).toMatchObject([
      { skill: "plain", tools: null, outcome: "plain finished." },
    ]);
  });

  it("says why a skill cannot be sent", async () => {
    const { next } = await looks('/scan {"a":');
    expect(next).toMatchObject([{ outcome: expect.stringMatching(/^ParameterMismatch: /) as string }]);
  });

  it("names a skill that was refused until a message is sent, also when the draft is another one", async () => {
    const { conversation, ports } = conversationWith([{ name: "look" }], { commands: commandsOf([scan]) });
    expect((await conversation.runner.submit([say('/scan {"a":')])).ok).toBe(false);
    const next = async (): Promise<ComposerLook[]> =>
      (await inspectNext(ports, "ses_1", [say("hello")])).inspection.composer ?? [];
    expect(await next()).toMatchObject([
      { skill: "scan", outcome: expect.stringMatching(/^ParameterMismatch: /) as string },
    ]);
    const same = (await inspectNext(ports, "ses_1", [say('/scan {"a":')])).inspection.composer;
    expect(same).toHaveLength(1);
    await conversation.runner.submit([say("hello")]);
    await conversation.runner.settled();
    expect(await next()).toEqual([]);
  });

  it("says nothing of a turn without skills", async () => {
    expect(await looks("hello")).toEqual({ next: [], turn: [] });
  });
});
