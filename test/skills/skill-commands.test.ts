// A skill given as a command, through a whole turn: what is stored, what the model gets, what comes back.
import { describe, expect, it } from "vitest";
import { mergeCommands } from "../../extension/compose/catalog.ts";
import { NO_ARGUMENTS } from "../../extension/message/command.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { readInvocations } from "../../extension/persist/skill-invocations.ts";
import { expansionOf } from "../../extension/preview/expansion.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { preview } from "../../extension/preview/preview.ts";
import { fakePorts } from "../fakes/ports.ts";
import { aSkill, commandsOf } from "../fakes/skills.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });
const chip = (id: string): KnownPart => ({ type: "command", id, args: NO_ARGUMENTS });
const range: KnownPart = { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start: 2, end: 3 } } };
const commands = commandsOf([aSkill("tidy", { hasFiles: true }), aSkill("plain")]);

const body =
  "Body of tidy.\n\n# Background\n\nThe other files of this skill are in .galley/skills/tidy.\n\n# Request\n\nonly src/a.ts";

describe("a skill as a command", () => {
  it("is stored in its turn with its body, its request and the record of the Composer", async () => {
    const ports = fakePorts({ commands });
    const conversation = new Conversation(ports, "ses_1");
    expect(await conversation.input.submit({ parts: [chip("/tidy"), text(" only "), range] })).toMatchObject({
      ok: true,
    });
    await conversation.runner.settled();
    expect(conversation.snapshot().messages[0]?.parts).toMatchObject([
      {
        type: "command",
        id: "/tidy",
        args: { raw: "only src/a.ts" },
        outcome: "input",
        result_parts: [{ type: "skill-invocation", name: "tidy", version: "1", body }, range],
      },
    ]);
    const [row] = readInvocations(ports.store, "ses_1");
    expect(row).toMatchObject({
      record: {
        skill_id: "tidy",
        skill_version: "1",
        invocation_source: "explicit",
        used_artifacts: [{ id: "folder", version: "1" }],
        expected_tool_calls: [],
        succeeded: true,
        error: null,
      },
      outcome: { kind: "ended" },
    });
    expect(JSON.stringify(conversation.snapshot().messages[0])).toContain(JSON.stringify(JSON.stringify(row?.record)));
  });

  it("reaches the model by its body, in this turn and in later ones, and never by its name", async () => {
    const ports = fakePorts({ commands });
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("/plain")]);
    await conversation.runner.settled();
    const { assembled, prepared } = await preview(ports, "ses_1", [text("and now?")]);
    expect(assembled.context.messages[0]?.blocks.map((block) => block.text)).toEqual(["Body of plain."]);
    expect(JSON.stringify(prepared.request)).not.toContain("/plain");
  });

  it("shows what it becomes before it is sent, and asks for a request without needing one", () => {
    const catalog = mergeCommands(commands);
    expect(expansionOf([text("/plain")], catalog)).toMatchObject({
      kind: "text",
      text: "Body of plain.",
      open: ["request"],
    });
    expect(expansionOf([text("/tidy only "), range], catalog)).toMatchObject({ text: body, chips: 1, open: [] });
  });

  it("comes back from a rewind as it was written", async () => {
    const conversation = new Conversation(fakePorts({ commands }), "ses_1");
    const parts = [chip("/tidy"), text(" only "), range];
    const result = await conversation.input.submit({ parts });
    await conversation.runner.settled();
    conversation.rewind(result.ok ? result.value.message_id : "");
    expect(conversation.input.draft.parts).toEqual(parts);
  });

  it("comes after every other command of its name", () => {
    const own = { ...commands[0], source: "user", origin: "tidy.md", id: "/tidy" } as (typeof commands)[number];
    const found = mergeCommands([...commands, own]).byId.get("/tidy");
    expect(found).toMatchObject({ source: "user", hides: [".galley/skills/tidy/SKILL.md"] });
  });

  it("is none where Galley's own skill has the name of Galley's own command", () => {
    expect(commandsOf([aSkill("memory", { source: "bundled" })])).toEqual([]);
  });
});
