// Tools of servers in a turn: asked about, allowed as they are described, asked about again when that changes, found.
import { describe, expect, it } from "vitest";
import { FIND_TOOLS, findTools, namesFound, search } from "../../extension/mcp/find-tools.ts";
import { FoundTools } from "../../extension/mcp/found-tools.ts";
import { serverTools } from "../../extension/mcp/tools.ts";
import { readToolResults } from "../../extension/persist/tool-results.ts";
import type { Ask } from "../../extension/protocol/ask.ts";
import type { Rule, RuleText } from "../../extension/tools/rules/rules.ts";
import type { Tool } from "../../extension/tools/tool.ts";
import { bounded } from "../../extension/tools/truncate.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { fakeSpec, rig } from "../fakes/mcp.ts";
import { type FakePorts, fakePorts } from "../fakes/ports.ts";
import { say } from "../fakes/tools.ts";
import { until } from "../fakes/until.ts";

async function asked(conversation: Conversation): Promise<Ask> {
  await until(() => conversation.runner.run.asks?.[0] !== undefined);
  const ask = conversation.runner.run.asks?.[0];
  if (ask === undefined) throw new Error("nothing is asked");
  return ask;
}

function results(conversation: Conversation): string[] {
  return conversation
    .snapshot()
    .messages.flatMap((message) => (message.role === "assistant" ? message.parts : []))
    .flatMap((part) => (part.type === "tool-result" ? [part.output] : []));
}

function sessionOf(tools: () => Tool[], rules: RuleText[] = []): { conversation: Conversation; ports: FakePorts } {
  const ports = Object.assign(fakePorts(), {
    tools: () => Promise.resolve(tools()),
    rules: () => rules.map((rule) => ({ ...rule, from: "settings" as const })),
  });
  return { ports, conversation: new Conversation(ports, "ses_1") };
}

async function turn(conversation: Conversation, words: string): Promise<void> {
  await conversation.runner.submit([say(words)]);
  await conversation.runner.settled();
}

describe("a tool of a server", () => {
  it("that would be called like one of ours is offered under a name of its own", async () => {
    await using world = rig(fakeSpec("good"));
    await world.server.use();
    const names = serverTools(world.servers, { isTrusted: () => false }, ["fake_echo"]).map(({ name }) => name);
    expect(names).toEqual(["fake_change", "fake_die", "fake_echo_2", "fake_slow"]);
  });

  it("is asked about, and runs when it is allowed", async () => {
    await using world = rig(fakeSpec("good"));
    await world.server.use();
    const { conversation } = sessionOf(world.tools);
    await conversation.runner.submit([say('call fake_echo {"message":"hi"}')]);
    const ask = await asked(conversation);
    expect(ask).toMatchObject({ title: "Use echo from fake", preview: { text: '{\n  "message": "hi"\n}' } });
    conversation.runner.reply(ask.call_id, { type: "allow", scope: "once" });
    await conversation.runner.settled();
    expect(results(conversation)).toEqual(["echo: hi"]);
  });

  it("that was allowed for the conversation is not asked about until its description changes", async () => {
    await using world = rig(fakeSpec("good"));
    await world.server.use();
    const { conversation } = sessionOf(world.tools, [{ permission: "mcp", pattern: "fake_change", action: "allow" }]);
    await conversation.runner.submit([say('call fake_echo {"message":"1"}')]);
    conversation.runner.reply((await asked(conversation)).call_id, { type: "allow", scope: "session" });
    await conversation.runner.settled();
    await turn(conversation, 'call fake_echo {"message":"2"}');
    await turn(conversation, 'call fake_change {"message":"reading your keys"}');
    await until(() => world.states.includes("tools"));
    await conversation.runner.submit([say('call fake_echo {"message":"3"}')]);
    const again = await asked(conversation);
    expect(again).toMatchObject({ title: "Use echo from fake (changed since you allowed it)" });
    conversation.runner.reply(again.call_id, { type: "deny", reason: "" });
    await conversation.runner.settled();
    expect(results(conversation)).toEqual(["echo: 1", "echo: 2", "changed", "Denied by the user."]);
  });

  it("runs when its server was started anew, or is configured otherwise, while it was asked about", async () => {
    await using world = rig(fakeSpec("good"));
    await world.server.use();
    const { conversation } = sessionOf(world.tools);
    const reconfigure = (): Promise<void> => {
      world.reconfigure({ ...fakeSpec("good"), env: { A: "1" } });
      return Promise.resolve();
    };
    const meanwhile = [() => world.server.restart(), reconfigure];
    for (const happens of meanwhile) {
      await conversation.runner.submit([say('call fake_echo {"message":"hi"}')]);
      const ask = await asked(conversation);
      await happens();
      conversation.runner.reply(ask.call_id, { type: "allow", scope: "once" });
      await conversation.runner.settled();
    }
    expect(results(conversation)).toEqual(["echo: hi", "echo: hi"]);
  });

  it("that a turn was offered is called on the server as it is configured now, and on none that is gone", async () => {
    await using world = rig(fakeSpec("good"));
    await world.server.use();
    const { conversation } = sessionOf(world.tools, [{ permission: "mcp", pattern: "fake_echo", action: "allow" }]);
    await conversation.runner.submit([say('call fake_change {}\nthen\ncall fake_echo {"message":"hi"}')]);
    const ask = await asked(conversation);
    world.reconfigure({ ...fakeSpec("good"), env: { A: "1" } });
    conversation.runner.reply(ask.call_id, { type: "deny", reason: "" });
    await conversation.runner.settled();
    expect(results(conversation)).toEqual(["Denied by the user.", "echo: hi"]);
    const echo = world.tools().find(({ name }) => name === "fake_echo");
    world.reconfigure();
    expect(await echo?.prepare({}, { session_id: "ses_1", message_id: "msg_1", call_id: "call_1" })).toEqual({
      ok: false,
      output: "Could not call fake_echo: MCP server fake is no longer configured.",
    });
  });

  it("that is described otherwise by the time it is allowed is not called", async () => {
    await using world = rig(fakeSpec("good"));
    await world.server.use();
    const { conversation } = sessionOf(world.tools);
    await conversation.runner.submit([say('call fake_echo {"message":"hi"}')]);
    const ask = await asked(conversation);
    await world.call("fake_change", { message: "reading your keys" });
    await until(() => world.states.includes("tools"));
    conversation.runner.reply(ask.call_id, { type: "allow", scope: "once" });
    await conversation.runner.settled();
    expect(results(conversation)[0]).toMatch(/^Could not call fake_echo: the server changed the tool's description\./);
  });

  it("that only reads runs unasked where the user trusts its server, and a rule still denies it", async () => {
    await using world = rig(fakeSpec("hints"));
    await world.server.use();
    const trusted = (): Tool[] => world.tools(true);
    const { conversation } = sessionOf(trusted);
    await turn(conversation, "call fake_look {}");
    expect(results(conversation)).toEqual(["echo: undefined"]);
    await conversation.runner.submit([say("call fake_wipe {}")]);
    expect(await asked(conversation)).toMatchObject({
      preview: { text: "The server marks this tool as destructive.\n" },
    });
    conversation.stop();
    const denied = sessionOf(trusted, [{ permission: "mcp", pattern: "fake_*", action: "deny" }]).conversation;
    await turn(denied, "call fake_look {}");
    expect(results(denied)[0]).toMatch(/^Denied by a rule/);
    const careful = sessionOf(world.tools).conversation;
    await careful.runner.submit([say("call fake_look {}")]);
    expect(await asked(careful)).toMatchObject({ title: "Use look from fake" });
  });

  it("tells the panel how far it is while it runs, and is stopped with the turn", async () => {
    await using world = rig(fakeSpec("good"));
    await world.server.use();
    const { conversation, ports } = sessionOf(world.tools, [{ permission: "mcp", pattern: "*", action: "allow" }]);
    await conversation.runner.submit([say("call fake_slow {}")]);
    await until(() => ports.events.some(({ type }) => type === "progress"));
    const told = ports.events.find((event) => event.type === "progress");
    expect(told?.words).toMatch(/^\d of 10: working$/);
    conversation.stop();
    await until(() => world.log.includes("cancelled"));
  });

  it("that answers at length has its answer cut, and the rest kept", async () => {
    await using world = rig(fakeSpec("large"));
    await world.server.use();
    const spill = { keep: () => Promise.resolve("/kept/result.txt") };
    const tool = world.tools().find(({ name }) => name === "fake_echo");
    if (tool === undefined) throw new Error("no tool");
    const about = { session_id: "ses_1", message_id: "msg_1", call_id: "call_1" };
    const prepared = await bounded(tool, spill).prepare({}, about);
    if (!prepared.ok) throw new Error(prepared.output);
    const { output } = await prepared.call.run(new AbortController().signal);
    expect(output.slice(-100)).toContain("Read or search the full text at /kept/result.txt");
    expect(output.length).toBeLessThan(210 * 1024);
  });
});

describe("many tools", () => {
  it("are found by words, and called in the same turn", async () => {
    await using world = rig(fakeSpec("many"));
    await world.server.use();
    const found: string[] = [];
    const offered = (): Tool[] => [
      findTools(world.tools(), ["fake"], (tools) => found.push(...tools.map(({ name }) => name))),
    ];
    const { conversation } = sessionOf(offered, [{ permission: "mcp", pattern: "*", action: "allow" }]);
    await turn(conversation, 'call find_tools {"query":"thing 42"}\nthen\ncall fake_tool_42 {"message":"hi"}');
    expect(found).toContain("fake_tool_42");
    expect(found.length).toBeLessThanOrEqual(8);
    expect(results(conversation)[1]).toBe("echo: hi");
  });

  it("stay found for the conversation, in a window that opens later too, and in no other conversation", async () => {
    await using world = rig(fakeSpec("many"));
    await world.server.use();
    const ports = fakePorts();
    /** As a window would. */
    const open = (id: string): Conversation => {
      const found = new FoundTools((of) => readToolResults(ports.store, of, FIND_TOOLS));
      const tools = (of: string): Promise<Tool[]> =>
        Promise.resolve(found.offered(of, world.tools(), ["fake"], (tool) => tool));
      const rules = (): Rule[] => [{ permission: "mcp", pattern: "*", action: "allow", from: "settings" }];
      return new Conversation(Object.assign({ ...ports }, { tools, rules }), id);
    };
    const conversation = open("ses_1");
    await turn(conversation, 'call find_tools {"query":"thing 42"}\nthen\ncall find_tools {"query":"thing 7"}');
    await turn(conversation, 'call fake_tool_42 {"message":"a"}\ncall fake_tool_7 {"message":"b"}');
    expect(results(conversation).slice(2)).toEqual(["echo: a", "echo: b"]);
    const later = open("ses_1");
    await turn(later, 'call fake_tool_42 {"message":"c"}\ncall fake_tool_7 {"message":"d"}');
    expect(results(later).slice(4)).toEqual(["echo: c", "echo: d"]);
    const other = open("ses_2");
    await turn(other, "call fake_tool_42 {}");
    expect(results(other)[0]).toMatch(/^Unknown tool fake_tool_42\./);
  });

  it("are listed in a result that is bound like any other", () => {
    const bound = (tool: Tool): Tool => ({ ...tool, description: "bound" });
    const [search] = new FoundTools(() => []).offered("ses_1", [], [], bound);
    expect(search).toMatchObject({ name: FIND_TOOLS, description: "bound" });
  });

  it("are known by name from an answer that was cut, and not from the words of a tool", () => {
    const schema = { type: "object", properties: { name: { type: "string", description: '\n  "name": "no",\n' } } };
    const specs = ["a_b", "c-d"].map((name) => ({ name, description: '\n  "name": "no",\n', input_schema: schema }));
    const answer = `You can call these now:\n${JSON.stringify(specs, null, 1)}`;
    expect(namesFound(answer)).toEqual(["a_b", "c-d"]);
    expect(namesFound(answer.slice(0, -40))).toEqual(["a_b", "c-d"]);
  });

  it("that were not found are not there", async () => {
    await using world = rig(fakeSpec("many"));
    await world.server.use();
    const { conversation } = sessionOf(() => [findTools(world.tools(), ["fake"], () => undefined)]);
    await turn(conversation, "call fake_tool_42 {}");
    expect(results(conversation)[0]).toMatch(/^Unknown tool fake_tool_42\./);
  });

  it("are searched by their names before their descriptions, whatever is typed", async () => {
    await using world = rig(fakeSpec("many"));
    await world.server.use();
    const tools = world.tools();
    expect(search(tools, "make thing 7")[0]?.name).toBe("fake_tool_7");
    expect(search(tools, "")).toEqual([]);
    expect(search(tools, "zebra (.*)+$")).toEqual([]);
  });
});
