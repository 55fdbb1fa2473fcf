// A refactoring whose profile offers tools that read: the model calls one, under the rules of chat, and then answers.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NO_EXTRA } from "../../extension/pipelines/refactor/request.ts";
import type { RefactorTarget } from "../../extension/pipelines/refactor/make-refactor.ts";
import { type RefactorPorts, runRefactor } from "../../extension/pipelines/refactor/run.ts";
import { runRefactorCalls } from "../../extension/pipelines/refactor/tools/run-calls.ts";
import type { Rule } from "../../extension/tools/rules/rules.ts";
import { modelOf } from "../fakes/context.ts";
import { fakePorts } from "../fakes/ports.ts";
import { type FakeTool, withTools } from "../fakes/tools.ts";
import { answers } from "../fakes/wire-answers.ts";
import { wireServer, type WireServer } from "../fakes/wire-server.ts";
import { accessTo } from "../fakes/wires.ts";

const DOCUMENT = "function half(x) {\n  return x / 2;\n}\n";
const CODE = "```js\nfunction half(x) {\n  return x >> 1;\n}\n```";
const selected: RefactorTarget = {
  path: "src/half.js",
  language: "javascript",
  isUnsaved: false,
  text: DOCUMENT,
  target: { start: 1, end: 3 },
  extra: NO_EXTRA,
};

describe("a refactoring with tools", () => {
  let server: WireServer;
  let asked: string[];
  let isAllowed: boolean;

  beforeEach(async () => {
    server = await wireServer("openai-chat");
    [asked, isAllowed] = [[], true];
  });
  afterEach(() => server.close());

  function portsWith(tools: FakeTool[], rules: Rule[] = []): RefactorPorts {
    const all = withTools(
      fakePorts({ model: modelOf("custom", { tools: true }), access: accessTo("openai-chat", server.url) }),
      tools,
    );
    const { model, ...ports } = all;
    const approve = ({ title }: { title: string }): Promise<boolean> => {
      asked.push(title);
      return Promise.resolve(isAllowed);
    };
    return {
      ...ports,
      model: () => model(""),
      progress: () => undefined,
      later: (work) => work(),
      sent: () => undefined,
      tools: () => ports.tools("ses_1"),
      runCalls: (offered, calls, signal) =>
        runRefactorCalls(
          { ...ports, rules: () => rules, approve },
          { session_id: "ses_1", message_id: "refactor", tools: offered, calls, signal },
        ),
    };
  }

  const reading = (needs: FakeTool["needs"] = []): FakeTool => ({
    name: "read",
    needs,
    run: (input) => ({ ok: true, output: `the text of ${JSON.stringify(input)}` }),
  });
  const says = (words: string): void => {
    const { piece, plain } = answers["openai-chat"];
    server.faults.push({ kind: "says", pieces: [piece(words), ...plain().slice(-3)] });
  };
  const calls = (): void => {
    server.faults.push({ kind: "says", pieces: answers["openai-chat"].rich() });
  };
  const going = (): AbortSignal => new AbortController().signal;

  it("reads what the model calls for, gives it back, and applies the answer that follows", async () => {
    calls();
    says(CODE);
    const proposal = await runRefactor(portsWith([reading()]), selected, "Shift", going());
    expect(proposal).toMatchObject({
      ok: true,
      value: {
        text: DOCUMENT.replace("x / 2", "x >> 1"),
        answer: CODE,
        manifest: { tools: { count: 1 }, actual: { output: 14 } },
      },
    });
    const [first, second] = server.arrived.map(({ json }) => json);
    expect(first).toMatchObject({ tools: [{ function: { name: "read" } }] });
    expect(first).not.toHaveProperty("prediction");
    expect(second).toMatchObject({
      messages: [
        { role: "system" },
        { role: "user" },
        { role: "assistant", content: "Reading.", tool_calls: [{ id: "call_1" }, { id: "call_2" }] },
        { role: "tool", tool_call_id: "call_1", content: 'the text of {"path":"a.ts"}' },
        { role: "tool", tool_call_id: "call_2", content: 'the text of {"path":"b.ts"}' },
      ],
    });
  });

  it("asks the user for what no rule allows, and tells the model of a denial", async () => {
    isAllowed = false;
    calls();
    says(CODE);
    const away = [{ permission: "outside" as const, pattern: "/etc/hosts" }];
    const proposal = await runRefactor(portsWith([reading(away)]), selected, "Shift", going());
    expect(proposal.ok).toBe(true);
    expect(asked).toEqual(["Use read", "Use read"]);
    expect(JSON.stringify(server.arrived[1]?.json)).not.toContain("the text of");
  });

  it("obeys a rule that denies, without asking", async () => {
    calls();
    says(CODE);
    const rule: Rule = { permission: "read", pattern: "**", action: "deny", from: "settings" };
    const near = [{ permission: "read" as const, pattern: "src/a.ts" }];
    await runRefactor(portsWith([reading(near)], [rule]), selected, "Shift", going());
    expect(asked).toEqual([]);
    expect(JSON.stringify(server.arrived[1]?.json)).not.toContain("the text of");
  });

  it("ends with a reason if the model only calls tools", async () => {
    for (let round = 0; round < 13; round += 1) calls();
    const proposal = await runRefactor(portsWith([reading()]), selected, "Shift", going());
    expect(proposal).toMatchObject({ ok: false, failure: { code: "many-calls" } });
    expect(server.arrived).toHaveLength(13);
    const ids = JSON.stringify(server.arrived[12]?.json).match(/"tool_call_id":"[^"]+"/g) ?? [];
    expect(new Set(ids).size).toBe(24);
  });

  it("stopped while a tool runs, asks the model nothing more", async () => {
    calls();
    const stop = new AbortController();
    const tool: FakeTool = {
      name: "read",
      run: () => {
        stop.abort();
        return { ok: true, output: "late" };
      },
    };
    const proposal = await runRefactor(portsWith([tool]), selected, "Shift", stop.signal);
    expect(proposal).toMatchObject({ ok: false, failure: { code: "stopped" } });
    expect(server.arrived).toHaveLength(1);
  });

  it("offers none to a model that cannot call any", async () => {
    says(CODE);
    const ports = portsWith([reading()]);
    await runRefactor({ ...ports, model: () => modelOf("custom", { tools: false }) }, selected, "Shift", going());
    expect(server.arrived[0]?.json).not.toHaveProperty("tools");
  });
});
