// What a turn does, as a second window and the next start see it; and replies from a second window.
import { describe, expect, it } from "vitest";
import { saveReply } from "../../extension/persist/run-states.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { failedSince, storedStates } from "../../extension/turn/conversation/shared-run.ts";
import { type FakePorts, fakePorts } from "../fakes/ports.ts";
import { conversationWith, say } from "../fakes/tools.ts";
import { eventually } from "../fakes/until.ts";

const needs = [{ permission: "bash" as const, pattern: "ls" }];
const alive = { isAlive: () => true };

function second({ path }: FakePorts): Conversation {
  return new Conversation(fakePorts({ path, owner: "other", ...alive }), "ses_1");
}

async function waiting(): Promise<{ conversation: Conversation; ports: FakePorts; ran: () => number }> {
  let ran = 0;
  const run = () => ({ ok: true as const, output: `ran ${String(++ran)}` });
  const { conversation, ports } = conversationWith([{ name: "look", needs, run }], alive);
  await conversation.runner.submit([say("call look {}")]);
  await eventually(() => {
    expect(conversation.runner.run.state).toBe("waiting");
  });
  return { conversation, ports, ran: () => ran };
}

async function failing(): Promise<{ conversation: Conversation; ports: FakePorts }> {
  const answer = (): AsyncIterable<string> => {
    throw new Error("the line was cut");
  };
  const ports = fakePorts({ answer, ...alive });
  const conversation = new Conversation(ports, "ses_1");
  await conversation.runner.submit([say("hello")]);
  await conversation.runner.settled();
  return { conversation, ports };
}

describe("a turn that waits for the user", () => {
  it("shows the same card in another window, and a reply there lets it go on", async () => {
    const { conversation, ports, ran } = await waiting();
    const other = second(ports);
    const { state, asks = [] } = other.snapshot().run;
    expect({ state, asks }).toEqual({ state: "waiting", asks: conversation.runner.run.asks });
    expect(storedStates(ports.store).get("ses_1")).toBe("waiting");
    expect(other.runner.reply(asks[0]?.call_id ?? "", { type: "allow", scope: "once" })).toBe(true);
    await eventually(() => {
      expect(ran()).toBe(1);
    });
    await conversation.runner.settled();
    expect(other.runner.run.state).toBe("idle");
  });

  it("takes no reply that was given to another question", async () => {
    const { conversation, ports, ran } = await waiting();
    const [ask] = conversation.runner.run.asks ?? [];
    const allow = { type: "allow" as const, scope: "once" as const };
    saveReply(ports.store, "ses_1", { asked: "another", call_id: ask?.call_id ?? "", reply: allow });
    await eventually(() => {
      expect(ports.store.get("SELECT 1 FROM ask_replies")).toBeUndefined();
    });
    expect(ran()).toBe(0);
    expect(conversation.runner.run.state).toBe("waiting");
    expect(second(ports).runner.reply("no such call", allow)).toBe(false);
    conversation.stop();
    await conversation.runner.settled();
  });
});

describe("a turn that failed", () => {
  it("is failed in every window and after a reload, until the next turn", async () => {
    const { conversation, ports } = await failing();
    expect(conversation.runner.run.state).toBe("error");
    const other = second(ports);
    expect(other.runner.run).toEqual(conversation.runner.run);
    expect(storedStates(ports.store).get("ses_1")).toBe("error");
    expect(failedSince(ports.store, 0)).toEqual(["ses_1"]);
    expect(failedSince(ports.store, Date.now() + 1_000)).toEqual([]);
    await other.runner.submit([say("again")]);
    await other.runner.settled();
    expect(conversation.runner.run.state).toBe("idle");
    expect(failedSince(ports.store, 0)).toEqual([]);
  });
});
