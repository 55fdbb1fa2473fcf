// What a server demands in a refusal is met at once, and from then on unasked.
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { answer, call, contextOf, result, text, thought, user } from "../../fakes/context.ts";
import { type WireServer, wireServer } from "../../fakes/wire-server.ts";
import { sendOver } from "../../fakes/wires.ts";

const reasoned = { ...thought("Hm."), field: "reasoning" } as const;

/** A call of another server's, a call with reasoning, and a user who speaks after a result. */
const context = contextOf([
  user(text("look")),
  answer(call("a", "read", {})),
  user(result("a", "read", "one")),
  answer(reasoned, call("b", "read", {})),
  user(result("b", "read", "two"), text("stop that")),
]);

let server: WireServer;
let demands: Map<string, Set<object>>;
beforeEach(async () => {
  demands = new Map();
  server = await wireServer("openai-chat");
  onTestFinished(() => server.close());
});

const refuse = (message: string, status = 400): void =>
  void server.faults.push({ kind: "status", status, body: { error: { message } } });

const send = async (): Promise<string | undefined> =>
  (await sendOver("openai-chat", server.url, { context, access: { demands } })).at(-1)?.type;

/** The bodies of the requests so far. */
const bodies = (): string[] => server.arrived.map(({ body }) => body);

describe("a demand", () => {
  it("that comes after a rate limit is met, too", async () => {
    server.faults.push({ kind: "status", status: 429 });
    refuse("body.stream_options: Extra inputs are not permitted", 422);
    expect(await send()).toBe("end");
    expect(bodies().map((body) => body.includes("stream_options"))).toEqual([true, true, false]);
  });

  it.each([
    [
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      400,
      /"max_completion_tokens":/,
    ],
    ["body.stream_options: Extra inputs are not permitted", 422, /^(?!.*stream_options)/],
    [
      "Unexpected role 'user' after role 'tool'",
      400,
      /"two"\},\{"role":"assistant","content":"Understood."\},\{"role":"user"/,
    ],
    ["Jinja Exception: conversation roles must alternate user and assistant roles", 500, /"Understood."/],
    ["messages[3].reasoning: reasoning is not supported with this model", 400, /^(?!.*"reasoning")/],
    [
      "reasoning_content is missing in assistant tool call message at index 1",
      400,
      /"reasoning_content":" ".*"reasoning_content":" "/,
    ],
  ])("«%s» is met", async (words, status, wanted) => {
    refuse(words, status);
    expect(await send()).toBe("end");
    expect(bodies()).toHaveLength(2);
    expect(bodies()[0]).not.toMatch(wanted);
    expect(bodies()[1]).toMatch(wanted);
    expect(await send()).toBe("end");
    expect(bodies()).toHaveLength(3);
    expect(bodies()[2]).toBe(bodies()[1]);
  });

  it("that was met and is heard again is a refusal", async () => {
    refuse("Unexpected role 'user' after role 'tool'");
    refuse("Unexpected role 'user' after role 'tool'");
    expect(await send()).toBe("failed");
    expect(bodies()).toHaveLength(2);
  });

  it("may follow another", async () => {
    refuse("body.stream_options: Extra inputs are not permitted", 422);
    refuse("Unexpected role 'user' after role 'tool'");
    expect(await send()).toBe("end");
    expect(bodies()[2]).toMatch(/^(?!.*stream_options).*Understood/);
  });

  it("in words that name no field of ours changes nothing", async () => {
    refuse("the model is confused");
    expect(await send()).toBe("failed");
    expect(bodies()).toHaveLength(1);
  });
});
