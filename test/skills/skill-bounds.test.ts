// A skill never does less than it says: its gates, stages, budget and schema hold on every model and whatever joins its turn.
import { describe, expect, it } from "vitest";
import type { Ask } from "../../extension/protocol/ask.ts";
import type { Question } from "../../extension/skills/read-package.ts";
import type { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { answers } from "../fakes/wire-answers.ts";
import { accessTo } from "../fakes/wires.ts";
import { wireServer } from "../fakes/wire-server.ts";
import { modelOf } from "../fakes/context.ts";
import { readInvocations } from "../../extension/persist/skill-invocations.ts";
import { aPackage, aSkill, commandsOf } from "../fakes/skills.ts";
import { calls, skillTurn } from "../fakes/skill-turn.ts";
import { conversationWith, say } from "../fakes/tools.ts";
import { until } from "../fakes/until.ts";

const approach = (body: string, stages: object[] = []): Record<string, unknown> => ({
  artifacts: [{ id: "way", kind: "Approach", body, stages }],
});

const STAGES = [
  { name: "look", tools: ["look"] },
  { name: "publish", tools: ["write"] },
];

const STAGED = approach("", STAGES);

const asking = (name: string, more: Partial<Question> = {}): Question => ({
  ...{ name, question: `About ${name}?`, options: [], when: undefined },
  ...more,
});

async function asked(conversation: Conversation): Promise<Ask> {
  await until(() => (conversation.runner.run.asks?.length ?? 0) > 0);
  const [ask] = conversation.runner.run.asks ?? [];
  if (ask === undefined) throw new Error("nothing is asked");
  return ask;
}

const answer = (words: string): { type: "answer"; answers: string[] } => ({ type: "answer", answers: [words] });

describe("a gate on a model without tools", () => {
  it("before a stage is asked by Galley itself, and the model reads the answer as text", async () => {
    const scan = aPackage("scan", approach("", [{ name: "look" }, { name: "publish" }]), [asking("before_publish")]);
    const { conversation, requests, titles, rows } = skillTurn([["looked"], ["published"]], {
      skills: [scan],
      canCall: false,
    });
    await conversation.runner.submit([say("/scan it")]);
    const ask = await asked(conversation);
    expect(ask).toMatchObject({ type: "question", question: "About before_publish?" });
    expect(titles()).toEqual(["Stage 1 of 2: look"]);
    conversation.runner.reply(ask.call_id, answer("yes, but kindly"));
    await conversation.runner.settled();
    expect(titles()).toEqual(["Stage 1 of 2: look", "Stage 2 of 2: publish"]);
    const last = JSON.stringify(requests[1]);
    expect(last).toContain("Galley asked the user: About before_publish?\\nThe answer: yes, but kindly");
    expect(last).not.toContain('"interrupt"');
    expect(rows()).toMatchObject([{ outcome: { kind: "ended" } }]);
  });

  it("that is not answered keeps its stage from running", async () => {
    const scan = aPackage("scan", approach("", [{ name: "look" }, { name: "publish" }]), [asking("before_publish")]);
    const { conversation, requests, rows } = skillTurn([["looked"]], { skills: [scan], canCall: false });
    await conversation.runner.submit([say("/scan it")]);
    conversation.runner.reply((await asked(conversation)).call_id, { type: "deny", reason: "" });
    await conversation.runner.settled();
    expect(requests).toHaveLength(1);
    expect(rows()).toMatchObject([{ outcome: { kind: "interrupt" } }]);
  });

  it("that only the model could ask refuses the skill before anything is sent", async () => {
    const scan = aPackage("scan", {}, [asking("on_doubt")]);
    const { conversation, requests, rows } = skillTurn([], { skills: [scan], canCall: false });
    const sent = await conversation.input.submit({ parts: [say("/scan it")] });
    expect(sent).toMatchObject({ failure: { message: expect.stringContaining("(on_doubt)") as string } });
    expect(requests).toEqual([]);
    expect(rows()).toMatchObject([{ outcome: { kind: "refused" }, record: { error: "CapabilityNarrowing" } }]);
  });

  it("refuses a message that was queued for a model with tools, too", async () => {
    const scan = aPackage("scan", {}, [asking("on_doubt")]);
    const { conversation, ports, requests, rows, titles } = skillTurn([["one"]], { skills: [scan] });
    const { model } = ports;
    await conversation.runner.keep([say("/scan it")]);
    ports.model = (id) => ({ ...model(id), tools: false });
    conversation.resume();
    await conversation.runner.settled();
    expect(requests).toEqual([]);
    expect(rows()).toMatchObject([{ outcome: { kind: "refused" } }]);
    expect(titles()[0]).toMatch(/^scan cannot ask its question \(on_doubt\) here/);
  });
});

describe("a skill that steers a package's turn", () => {
  it("lifts no bound of it: stage, budget, later stages and schema stay, and each record has its own name", async () => {
    const gate = Promise.withResolvers<void>();
    const output_schema = { type: "object", required: ["n"] };
    const scan = aPackage("scan", { ...STAGED, output_schema, tool_call_budget: 2 });
    const run = async () => {
      await gate.promise;
      return { ok: true as const, output: "looked" };
    };
    const { conversation, outputs, titles, rows, offered } = skillTurn(
      [[calls("look")], [calls("write")], ["done looking"], [calls("write")], ['{"n":1}']],
      { skills: [scan, aSkill("manners")], tools: [{ name: "look", run }, { name: "write" }] },
    );
    await conversation.runner.submit([say("/scan it")]);
    await until(() => conversation.snapshot().messages.some((one) => one.parts.length > 1));
    await conversation.runner.submit([say("/manners be kind")], { steers: true });
    gate.resolve();
    await conversation.runner.settled();
    expect(outputs()).toEqual(["looked", "Not run: stage look of the skill scan may use only look.", "write ran"]);
    expect(titles()).toEqual([
      "Stage 1 of 2: look",
      "Stage 2 of 2: publish",
      "scan finished. Its output matches the schema.",
    ]);
    expect(offered()).toEqual([["look"], ["look"], ["look"], ["write"], ["write"]]);
    expect(rows().map(({ record, outcome }) => [record.skill_id, outcome?.words])).toEqual([
      ["scan", "scan finished. Its output matches the schema."],
      ["manners", "manners finished."],
    ]);
  });

  it("is told in its record when the package ended the turn", async () => {
    const gate = Promise.withResolvers<void>();
    const run = async () => {
      await gate.promise;
      return { ok: true as const, output: "looked" };
    };
    const scan = aPackage("scan", { tool_call_budget: 1 });
    const { conversation, rows, titles } = skillTurn([[calls("look")], [calls("look")]], {
      skills: [scan, aSkill("manners")],
      tools: [{ name: "look", run }],
    });
    await conversation.runner.submit([say("/scan it")]);
    await until(() => conversation.snapshot().messages.some((one) => one.parts.length > 1));
    await conversation.runner.submit([say("/manners be kind")], { steers: true });
    gate.resolve();
    await conversation.runner.settled();
    expect(titles().at(-1)).toMatch(/^scan stopped: it reached its limit of 1 tool calls/);
    expect(rows().map(({ outcome }) => outcome?.words)).toEqual([
      expect.stringMatching(/^scan stopped: /) as string,
      expect.stringMatching(/^manners ended early\. scan stopped: /) as string,
    ]);
  });
});

describe("a package whose answer is cut off at its length", () => {
  it("is not finished, and the conversation and the record say in which stage", async () => {
    const server = await wireServer("openai-chat");
    const scan = aPackage("scan", { ...approach("", [{ name: "look" }, { name: "publish" }]), output_schema: {} });
    const access = accessTo("openai-chat", server.url);
    const { conversation, ports } = conversationWith([], {
      ...{ model: modelOf("custom"), access, commands: commandsOf([scan]) },
    });
    server.answer = answers["openai-chat"].length();
    try {
      await conversation.runner.submit([say("/scan it")]);
      await conversation.runner.settled();
    } finally {
      await server.close();
    }
    const words = expect.stringMatching(/^scan is not finished: .* length limit in Stage 1 of 2: look\./) as string;
    expect(readInvocations(ports.store, "ses_1")).toMatchObject([{ outcome: { kind: "cut-off", words } }]);
    const { messages } = conversation.snapshot();
    expect(messages.at(-1)).toMatchObject({ finish: "length" });
    expect(messages.at(-1)?.parts.at(-1)).toMatchObject({ type: "skill-step", kind: "end", title: words });
  });
});

describe("the Approach of a package", () => {
  const BODY = [
    "Work slowly.",
    "",
    "## Look around",
    "Read the tests first.",
    "### Where",
    "In test.",
    "",
    "## Publish",
    "Write one line.",
  ].join("\n");

  it("reaches the model: each stage with its own part, and offers only the tools of the stage", async () => {
    const { talk, requests, offered } = skillTurn([["looked"], ["published"]], {
      skills: [aPackage("scan", approach(BODY, STAGES))],
    });
    await talk("/scan it");
    const texts = requests.map((request) => JSON.stringify(request.messages));
    expect(texts[0]).toContain("Work slowly.");
    expect(texts[0]).toContain("## Look around\\nRead the tests first.\\n### Where\\nIn test.");
    expect(texts[0]).not.toContain("Write one line.");
    expect(texts[1]).toContain("## Publish\\nWrite one line.");
    expect(offered()).toEqual([["look"], ["write"]]);
  });

  it("is read whole by a skill that is one loop", async () => {
    const { talk, requests } = skillTurn([["done"]], { skills: [aPackage("scan", approach("Be brief.\n\nBe kind."))] });
    await talk("/scan it");
    expect(JSON.stringify(requests[0]?.messages)).toContain("Its approach:\\nBe brief.\\n\\nBe kind.");
  });
});

describe("a package that the model loads", () => {
  const load = calls("skill", { name: "inner", request: "find it" });

  it("is a part of the turn: when it is done the turn goes on with its own tools", async () => {
    const inner = aPackage("inner", { tool_surface: ["find"] });
    const { talk, outputs, titles, offered, requests, rows } = skillTurn(
      [[load], [calls("find")], ["found it"], [calls("write")], ["all done"]],
      { loadable: [inner] },
    );
    await talk("do it");
    const all = ["look", "find", "write", "skill"];
    expect(offered()).toEqual([all, ["find"], ["find"], all, all]);
    expect(outputs().slice(1)).toEqual(["find ran", "write ran"]);
    expect(titles()).toEqual(["inner finished."]);
    expect(JSON.stringify(requests[3]?.messages)).toContain("The skill inner is done. Your last answer is its result.");
    expect(rows()).toMatchObject([{ outcome: { kind: "ended" } }]);
  });

  it("that uses up its calls returns to the turn, which goes on", async () => {
    const inner = aPackage("inner", { tool_surface: ["find"], tool_call_budget: 1 });
    const { talk, outputs, requests, rows } = skillTurn(
      [[load], [calls("find")], [calls("find")], [calls("write")], ["all done"]],
      { loadable: [inner] },
    );
    await talk("do it");
    expect(outputs().slice(1)).toEqual([
      "find ran",
      "Not run: the skill inner reached its limit of 1 tool calls.",
      "write ran",
    ]);
    expect(JSON.stringify(requests[3]?.messages)).toContain("The skill inner ended without a result.");
    expect(rows()).toMatchObject([{ outcome: { kind: "budget" } }]);
  });

  it("with stages and a schema runs them all before it returns", async () => {
    const inner = aPackage("inner", { ...STAGED, output_schema: { type: "object", required: ["n"] } });
    const { talk, titles, rows } = skillTurn([[load], ["looked"], ["no"], ['{"n":1}'], ["all done"]], {
      loadable: [inner],
    });
    await talk("do it");
    expect(titles()).toEqual([
      "Stage 1 of 2: look",
      "Stage 2 of 2: publish",
      "The output does not match the schema. Asking the model again…",
      "inner finished.",
    ]);
    expect(rows()).toMatchObject([{ outcome: { kind: "output" } }]);
  });
});

describe("a skill without a skill.toml that the model loads", () => {
  it("leaves a record of the model's choice, and bounds nothing", async () => {
    const { talk, rows, outputs, offered } = skillTurn(
      [[calls("skill", { name: "manners", request: "be kind" })], [calls("write")], ["done"]],
      { loadable: [aSkill("manners")] },
    );
    await talk("do it");
    expect(rows()).toMatchObject([
      {
        call_id: "call_skill",
        record: { skill_id: "manners", invocation_source: "agent-selected", asked: { user_request: "be kind" } },
        outcome: { kind: "ended", words: "The model loaded manners." },
      },
    ]);
    expect(outputs().at(-1)).toBe("write ran");
    expect(offered()[1]).toEqual(["look", "find", "write", "skill"]);
  });
});

describe("an interrupt with a condition", () => {
  it("about the input is asked by Galley when there is none", async () => {
    const scan = aPackage("scan", {}, [asking("on_ambiguous_input")]);
    const { conversation, requests, rows } = skillTurn([["done"]], { skills: [scan] });
    await conversation.runner.submit([say("/scan")]);
    const ask = await asked(conversation);
    expect(requests).toEqual([]);
    conversation.runner.reply(ask.call_id, answer("the tests"));
    await conversation.runner.settled();
    expect(JSON.stringify(requests[0]?.messages)).toContain("The answer: the tests");
    expect(rows()).toMatchObject([{ outcome: { kind: "ended" } }]);
  });

  it("is checked on a model without tools, too: it needs none", async () => {
    const scan = aPackage("scan", {}, [asking("unclear", { when: "empty-input" })]);
    const { conversation, requests } = skillTurn([["done"]], { skills: [scan], canCall: false });
    await conversation.runner.submit([say("/scan")]);
    conversation.runner.reply((await asked(conversation)).call_id, answer("the tests"));
    await conversation.runner.settled();
    expect(requests).toHaveLength(1);
  });

  it("about the result is asked when there is none", async () => {
    const scan = aPackage("scan", {}, [asking("nothing", { when: "empty-result" })]);
    const { conversation, requests, rows } = skillTurn([[" "], ["something"]], { skills: [scan] });
    await conversation.runner.submit([say("/scan it")]);
    conversation.runner.reply((await asked(conversation)).call_id, answer("say anything"));
    await conversation.runner.settled();
    expect(JSON.stringify(requests[1]?.messages)).toContain("The answer: say anything");
    expect(rows()).toMatchObject([{ outcome: { kind: "ended" } }]);
  });

  it("about the schema is asked when the output has failed twice", async () => {
    const skill = { output_schema: { type: "object" } };
    const scan = aPackage("scan", skill, [asking("odd", { when: "schema-mismatch" })]);
    const { conversation, rows } = skillTurn([["no"], ["no"], ["{}"]], { skills: [scan] });
    await conversation.runner.submit([say("/scan it")]);
    conversation.runner.reply((await asked(conversation)).call_id, answer("try again"));
    await conversation.runner.settled();
    expect(rows()).toMatchObject([{ outcome: { kind: "output" } }]);
  });

  it("about the budget is asked when so much of it is used, and the model cannot ask it", async () => {
    const scan = aPackage("scan", { tool_call_budget: 4 }, [asking("costly", { when: { budget: 50 } })]);
    const script = [[calls("look")], [calls("interrupt", { name: "costly" })], [calls("find")], ["done"]];
    const { conversation, requests, outputs, offered } = skillTurn(script, { skills: [scan] });
    await conversation.runner.submit([say("/scan it")]);
    conversation.runner.reply((await asked(conversation)).call_id, answer("go on"));
    await conversation.runner.settled();
    expect(outputs()).toEqual(["look ran", "Unknown interrupt costly.", "find ran", "go on"]);
    expect(offered()[0]).not.toContain("interrupt");
    expect(JSON.stringify(requests[3]?.messages)).toContain("The answer: go on");
  });
});
