// A skill that a message mentions is suggested in the turn itself: what was shown is what goes, and the prefix stays.
import { expect, it } from "vitest";
import { newConversation } from "../../extension/message/conversation.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { createConversation } from "../../extension/persist/conversations.ts";
import { inspectNext } from "../../extension/preview/inspect.ts";
import { skillTool } from "../../extension/skills/tool.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { loopback } from "../../extension/turn/wire.ts";
import { fakePorts, type FakePorts } from "../fakes/ports.ts";
import { aSkill } from "../fakes/skills.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });
const mention: KnownPart = { type: "mention", target: { kind: "skill", name: "pdf" } };

function withSkillTool(model = loopback): { ports: FakePorts; conversation: Conversation } {
  const ports = fakePorts({ model });
  createConversation(ports.store, newConversation("ses_1", 1));
  const list = () => Promise.resolve({ skills: [aSkill("pdf")], problems: [], clashes: [] });
  const none = () => Promise.resolve([]);
  ports.tools = () =>
    Promise.resolve([skillTool({ list, visible: none, companions: none, recordLoad: () => undefined })]);
  return { ports, conversation: new Conversation(ports, "ses_1") };
}

interface Told {
  estimate: number;
  prefix: { same_bytes: number; total_bytes: number; diverges_at: string | null };
  tools: unknown;
}

async function previewed(ports: FakePorts, parts: KnownPart[]): Promise<{ told: Told; request: unknown }> {
  const { inspection, request } = await inspectNext(ports, "ses_1", parts);
  return { told: JSON.parse(inspection.manifest) as Told, request };
}

it("a mention of a skill leaves the tools and everything that was sent before as they are", async () => {
  const { ports, conversation } = withSkillTool();
  await conversation.runner.submit([text("hi")]);
  await conversation.runner.settled();
  const plain = await previewed(ports, [text("again")]);
  const { told, request } = await previewed(ports, [text("again"), mention]);
  expect(told.tools).toEqual(plain.told.tools);
  expect(told.prefix.same_bytes).toBe(plain.told.prefix.same_bytes);
  expect(told.prefix.diverges_at).toBe(plain.told.prefix.diverges_at);
  expect(JSON.stringify(request)).toContain("[The user suggests the skill pdf. Load it with the skill tool.]");
  expect(told.estimate).toBeGreaterThan(plain.told.estimate);
});

it("what the preview counts for a new mention is what is sent, and the next turn repeats it", async () => {
  const { ports, conversation } = withSkillTool();
  const before = await previewed(ports, [text("go"), mention]);
  await conversation.runner.submit([text("go"), mention]);
  await conversation.runner.settled();
  const { told, request } = await previewed(ports, [text("on")]);
  expect(told.prefix.same_bytes).toBeGreaterThanOrEqual(before.told.prefix.total_bytes);
  expect(JSON.stringify(request).match(/suggests the skill pdf/g)).toHaveLength(1);
});

it("a model that cannot load skills gets nothing of the mention, and the chip says so", async () => {
  const { ports } = withSkillTool({ ...loopback, tools: false });
  const { inspection, request } = await inspectNext(ports, "ses_1", [text("go"), mention]);
  expect(JSON.stringify(request)).not.toContain("pdf");
  expect(inspection.manifest).toContain("the model cannot load skills");
});
