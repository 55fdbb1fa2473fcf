// A package given as a command, through its whole turn: its tools, its stages, its questions, and what ends it.
import { describe, expect, it } from "vitest";
import type { SkillInvocation } from "../../extension/message/invocation.ts";
import type { AssistantPart } from "../../extension/message/message.ts";
import { readInvocations } from "../../extension/persist/skill-invocations.ts";
import type { Ask } from "../../extension/protocol/ask.ts";
import type { Skill } from "../../extension/skills/catalog.ts";
import { type LoadPackage, skillTool } from "../../extension/skills/tool.ts";
import { loadPackage } from "../../extension/skills/run/load-package.ts";
import type { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { Conversations } from "../../extension/turn/conversation/conversations.ts";
import { loadPorts } from "../../extension/turn/skill-ports.ts";
import { preview } from "../../extension/preview/preview.ts";
import { type FakePorts, fakePorts, type PortsOptions } from "../fakes/ports.ts";
import { aPackage, commandsOf, composerPorts } from "../fakes/skills.ts";
import { type FakeTool, say, conversationWith, withTools } from "../fakes/tools.ts";
import { until } from "../fakes/until.ts";

const TOOLS: FakeTool[] = [{ name: "look" }, { name: "find" }, { name: "write" }];

function turnOf(skill: Skill, options: PortsOptions = {}): { conversation: Conversation; ports: FakePorts } {
  return conversationWith(TOOLS, { commands: commandsOf([skill]), ...options });
}

function partsOf(conversation: Conversation): AssistantPart[] {
  return conversation.snapshot().messages.flatMap((message) => (message.role === "assistant" ? message.parts : []));
}

const titles = (conversation: Conversation): string[] =>
  partsOf(conversation).flatMap((part) => (part.type === "skill-step" ? [part.title] : []));

const outputs = (conversation: Conversation): string[] =>
  partsOf(conversation).flatMap((part) => (part.type === "tool-result" ? [part.output] : []));

async function asked(conversation: Conversation): Promise<Ask> {
  await until(() => (conversation.runner.run.asks?.length ?? 0) > 0);
  const [ask] = conversation.runner.run.asks ?? [];
  if (ask === undefined) throw new Error("nothing is asked");
  return ask;
}

const rows = ({ store }: FakePorts): SkillInvocation[] => readInvocations(store, "ses_1");

/** One answer after the other, word for word. */
function answering(...texts: string[]): PortsOptions {
  const left = [...texts];
  return {
    // eslint-disable-next-line @typescript-eslint/require-await
    answer: async function* () {
      yield left.shift() ?? "no more";
    },
  };
}

const STAGED = {
  artifacts: [
    {
      ...{ id: "way", kind: "Approach", body: "Look, then tell." },
      stages: [
        { name: "look", tools: ["look"] },
        { name: "tell", tools: ["find"] },
      ],
    },
  ],
};

describe("the turn of a package", () => {
  it("is offered what its surface and the caller have in common, and nothing else", async () => {
    const { conversation, ports } = turnOf(aPackage("scan", { tool_surface: ["look", "fly"] }));
    const before = await preview(ports, "ses_1", [say("/scan it")]);
    expect(before.assembled.context.tools.map(({ name }) => name)).toEqual(["look"]);
    await conversation.runner.submit([say("/scan call look {}\ncall write {}")]);
    await conversation.runner.settled();
    expect(outputs(conversation)).toEqual(["Not run: the skill scan may use only look.", "look ran"].sort());
    expect(rows(ports)).toMatchObject([
      { outcome: { kind: "ended" }, record: { run: { tool_availability: ["look"] } } },
    ]);
  });

  it("is one turn in its conversation: its prompt stands in the message, and later turns have all tools again", async () => {
    const { conversation, ports } = turnOf(aPackage("scan", { tool_surface: ["look"] }));
    await conversation.runner.submit([say("/scan the tests")]);
    await conversation.runner.settled();
    const { messages } = conversation.snapshot();
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    const { assembled } = await preview(ports, "ses_1", [say("and now?")]);
    expect(assembled.context.messages[0]?.blocks[0]?.text).toBe("Body of scan.\n\n# Request\n\nthe tests");
    expect(assembled.context.tools.map(({ name }) => name)).toEqual(["look", "find", "write"]);
  });

  it("runs its stages in order, each with its own tools; a call of another stage never runs", async () => {
    const { conversation, ports } = turnOf(aPackage("scan", STAGED));
    const calls = "call find {}\nthen\ncall look {}\nthen\nthen\ncall look {}\nthen\ncall find {}";
    await conversation.runner.submit([say(`/scan go\n${calls}`)]);
    await conversation.runner.settled();
    expect(titles(conversation)).toEqual(["Stage 1 of 2: look", "Stage 2 of 2: tell"]);
    expect(outputs(conversation)).toEqual([
      "Not run: stage look of the skill scan may use only look.",
      "look ran",
      "Not run: stage tell of the skill scan may use only find.",
      "find ran",
    ]);
    expect(conversation.snapshot().messages).toHaveLength(2);
    expect(rows(ports)).toHaveLength(1);
  });

  it("has the stages the model decides on where its package leaves them to it, within its tools; a preview asks nobody", async () => {
    const delegates = { ...STAGED, planner_delegates_shape: true };
    const plan = 'Here: {"stages": [{"name": "search", "tools": ["find", "fly"]}, {"name": "done"}]}';
    const answers = answering(plan, "searched", "done");
    const { conversation, ports } = turnOf(aPackage("scan", delegates), answers);
    await preview(ports, "ses_1", [say("/scan go")]);
    await conversation.runner.submit([say("/scan go")]);
    await conversation.runner.settled();
    expect(titles(conversation)).toEqual(["Stage 1 of 2: search", "Stage 2 of 2: done"]);
    expect(rows(ports)[0]?.record.run?.stages[0]).toMatchObject({ name: "search", tools: ["find"] });
    expect(conversation.snapshot().messages).toHaveLength(2);
  });

  it("says what takes so long while the model decides; Stop ends it, and the message is not sent", async () => {
    const delegates = { ...STAGED, planner_delegates_shape: true };
    const answer = async function* (signal: AbortSignal): AsyncGenerator<string> {
      await new Promise((stopped) => signal.addEventListener("abort", stopped));
      yield "too late";
    };
    const { conversation, ports } = turnOf(aPackage("scan", delegates), { answer });
    const sending = conversation.input.submit({ parts: [say("/scan go")] });
    const told = () => ports.events.find((event) => event.type === "preparing");
    await until(() => told() !== undefined);
    expect(told()).toMatchObject({ session_id: "ses_1", words: "Planning skill steps…" });
    expect(conversation.runner.run.state).toBe("busy");
    conversation.stop();
    expect(await sending).toMatchObject({ ok: false, failure: { code: "stopped" } });
    await conversation.runner.settled();
    expect(conversation.runner.run.state).toBe("idle");
    expect(conversation.snapshot()).toMatchObject({ messages: [], draft: { parts: [say("/scan go")] } });
    expect(rows(ports)).toEqual([]);
  });

  it.each(["I would not know.", '{"stages": "many"}'])("keeps its own stages when the model says %s", async (words) => {
    const delegates = { ...STAGED, planner_delegates_shape: true };
    const { conversation } = turnOf(aPackage("scan", delegates), answering(words, "looked", "told"));
    await conversation.runner.submit([say("/scan go")]);
    await conversation.runner.settled();
    expect(titles(conversation)).toEqual(["Stage 1 of 2: look", "Stage 2 of 2: tell"]);
  });

  it("tells the stage in what is appended: nothing sent before it changes, in this turn and the next", async () => {
    const stages = [{ name: "look" }, { name: "tell" }];
    const everyTool = { artifacts: [{ id: "way", kind: "Approach", body: "Look, then tell.", stages }] };
    const { conversation, ports } = turnOf(aPackage("scan", everyTool));
    await conversation.runner.submit([say("/scan go\ncall look {}")]);
    await conversation.runner.settled();
    const { assembled } = await preview(ports, "ses_1", [say("more")]);
    expect(assembled.manifest.prefix).toMatchObject({ diverges_at: null });
    const [first, second] = assembled.context.messages;
    expect(first).toMatchObject({ role: "user" });
    expect(first?.blocks.map(({ text }) => text)).toEqual([
      expect.stringContaining("Body of scan.") as string,
      expect.stringMatching(/^Stage 1 of 2: look, of the skill scan\. Tools for it: look, find, write\./) as string,
    ]);
    expect(second).toMatchObject({ role: "assistant" });
    const roles = assembled.context.messages.map(({ role }) => role);
    expect(roles.every((role, at) => role !== roles[at - 1])).toBe(true);
  });

  it("ends when the calls it may make are used up, and says so", async () => {
    const { conversation, ports } = turnOf(aPackage("scan", { tool_call_budget: 2 }));
    await conversation.runner.submit([say("/scan\ncall look {}\ncall look {}\ncall find {}")]);
    await conversation.runner.settled();
    expect(outputs(conversation).sort()).toEqual([
      "Not run: the skill scan reached its limit of 2 tool calls.",
      "look ran",
      "look ran",
    ]);
    expect(titles(conversation).at(-1)).toBe(
      "scan stopped: it reached its limit of 2 tool calls. Try again, or raise the limit in the skill.",
    );
    expect(rows(ports)).toMatchObject([{ outcome: { kind: "budget" } }]);
    expect(conversation.runner.run.state).toBe("idle");
  });
});

describe("the output of a package", () => {
  const output_schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };

  it("ends the turn when it matches the schema", async () => {
    const { conversation, ports } = turnOf(aPackage("scan", { output_schema }), answering('```json\n{"n":1}\n```'));
    await conversation.runner.submit([say("/scan")]);
    await conversation.runner.settled();
    expect(titles(conversation)).toEqual(["", "scan finished. Its output matches the schema."]);
    expect(rows(ports)).toMatchObject([{ outcome: { kind: "output" } }]);
  });

  it("is asked for once more when it does not, with what did not match", async () => {
    const { conversation, ports } = turnOf(aPackage("scan", { output_schema }), answering('{"n":"x"}', '{"n":2}'));
    await conversation.runner.submit([say("/scan")]);
    await conversation.runner.settled();
    const repair = partsOf(conversation).find((part) => part.type === "skill-step" && part.kind === "repair");
    expect(repair).toMatchObject({
      text: expect.stringMatching(/does not match the schema: \/n: Expected integer, but found string/) as string,
    });
    expect(rows(ports)).toMatchObject([{ outcome: { kind: "output" } }]);
  });

  it("that fails twice ends the turn, and the conversation says why", async () => {
    const { conversation, ports } = turnOf(
      aPackage("scan", { output_schema }),
      answering("No.", "Still no.", '{"n":2}'),
    );
    await conversation.runner.submit([say("/scan")]);
    await conversation.runner.settled();
    expect(titles(conversation).at(-1)).toBe(
      "scan failed: its output does not match the schema (It contains no JSON). Try again, or change the schema in the skill.",
    );
    expect(rows(ports)).toMatchObject([{ outcome: { kind: "output-mismatch" } }]);
  });
});

describe("an interrupt of a package", () => {
  const question = { name: "on_ambiguous_input", question: "Which one?", options: [{ label: "red" }] };
  const unsure = aPackage("scan", {}, [question]);
  const call = '/scan\ncall interrupt {"name":"on_ambiguous_input"}';

  it("makes the turn wait with the skill's question, and the answer is the result", async () => {
    const { conversation } = turnOf(unsure);
    await conversation.runner.submit([say(call)]);
    const ask = await asked(conversation);
    expect(conversation.runner.run.state).toBe("waiting");
    expect(ask).toMatchObject({ type: "question", question: "Which one?", options: [{ label: "red" }] });
    conversation.runner.reply(ask.call_id, { type: "answer", answers: ["red"] });
    await conversation.runner.settled();
    expect(outputs(conversation)).toEqual(["red"]);
  });

  it("waits again after a restart, with the bounds of its skill", async () => {
    const { conversation, ports } = turnOf(aPackage("scan", { tool_surface: ["look"] }, [question]));
    await conversation.runner.submit([say(`${call}\nthen\ncall write {}`)]);
    await asked(conversation);
    conversation.close();
    ports.store.close();
    const commands = commandsOf([unsure]);
    const later = withTools(
      fakePorts({ path: ports.path, commands, owner: "you", isAlive: (one) => one === "you" }),
      TOOLS,
    );
    const again = new Conversations(later).open("ses_1");
    const ask = await asked(again);
    again.runner.reply(ask.call_id, { type: "answer", answers: ["blue"] });
    await again.runner.settled();
    expect(outputs(again)).toEqual(["blue", "Not run: the skill scan may use only look."]);
    expect(rows(later)).toMatchObject([{ outcome: { kind: "ended" } }]);
  });

  it("that is not answered ends the turn, and the conversation says why", async () => {
    const { conversation, ports } = turnOf(unsure);
    await conversation.runner.submit([say(call)]);
    conversation.runner.reply((await asked(conversation)).call_id, { type: "deny", reason: "" });
    await conversation.runner.settled();
    expect(titles(conversation).at(-1)).toBe("scan stopped: its question (on_ambiguous_input) was not answered.");
    expect(rows(ports)).toMatchObject([{ outcome: { kind: "interrupt" } }]);
  });

  it("named after a stage is asked before that stage begins", async () => {
    const { conversation } = turnOf(
      aPackage("scan", STAGED, [{ name: "before_tell", question: "Go on?", options: [] }]),
    );
    await conversation.runner.submit([say("/scan go\ncall look {}\nthen\nthen\ncall find {}")]);
    const ask = await asked(conversation);
    expect(ask).toMatchObject({ question: "Go on?" });
    expect(titles(conversation)).toEqual(["Stage 1 of 2: look"]);
    conversation.runner.reply(ask.call_id, { type: "answer", answers: ["yes"] });
    await conversation.runner.settled();
    expect(titles(conversation)).toEqual(["Stage 1 of 2: look", "Stage 2 of 2: tell"]);
  });

  it("before a stage is still asked after a restart, and the stage begins then", async () => {
    const staged = aPackage("scan", STAGED, [{ name: "before_tell", question: "Go on?", options: [] }]);
    const { conversation, ports } = turnOf(staged);
    await conversation.runner.submit([say("/scan go\ncall look {}\nthen\nthen\ncall look {}")]);
    await asked(conversation);
    conversation.close();
    ports.store.close();
    const later = withTools(fakePorts({ path: ports.path, owner: "you", isAlive: (one) => one === "you" }), TOOLS);
    const again = new Conversations(later).open("ses_1");
    again.runner.reply((await asked(again)).call_id, { type: "answer", answers: ["yes"] });
    await again.runner.settled();
    expect(titles(again)).toEqual(["Stage 1 of 2: look", "Stage 2 of 2: tell"]);
  });

  it("about the output is asked when that has failed twice", async () => {
    const poor = { name: "on_poor_result", question: "What now?", options: [] };
    const skill = aPackage("scan", { output_schema: { type: "object" } }, [poor]);
    const { conversation, ports } = turnOf(skill, answering("No.", "No.", "{}"));
    await conversation.runner.submit([say("/scan")]);
    const ask = await asked(conversation);
    expect(ask).toMatchObject({ question: "What now?" });
    conversation.runner.reply(ask.call_id, { type: "answer", answers: ["try again"] });
    await conversation.runner.settled();
    expect(rows(ports)).toMatchObject([{ outcome: { kind: "output" } }]);
  });

  it("of a turn that is stopped is over: the skill is cancelled", async () => {
    const { conversation, ports } = turnOf(unsure);
    await conversation.runner.submit([say(call)]);
    await asked(conversation);
    conversation.stop();
    await conversation.runner.settled();
    expect(titles(conversation).at(-1)).toBe("You stopped scan.");
    expect(rows(ports)).toMatchObject([{ outcome: { kind: "cancelled" } }]);
  });
});

describe("a package that cannot be composed", () => {
  const parameter_schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };

  it.each([
    ["ParameterMismatch", { parameter_schema }, "/scan n=one"],
    ["MissingRequiredField", { parameter_schema: undefined }, "/scan"],
    ["MalformedTemplate", { framing: { kind: "PromptTemplate", body: "{{ x }}" } }, "/scan"],
    ["UnknownTool", { artifacts: [{ id: "a", kind: "Approach", tools: ["fly"] }] }, "/scan"],
    [
      "ArtifactBudgetExceeded",
      { artifacts: [{ id: "a", kind: "Description", body: "word ".repeat(20_000) }] },
      "/scan",
    ],
    ["CapabilityNarrowing", { requires_tools: true, tool_surface: ["fly"] }, "/scan"],
  ])("is told before anything is sent, and nothing typed is lost: %s", async (error, pack, text) => {
    const { conversation, ports } = turnOf(aPackage("scan", pack));
    const parts = [say(text)];
    conversation.input.save({ parts });
    expect(await conversation.input.submit({ parts })).toMatchObject({ ok: false, failure: { code: "bad-skill" } });
    expect(conversation.input.draft.parts).toEqual(parts);
    expect(conversation.snapshot().messages).toEqual([]);
    expect(rows(ports)).toMatchObject([{ message_id: "", record: { error }, outcome: { kind: "refused" } }]);
  });

  it("says which parameter is wrong", async () => {
    const { conversation } = turnOf(aPackage("scan", { parameter_schema }));
    const sent = await conversation.input.submit({ parts: [say("/scan n=one")] });
    expect(sent).toMatchObject({
      failure: {
        message: expect.stringMatching(
          /^The parameters do not match.* n: Expected integer\, but found string.$/,
        ) as string,
      },
    });
  });
});

describe("a package inside a turn", () => {
  /** The tool skill as the host makes it, beside the others. */
  function nesting(outer: Skill[], inner: Skill): { conversation: Conversation; ports: FakePorts } {
    const found = turnOf(outer[0] ?? inner, { commands: commandsOf(outer) });
    const others = found.ports.tools("ses_1");
    const list = () => Promise.resolve({ skills: [inner], problems: [], clashes: [] });
    const none = () => Promise.resolve([]);
    const render = () => Promise.resolve({ ok: true as const, value: "" });
    const load: LoadPackage = (...wanted) => loadPackage(loadPorts(found.ports, composerPorts(render)), ...wanted);
    const tool = skillTool({ list, visible: none, companions: none, load, recordLoad: () => undefined });
    Object.assign(found.ports, { tools: async () => [...(await others), tool] });
    return found;
  }
  const load = 'call skill {"name":"inner","request":"find it"}';

  it("narrows it to what the package may, and leaves a record of the model's choice", async () => {
    const { conversation, ports } = nesting([], aPackage("inner", { tool_surface: ["find"] }));
    await conversation.runner.submit([say(`${load}\nthen\ncall write {}\ncall find {}`)]);
    await conversation.runner.settled();
    expect(outputs(conversation)[0]).toBe("# Skill inner (1.0.0)\n\nBody of inner.\n\n# Request\n\nfind it");
    expect(outputs(conversation).slice(1).sort()).toEqual(["Not run: the skill inner may use only find.", "find ran"]);
    expect(rows(ports)).toMatchObject([
      {
        record: { invocation_source: "agent-selected" },
        outcome: { kind: "ended" },
        call_id: expect.anything() as string,
      },
    ]);
  });

  it("is bounded by the conversation, not by the skill around it; that goes on when it is done", async () => {
    const outer = aPackage("outer", { tool_surface: ["look", "skill"] });
    const { conversation, ports } = nesting([outer], aPackage("inner", { tool_surface: ["find", "fly"] }));
    const calls = `${load}\nthen\ncall find {}\nthen\nthen\ncall find {}`;
    await conversation.runner.submit([say(`/outer\n${calls}`)]);
    await conversation.runner.settled();
    expect(outputs(conversation).slice(1)).toEqual(["find ran", "Not run: the skill outer may use only look, skill."]);
    expect(titles(conversation)).toContain("inner finished. Continuing with outer.");
    expect(rows(ports).map(({ outcome }) => outcome?.kind)).toEqual(["ended", "ended"]);
    expect(rows(ports).every(({ session_id }) => session_id === "ses_1")).toBe(true);
  });

  it("that cannot be composed is an error result, and the turn goes on as it was", async () => {
    const { conversation, ports } = nesting([], aPackage("inner", { requires_tools: true, tool_surface: ["fly"] }));
    await conversation.runner.submit([say(`${load}\nthen\ncall write {}`)]);
    await conversation.runner.settled();
    expect(outputs(conversation)).toEqual([
      expect.stringMatching(/^Could not use the skill inner: /) as string,
      "write ran",
    ]);
    expect(rows(ports)).toMatchObject([{ outcome: { kind: "refused" }, record: { error: "CapabilityNarrowing" } }]);
  });

  it("has used up no more after a restart than it had before, and the skill around it no less", async () => {
    const asks = { name: "unsure", question: "Which?", options: [] };
    const outer = aPackage("outer", { tool_surface: ["look", "find", "skill"], tool_call_budget: 4 });
    const inner = aPackage("inner", { tool_surface: ["find"], tool_call_budget: 2 }, [asks]);
    const { conversation, ports } = nesting([outer], inner);
    const before = `call look 1\nthen\ncall look 2\nthen\n${load}\nthen\ncall find 1\nthen\ncall interrupt {"name":"unsure"}`;
    const after = "call find 2\nthen\nthen\ncall look 3\nthen\ncall look 4";
    await conversation.runner.submit([say(`/outer\n${before}\nthen\n${after}`)]);
    await asked(conversation);
    conversation.close();
    const later = { ...ports, owner: "you", isAlive: (one: string) => one === "you" };
    const again = new Conversations(later).open("ses_1");
    again.runner.reply((await asked(again)).call_id, { type: "answer", answers: ["blue"] });
    await again.runner.settled();
    const ran = outputs(again).filter((output) => !output.startsWith("# Skill"));
    expect(ran.slice(0, 6)).toEqual(["look ran", "look ran", "find ran", "blue", "find ran", "look ran"]);
    expect(ran[6]).toBe("Not run: the skill outer reached its limit of 4 tool calls.");
    expect(rows(ports).map(({ outcome }) => outcome?.kind)).toEqual(["budget", "ended"]);
  });
});
