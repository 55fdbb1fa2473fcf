// What providers refuse or misread at the edges: empty messages, thoughts without words, arguments that are no object.
import { signatureOf } from "../../extension/providers/responses-signature.ts";
import { describe, expect, it } from "vitest";
import type { Context } from "../../extension/assemble/context.ts";
import { lowerAnthropic } from "../../extension/lower/anthropic.ts";
import { warnOfBody } from "../../extension/lower/body.ts";
import { lowerGemini } from "../../extension/lower/gemini.ts";
import { lowerOllama } from "../../extension/lower/ollama.ts";
import { lowerOpenaiChat } from "../../extension/lower/openai-chat.ts";
import { lowerOpenaiResponses } from "../../extension/lower/openai-responses.ts";
import { inputObject } from "../../extension/lower/tools.ts";
import { lowerVscodeLm } from "../../extension/lower/vscode-lm.ts";
import { answer, call, contextOf, modelOf, result, text, thought, user } from "../fakes/context.ts";

/** What goes to OpenAI, item by item. */
function itemsOf(context: Context) {
  const { input } = lowerOpenaiResponses(context, modelOf("openai")).request;
  return Array.isArray(input) ? input : expect.fail("a text");
}

describe("a thinking budget of Anthropic", () => {
  it.each([
    [200_000, 16_000],
    [2048, 1024],
    [2046, undefined],
  ])("for an answer of %i tokens is %s", (max_output, budget) => {
    const { request } = lowerAnthropic(contextOf([user(text("a"))]), modelOf("x", { reasoning: "budget", max_output }));
    expect(request.thinking).toEqual(budget && { type: "enabled", budget_tokens: budget });
  });

  it("is left to a model that decides by itself", () => {
    const { request } = lowerAnthropic(contextOf([user(text("a"))]), modelOf("x", { reasoning: "adaptive" }));
    expect(request.thinking).toEqual({ type: "adaptive", display: "summarized" });
  });
});

it("an empty result is sent to Anthropic without a text, which it refuses", () => {
  const context = contextOf([answer(call("c", "read", {})), user(result("c", "read", " \n"))]);
  const { messages } = lowerAnthropic(context, modelOf("anthropic")).request;
  expect(messages[1]?.content).toEqual([{ type: "tool_result", tool_use_id: "c" }]);
});

it("blanks behind something that is no text are left out for Anthropic", () => {
  const context = contextOf([answer(call("c", "read", {}), text("  "))]);
  expect(lowerAnthropic(context, modelOf("anthropic")).request.messages[0]?.content).toHaveLength(1);
});

it("without tools Anthropic is offered none", () => {
  expect(
    lowerAnthropic(contextOf([user(text("a"))], { tools: [] }), modelOf("anthropic")).request.tools,
  ).toBeUndefined();
});

describe("a message of which nothing is left", () => {
  const context = contextOf([user(text("a")), answer(thought("x")), user(text("b"))]);

  it.each([
    ["Anthropic", lowerAnthropic(context, modelOf("p")).request.messages],
    ["OpenAI Chat", lowerOpenaiChat(context, modelOf("p")).request.messages.slice(1)],
    ["Gemini", lowerGemini(context, modelOf("p")).request.contents],
    ["Ollama", lowerOllama(context, modelOf("p")).request.messages.slice(1)],
    ["a model of another extension", lowerVscodeLm(context, modelOf("p")).request.messages.slice(1)],
  ])("is not sent to %s", (_wire, messages) => {
    expect(messages).toHaveLength(2);
  });
});

describe("a thought for OpenAI", () => {
  const reasoning = (words: string, signature: string) => {
    const context = contextOf([answer(thought(words, signature, "openai"), text("b"))]);
    return itemsOf(context)[0];
  };

  it("goes back under its own name, without a summary where there is none", () => {
    expect(reasoning("", "rs_7:sig:more")).toEqual({
      type: "reasoning",
      id: "rs_7",
      summary: [],
      encrypted_content: "sig:more",
    });
  });

  it("keeps the name it came with, whatever its form", () => {
    for (const id of ["rs_1", "reasoning-1", "a:b/c d"])
      expect(reasoning("", signatureOf(id, "sig"))).toEqual({
        type: "reasoning",
        id,
        summary: [],
        encrypted_content: "sig",
      });
  });

  it("gets a name where its signature has none", () => {
    const summary = [{ type: "summary_text", text: "x" }];
    for (const signature of ["rs_sig", "%:more"])
      expect(reasoning("x", signature)).toEqual({
        type: "reasoning",
        id: "rs_0",
        summary,
        encrypted_content: signature,
      });
  });
});

it("several calls at once are allowed to OpenAI", () => {
  const { request } = lowerOpenaiResponses(contextOf([user(text("a"))]), modelOf("openai"));
  expect(request.parallel_tool_calls).toBe(true);
});

it("the words before a result stand before it for OpenAI", () => {
  const context = contextOf([user(text("before"), result("c", "read", "found"), text("after"))]);
  const types = itemsOf(context).map(({ type }) => type);
  expect(types).toEqual(["message", "function_call_output", "message"]);
});

it("the signature of a last thought goes to Gemini on a part of its own", () => {
  const context = contextOf([answer(text("a"), thought("x", "sig", "gemini"))]);
  const [content] = lowerGemini(context, modelOf("gemini")).request.contents;
  expect(content?.parts).toEqual([{ text: "a" }, { text: "", thoughtSignature: "sig" }]);
});

it.each([
  [{ path: "a" }, { path: "a" }],
  [null, { input: null }],
  [["a"], { input: ["a"] }],
  ["a", { input: "a" }],
  [undefined, { input: undefined }],
])("arguments %j are said as the object %j", (input, object) => {
  expect(inputObject(input)).toEqual(object);
});

it("a model that calls no tools is told results in words", () => {
  const context = contextOf([user(result("c", "read", "body"))]);
  const { messages } = lowerAnthropic(context, modelOf("x", { tools: false, name: "Small" })).request;
  expect(messages[0]?.content).toMatchObject([{ type: "text", text: "body" }]);
});

it("the tools that a model does not call are named with it", () => {
  const { warnings } = lowerAnthropic(contextOf([user(text("a"))]), modelOf("x", { tools: false, name: "Small" }));
  expect(warnings).toEqual([{ what: "tools", why: "not sent; Small does not support tools" }]);
});

it("fields of a profile that a wire has no place for are told, and none where there are none", () => {
  expect([warnOfBody({}), warnOfBody({ body: {} })]).toEqual([[], []]);
  expect(warnOfBody({ body: { seed: 1 } })).toEqual([
    { what: "body", why: "not sent; this model does not accept profile fields" },
  ]);
});
