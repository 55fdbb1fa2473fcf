import { describe, expect, it } from "vitest";
import type { Context } from "../../extension/assemble/context.ts";
import { lowerAnthropic } from "../../extension/lower/anthropic.ts";
import { lowerGemini } from "../../extension/lower/gemini.ts";
import { lowerOllama } from "../../extension/lower/ollama.ts";
import { lowerOpenaiChat } from "../../extension/lower/openai-chat.ts";
import { lowerOpenaiResponses } from "../../extension/lower/openai-responses.ts";
import { lowerVscodeLm } from "../../extension/lower/vscode-lm.ts";
import {
  answer,
  call,
  contextOf,
  everything,
  media,
  modelOf,
  PDF,
  png,
  READ,
  result,
  text,
  thought,
  user,
  WAV,
} from "../fakes/context.ts";

const whys = (warnings: { why: string }[]): string => warnings.map(({ why }) => why).join("\n");

describe("Anthropic Messages", () => {
  it("gets every kind of block in its own shape and order, and nothing is warned about", () => {
    const { request, warnings } = lowerAnthropic(everything(), modelOf("anthropic"));
    expect(warnings).toEqual([]);
    expect(request).toEqual({
      model: "m-1",
      max_tokens: 8192,
      system: [{ type: "text", text: "Be brief.\n\nFolder: app.", cache_control: { type: "ephemeral" } }],
      tools: [
        {
          name: "read",
          description: "Reads a file.",
          input_schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
          cache_control: { type: "ephemeral" },
        },
      ],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Look at " },
            { type: "image", source: { type: "base64", media_type: "image/png", data: png() } },
            { type: "text", text: " and " },
            {
              type: "document",
              source: { type: "base64", media_type: "application/pdf", data: PDF },
              title: "spec.pdf",
            },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "They differ.", signature: "rs_1:sig" },
            { type: "text", text: "Let me read both." },
            { type: "tool_use", id: "call_1", name: "read", input: { path: "a.ts" } },
            {
              type: "tool_use",
              id: "call_2",
              name: "read",
              input: { path: "b.ts" },
              cache_control: { type: "ephemeral" },
            },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "call_1", content: [{ type: "text", text: "one" }] },
            {
              type: "tool_result",
              tool_use_id: "call_2",
              content: [{ type: "text", text: "not there" }],
              is_error: true,
            },
            { type: "text", text: "Go on." },
          ],
        },
      ],
      stream: true,
    });
  });

  it("is never given more than four places where a cache may end", () => {
    const marks = JSON.stringify(lowerAnthropic(everything(), modelOf("anthropic"))).match(/cache_control/g) ?? [];
    expect(marks).toHaveLength(3);
    const bare = contextOf([user(text("hi"))], { layers: [], tools: [], stable: 0 });
    expect(JSON.stringify(lowerAnthropic(bare, modelOf("anthropic")))).not.toContain("cache_control");
  });

  it("never puts the mark on a thought", () => {
    const context = contextOf([user(text("a")), answer(text("b"), thought("c", "s")), user(text("d"))]);
    expect(lowerAnthropic(context, modelOf("anthropic")).request.messages[1]).toEqual({
      role: "assistant",
      content: [
        { type: "text", text: "b", cache_control: { type: "ephemeral" } },
        { type: "thinking", thinking: "c", signature: "s" },
      ],
    });
  });

  it("never gets a text of blanks, which it refuses, and no blank is lost between words", () => {
    const chip = media("a.png", "image/png", png());
    const context = contextOf([user(text("a"), text(" "), chip, text("\n"), text("b"))]);
    const [message] = lowerAnthropic(context, modelOf("anthropic")).request.messages;
    expect(message?.content).toMatchObject([{ text: "a " }, { type: "image" }, { text: "b" }]);
  });

  it("is asked to think the way the model thinks, and gets thoughts of other providers only as a warning", () => {
    const context = contextOf([
      user(text("a")),
      answer(thought("x", "s", "openai"), thought("y"), text("b")),
      user(text("c")),
    ]);
    const { request, warnings } = lowerAnthropic(context, modelOf("anthropic", { reasoning: "budget" }));
    expect(request.thinking).toEqual({ type: "enabled", budget_tokens: 4096 });
    expect(whys(warnings)).toBe("not sent; reasoning from another provider\nnot sent; reasoning has no signature");
    expect(JSON.stringify(request.messages)).not.toContain("thinking");
  });
});

describe("OpenAI Responses", () => {
  it("gets items: messages, reasoning, calls and their results", () => {
    const { request, warnings } = lowerOpenaiResponses(everything(), modelOf("openai", { reasoning: "adaptive" }));
    expect(warnings).toEqual([]);
    expect(request).toMatchObject({
      model: "m-1",
      instructions: "Be brief.\n\nFolder: app.",
      prompt_cache_key: "ses_1",
      store: false,
      stream: true,
      include: ["reasoning.encrypted_content"],
      tools: [{ type: "function", name: "read", strict: false }],
    });
    expect(request.input).toEqual([
      {
        type: "message",
        role: "user",
        content: [
          { type: "input_text", text: "Look at " },
          { type: "input_image", image_url: `data:image/png;base64,${png()}`, detail: "auto" },
          { type: "input_text", text: " and " },
          { type: "input_file", filename: "spec.pdf", file_data: `data:application/pdf;base64,${PDF}` },
        ],
      },
      {
        type: "reasoning",
        id: "rs_1",
        summary: [{ type: "summary_text", text: "They differ." }],
        encrypted_content: "sig",
      },
      { type: "message", role: "assistant", content: "Let me read both." },
      { type: "function_call", call_id: "call_1", name: "read", arguments: '{"path":"a.ts"}' },
      { type: "function_call", call_id: "call_2", name: "read", arguments: '{"path":"b.ts"}' },
      { type: "function_call_output", call_id: "call_1", output: "one" },
      { type: "function_call_output", call_id: "call_2", output: "not there" },
      { type: "message", role: "user", content: [{ type: "input_text", text: "Go on." }] },
    ]);
  });

  it("of a model that does not reason asks for no reasoning", () => {
    const { request } = lowerOpenaiResponses(contextOf([user(text("a"))]), modelOf("openai"));
    expect(request.include).toBeUndefined();
    expect(request.reasoning).toBeUndefined();
  });
});

describe("OpenAI Chat and what speaks like it", () => {
  it("gets the text beside tool results in a user message after them", () => {
    const { request, warnings } = lowerOpenaiChat(everything(), modelOf("custom"));
    expect(request.messages.slice(2)).toEqual([
      {
        role: "assistant",
        content: "Let me read both.",
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "read", arguments: '{"path":"a.ts"}' } },
          { id: "call_2", type: "function", function: { name: "read", arguments: '{"path":"b.ts"}' } },
        ],
      },
      { role: "tool", tool_call_id: "call_1", content: "one" },
      { role: "tool", tool_call_id: "call_2", content: "not there" },
      { role: "user", content: "Go on." },
    ]);
    expect(request.messages[1]).toMatchObject({
      content: [
        { text: "Look at " },
        { type: "image_url", image_url: { url: `data:image/png;base64,${png()}` } },
        { text: " and " },
        { text: "[attachment: spec.pdf]" },
      ],
    });
    expect(warnings.map(({ what }) => what)).toEqual(["file-attachment spec.pdf", "reasoning"]);
  });

  it("hears sound where the model says it does", () => {
    const context = contextOf([user(media("a.wav", "audio/wav", WAV), media("b.mp3", "audio/mpeg", WAV))]);
    expect(lowerOpenaiChat(context, modelOf("custom")).request.messages[1]).toMatchObject({
      content: [{ input_audio: { format: "wav", data: WAV } }, { input_audio: { format: "mp3" } }],
    });
    const { request, warnings } = lowerOpenaiChat(context, modelOf("custom", { accepts: [] }));
    expect(JSON.stringify(request)).not.toContain(WAV);
    expect(warnings).toHaveLength(2);
  });
});

describe("Gemini", () => {
  it("gets parts, the signature on the part after its thought, and results by name", () => {
    const { request, warnings } = lowerGemini(everything(), modelOf("gemini"));
    expect(warnings).toEqual([]);
    expect(request).toEqual({
      model: "m-1",
      systemInstruction: { role: "user", parts: [{ text: "Be brief.\n\nFolder: app." }] },
      tools: [
        { functionDeclarations: [expect.objectContaining({ name: "read", parametersJsonSchema: READ.input_schema })] },
      ],
      generationConfig: { maxOutputTokens: 8192 },
      contents: [
        {
          role: "user",
          parts: [
            { text: "Look at " },
            { inlineData: { mimeType: "image/png", data: png() } },
            { text: " and " },
            { inlineData: { mimeType: "application/pdf", data: PDF } },
          ],
        },
        {
          role: "model",
          parts: [
            { text: "Let me read both.", thoughtSignature: "rs_1:sig" },
            { functionCall: { id: "call_1", name: "read", args: { path: "a.ts" } } },
            { functionCall: { id: "call_2", name: "read", args: { path: "b.ts" } } },
          ],
        },
        {
          role: "user",
          parts: [
            { functionResponse: { id: "call_1", name: "read", response: { output: "one" } } },
            { functionResponse: { id: "call_2", name: "read", response: { error: "not there" } } },
            { text: "Go on." },
          ],
        },
      ],
    });
  });

  it("takes sound and film", () => {
    const context = contextOf([user(media("a.mp4", "video/mp4", WAV), media("b.ogg", "audio/ogg", WAV))]);
    expect(lowerGemini(context, modelOf("gemini")).request.contents[0]?.parts).toEqual([
      { inlineData: { mimeType: "video/mp4", data: WAV } },
      { inlineData: { mimeType: "audio/ogg", data: WAV } },
    ]);
  });
});

describe("Ollama", () => {
  it("gets one text with the pictures' places marked, and the window to load the model with", () => {
    const { request } = lowerOllama(everything(), modelOf("ollama", { context_window: 32_768 }));
    expect(request.options).toEqual({ num_ctx: 32_768, num_predict: 8192 });
    expect(request.messages).toEqual([
      { role: "system", content: "Be brief.\n\nFolder: app." },
      {
        role: "user",
        content: "Look at \n[image 1: shot.png]\n and \n[attachment: spec.pdf]",
        images: [png()],
      },
      {
        role: "assistant",
        content: "Let me read both.",
        thinking: "They differ.",
        tool_calls: [
          { function: { name: "read", arguments: { path: "a.ts" } } },
          { function: { name: "read", arguments: { path: "b.ts" } } },
        ],
      },
      { role: "tool", tool_name: "read", content: "one" },
      { role: "tool", tool_name: "read", content: "not there" },
      { role: "user", content: "Go on." },
    ]);
  });
});

describe("a model of another extension", () => {
  it("gets text, pictures and tool parts; thoughts are left out and said", () => {
    const { request, warnings } = lowerVscodeLm(everything(), modelOf("vscode-lm"));
    expect(request.messages.map(({ content }) => content.map(({ type }) => type))).toEqual([
      ["text"],
      ["text", "data", "text", "text"],
      ["text", "tool-call", "tool-call"],
      ["tool-result", "tool-result", "text"],
    ]);
    expect(request.tools?.map(({ name }) => name)).toEqual(["read"]);
    expect(warnings).toHaveLength(2);
  });
});

const all: [
  string,
  (context: Context, model: ReturnType<typeof modelOf>) => { request: unknown; warnings: { why: string }[] },
][] = [
  ["anthropic", lowerAnthropic],
  ["openai", lowerOpenaiResponses],
  ["custom", lowerOpenaiChat],
  ["gemini", lowerGemini],
  ["ollama", lowerOllama],
  ["vscode-lm", lowerVscodeLm],
];

describe.each(all)("every wire: %s", (provider, lower) => {
  const picture = (data = png()): Context => contextOf([user(media("shot.png", "image/png", data), text("?"))]);

  it("sends a picture as its name to a model that does not see, in history as in the turn, and as bytes to one that does", () => {
    const context = contextOf([user(media("old.png", "image/png", png(7))), answer(text("ok")), ...picture().messages]);
    const blind = lower(context, modelOf(provider, { accepts: [] }));
    expect(JSON.stringify(blind.request)).toContain("[attachment: old.png]");
    expect(JSON.stringify(blind.request)).not.toContain(png(7));
    expect(blind.warnings).toHaveLength(2);
    const seeing = JSON.stringify(lower(context, modelOf(provider)).request);
    expect(seeing).toContain(png(7));
    expect(seeing).toContain(png());
  });

  it.each([
    ["too many bytes", "A".repeat(60 << 20), /larger than this provider's limit of \d+ MB/],
    ["too many pixels", png(20_000, 10), /20000 × 10 pixels/],
    ["no bytes", "", /empty or missing/],
  ])("turns a picture of %s into its name, says why, and sends the rest", (_, data, why) => {
    const { request, warnings } = lower(picture(data), modelOf(provider));
    expect(JSON.stringify(request)).toContain("[attachment: shot.png]");
    expect(JSON.stringify(request)).toContain("?");
    expect(whys(warnings)).toMatch(why);
  });

  it("keeps the latest when there are too many together", () => {
    const large = (name: string): ReturnType<typeof media> => media(name, "image/png", png() + "A".repeat(3 << 20));
    const names = Array.from({ length: 24 }, (_, index) => `p${index}.png`);
    const { request, warnings } = lower(contextOf([user(...names.map(large))]), modelOf(provider));
    expect(warnings.length).toBeGreaterThan(0);
    expect(whys(warnings)).toMatch(/the attachments exceed \d+ MB in total/);
    const wire = JSON.stringify(request);
    expect(wire.includes("[attachment: p0.png]")).toBe(true);
    expect(wire.includes("[attachment: p23.png]")).toBe(false);
  });

  it("offers no tools to a model that calls none, and tells earlier calls in words", () => {
    const context = contextOf([user(text("a")), answer(call("c", "read", {})), user(result("c", "read", "body"))]);
    const { request, warnings } = lower(context, modelOf(provider, { tools: false }));
    expect(JSON.stringify(request)).not.toContain("Reads a file.");
    expect(JSON.stringify(request)).toContain("[called read]");
    expect(whys(warnings)).toMatch(/does not support tools/);
  });

  it("says broken arguments to the model that wrote them, as an object", () => {
    const context = contextOf([user(text("a")), answer(call("c", "read", '{"path":')), user(result("c", "read", "x"))]);
    expect(JSON.stringify(JSON.stringify(lower(context, modelOf(provider)).request))).toContain("path");
  });

  it("is pure: the same context gives the same bytes", () => {
    const once = (): string => JSON.stringify(lower(everything(), modelOf(provider)));
    expect(once()).toBe(once());
  });
});
