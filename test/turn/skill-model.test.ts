// The model that a skill prefers: whose skill counts, what is said of what does not, and what the record says.
import { describe, expect, it } from "vitest";
import { mergeCommands } from "../../extension/compose/catalog.ts";
import { type Model, modelKey } from "../../extension/message/model.ts";
import { readMessages } from "../../extension/persist/messages.ts";
import { readInvocations } from "../../extension/persist/skill-invocations.ts";
import { inspectNext } from "../../extension/preview/inspect.ts";
import { preview } from "../../extension/preview/preview.ts";
import type { Skill } from "../../extension/skills/catalog.ts";
import { turnModel } from "../../extension/turn/request/turn-model.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { loopback } from "../../extension/turn/wire.ts";
import { fakePorts } from "../fakes/ports.ts";
import { aPackage, commandsOf } from "../fakes/skills.ts";
import { say } from "../fakes/tools.ts";

const quick: Model = { ...loopback, id: "quick", name: "Quick" };

const scan = (source: Skill["source"], model_preference: string): Skill => ({
  ...aPackage("scan", { model_preference }),
  source,
});

async function turnWith(skill: Skill) {
  const setUpModel = (name: string): Promise<Model | undefined> =>
    Promise.resolve(name === "quick" ? quick : undefined);
  const ports = Object.assign(fakePorts({ commands: commandsOf([skill]) }), { setUpModel });
  const conversation = new Conversation(ports, "ses_1");
  const { assembled } = await preview(ports, "ses_1", [say("/scan it")]);
  await conversation.runner.submit([say("/scan it")]);
  await conversation.runner.settled();
  await conversation.runner.submit([say("and now?")]);
  await conversation.runner.settled();
  const models = conversation.snapshot().messages.flatMap((one) => (one.role === "assistant" ? [one.model] : []));
  const notices = ports.events.flatMap((event) => (event.type === "notice" ? [event.notice.message] : []));
  const [row] = readInvocations(ports.store, "ses_1");
  return { ports, models, notices, record: row?.record, previewed: assembled.manifest.model };
}

describe("the model that a skill prefers", () => {
  it("answers its turn, and no other, if the skill is the user's own and the model is set up", async () => {
    const { models, notices, record, previewed } = await turnWith(scan("user", "quick"));
    expect(models).toEqual(["Quick", "Loopback"]);
    expect(previewed).toBe(modelKey(quick));
    expect(notices).toEqual([]);
    expect(record).toMatchObject({ model_preference: "quick", model: modelKey(quick) });
  });

  it.each([
    [
      "a workspace",
      scan("project", "quick"),
      "The skill scan prefers the model quick. Galley does not follow a model that a workspace names. Loopback answers.",
    ],
    [
      "a model that is not set up",
      scan("user", "slow"),
      "The skill scan prefers the model slow, which is not set up. Loopback answers.",
    ],
  ])("is only told of %s, and the record says which model answered", async (_, skill, words) => {
    const { models, notices, record } = await turnWith(skill);
    expect(models).toEqual(["Loopback", "Loopback"]);
    expect(notices).toEqual([words]);
    expect(record).toMatchObject({ model: modelKey(loopback) });
  });

  it("is not chosen by a record: the skill's file must say so", async () => {
    const { ports } = await turnWith(scan("user", "quick"));
    const [sent] = readMessages(ports.store, "ses_1", 100);
    if (sent?.message.role !== "user") throw new Error("nothing was sent");
    expect(await turnModel(ports, "ses_1", sent.message)).toMatchObject({ model: quick });
    ports.catalog = () => mergeCommands(commandsOf([{ ...aPackage("scan"), source: "user" }]));
    expect(await turnModel(ports, "ses_1", sent.message)).toBeUndefined();
  });

  it("is shown with the skill before it is sent", async () => {
    const ports = fakePorts({ commands: commandsOf([scan("project", "quick")]) });
    const { inspection } = await inspectNext(ports, "ses_1", [say("/scan it")]);
    expect(inspection.composer).toMatchObject([{ model: "prefers quick" }]);
  });
});
