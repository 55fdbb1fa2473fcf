// A staged package that is stopped, cut off or left in one of its stages: the record and the conversation say so.
import { describe, expect, it } from "vitest";
import type { SkillInvocation } from "../../extension/message/invocation.ts";
import { readInvocations } from "../../extension/persist/skill-invocations.ts";
import type { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { Conversations } from "../../extension/turn/conversation/conversations.ts";
import { modelOf } from "../fakes/context.ts";
import { fakePorts, type FakePorts } from "../fakes/ports.ts";
import { aPackage, commandsOf } from "../fakes/skills.ts";
import { conversationWith, say } from "../fakes/tools.ts";
import { answers } from "../fakes/wire-answers.ts";
import { accessTo } from "../fakes/wires.ts";
import { wireServer } from "../fakes/wire-server.ts";
import { until } from "../fakes/until.ts";

const stages = [{ name: "look" }, { name: "tell" }, { name: "check" }];
const scan = aPackage("scan", {
  artifacts: [{ id: "way", kind: "Approach", body: "", stages }],
  output_schema: { type: "object" },
});

const titles = (conversation: Conversation): string[] =>
  conversation
    .snapshot()
    .messages.flatMap((message) => (message.role === "assistant" ? message.parts : []))
    .flatMap((part) => (part.type === "skill-step" ? [part.title] : []));

const rows = ({ store }: FakePorts): SkillInvocation[] => readInvocations(store, "ses_1");

/** A model that answers each stage at once, and never ends in the given one. */
async function stuckIn(stage: number): Promise<{ conversation: Conversation; ports: FakePorts; asked: () => number }> {
  let asked = 0;
  const answer = async function* (signal: AbortSignal): AsyncGenerator<string> {
    asked += 1;
    yield "words";
    if (asked === stage) await new Promise((stopped) => signal.addEventListener("abort", stopped));
  };
  const { conversation, ports } = conversationWith([], { answer, commands: commandsOf([scan]) });
  await conversation.runner.submit([say("/scan it")]);
  await until(() => asked === stage && titles(conversation).length === stage);
  return { conversation, ports, asked: () => asked };
}

describe.each([1, 2, 3])("a package in stage %i", (stage) => {
  const begun = stages.slice(0, stage).map(({ name }, at) => `Stage ${at + 1} of 3: ${name}`);

  it("that is stopped is cancelled, and no later stage runs", async () => {
    const { conversation, ports, asked } = await stuckIn(stage);
    conversation.stop();
    await conversation.runner.settled();
    expect(asked()).toBe(stage);
    expect(titles(conversation)).toEqual([...begun, "You stopped scan."]);
    expect(rows(ports)).toMatchObject([{ outcome: { kind: "cancelled", words: "You stopped scan." } }]);
  });

  it("that its window leaves is interrupted", async () => {
    const { conversation, ports } = await stuckIn(stage);
    conversation.close();
    ports.store.close();
    const later = fakePorts({ path: ports.path, owner: "you", isAlive: (one) => one === "you" });
    const again = new Conversations(later).open("ses_1");
    expect(titles(again)).toEqual(begun);
    expect(rows(later)).toMatchObject([{ outcome: { kind: "interrupted" } }]);
  });

  it("that is cut off at its length is not finished, and its output is not taken for one", async () => {
    const server = await wireServer("openai-chat");
    const { plain, length } = answers["openai-chat"];
    server.faults.push(...Array.from({ length: stage - 1 }, () => ({ kind: "says" as const, pieces: plain() })));
    server.answer = length();
    const access = accessTo("openai-chat", server.url);
    const given = { model: modelOf("custom"), access, commands: commandsOf([scan]) };
    const { conversation, ports } = conversationWith([], given);
    try {
      await conversation.runner.submit([say("/scan it")]);
      await conversation.runner.settled();
    } finally {
      await server.close();
    }
    expect(server.arrived).toHaveLength(stage);
    const words = expect.stringContaining(`in ${begun.at(-1)}.`) as string;
    expect(titles(conversation)).toEqual([...begun, words]);
    expect(rows(ports)).toMatchObject([{ outcome: { kind: "cut-off", words } }]);
  });
});
