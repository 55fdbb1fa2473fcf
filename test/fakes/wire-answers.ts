// What each provider's stream looks like on the wire, piece by piece.

export type WireName = "anthropic" | "openai-responses" | "openai-chat" | "gemini" | "ollama";

export interface WireAnswers {
  /** "Hello world", with usage and an end. */
  plain: () => string[];
  /** A thought with its proof, words, and two tool calls at once whose arguments stream. */
  rich: () => string[];
  /** A call whose arguments are no JSON, where the wire can carry such. */
  brokenArguments: () => string[] | undefined;
  /** An end with nothing before it. */
  empty: () => string[];
  refusal: () => string[] | undefined;
  length: () => string[];
  /** An error that comes in the stream. */
  error: () => string[];
  /** One piece of the answer, with these words. */
  piece: (words: string) => string;
  malformed: string;
}

const sse = (data: unknown, event?: string): string =>
  `${event === undefined ? "" : `event: ${event}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;

// Anthropic

const a = (data: { type: string } & Record<string, unknown>): string => sse(data, data.type);
const aStart = (): string =>
  a({
    type: "message_start",
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "m-1",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 100, cache_creation_input_tokens: 5 },
    },
  });
const aBlock = (index: number, block: object, ...deltas: object[]): string[] => [
  a({ type: "content_block_start", index, content_block: block }),
  ...deltas.map((delta) => a({ type: "content_block_delta", index, delta })),
  a({ type: "content_block_stop", index }),
];
const aText = (index: number, ...words: string[]): string[] =>
  aBlock(index, { type: "text", text: "" }, ...words.map((text) => ({ type: "text_delta", text })));
const aEnd = (reason: string): string[] => [
  a({ type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 7 } }),
  a({ type: "message_stop" }),
];
const aCall = (index: number, id: string, ...json: string[]): string[] =>
  aBlock(
    index,
    { type: "tool_use", id, name: "read", input: {} },
    ...json.map((partial_json) => ({ type: "input_json_delta", partial_json })),
  );

const anthropic: WireAnswers = {
  plain: () => [aStart(), a({ type: "ping" }), ...aText(0, "Hello", " world"), ...aEnd("end_turn")],
  rich: () => [
    aStart(),
    ...aBlock(
      0,
      { type: "thinking", thinking: "", signature: "" },
      { type: "thinking_delta", thinking: "Let me " },
      { type: "thinking_delta", thinking: "see." },
      { type: "signature_delta", signature: "c2ln" },
    ),
    ...aBlock(1, { type: "redacted_thinking", data: "aGlkZGVu" }),
    ...aText(2, "Reading."),
    ...aCall(3, "call_1", "", '{"pa', 'th":"a.ts"}'),
    ...aCall(4, "call_2", '{"path":"b.ts"}'),
    ...aEnd("tool_use"),
  ],
  brokenArguments: () => [aStart(), ...aCall(0, "call_1", '{"path":'), ...aEnd("tool_use")],
  empty: () => [aStart(), ...aEnd("end_turn")],
  refusal: () => [aStart(), ...aText(0, "No."), ...aEnd("refusal")],
  length: () => [aStart(), ...aText(0, "Hello"), ...aEnd("max_tokens")],
  error: () => [
    aStart(),
    ...aText(0, "Hello").slice(0, 2),
    a({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
  ],
  piece: (words) => a({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: words } }),
  malformed: 'event: content_block_delta\ndata: {"type": oops\n\n',
};

// OpenAI Responses

const response = (more: object): object => ({ id: "resp_1", object: "response", model: "m-1", output: [], ...more });
const rStart = (): string[] => [
  a({ type: "response.created", response: response({ status: "in_progress" }) }),
  a({ type: "response.in_progress", response: response({ status: "in_progress" }) }),
];
const usage = { input_tokens: 115, output_tokens: 7, total_tokens: 122, input_tokens_details: { cached_tokens: 100 } };
const rEnd = (): string => a({ type: "response.completed", response: response({ status: "completed", usage }) });
const rText = (...words: string[]): string[] => [
  a({
    type: "response.output_item.added",
    output_index: 0,
    item: { type: "message", id: "m", role: "assistant", content: [] },
  }),
  ...words.map((delta) =>
    a({ type: "response.output_text.delta", item_id: "m", output_index: 0, content_index: 0, delta }),
  ),
  a({ type: "response.output_text.done", item_id: "m", output_index: 0, content_index: 0, text: words.join("") }),
];
const rCall = (at: number, id: string, ...json: string[]): string[] => {
  const item = { type: "function_call", id: `fc_${at}`, call_id: id, name: "read", arguments: "" };
  return [
    a({ type: "response.output_item.added", output_index: at, item }),
    ...json.map((delta) =>
      a({ type: "response.function_call_arguments.delta", item_id: item.id, output_index: at, delta }),
    ),
    a({ type: "response.output_item.done", output_index: at, item: { ...item, arguments: json.join("") } }),
  ];
};

const openaiResponses: WireAnswers = {
  plain: () => [...rStart(), ...rText("Hello", " world"), rEnd()],
  rich: () => [
    ...rStart(),
    a({ type: "response.output_item.added", output_index: 0, item: { type: "reasoning", id: "rs_1", summary: [] } }),
    a({
      type: "response.reasoning_summary_part.added",
      item_id: "rs_1",
      summary_index: 0,
      part: { type: "summary_text", text: "" },
    }),
    a({ type: "response.reasoning_summary_text.delta", item_id: "rs_1", summary_index: 0, delta: "Let me " }),
    a({ type: "response.reasoning_summary_text.delta", item_id: "rs_1", summary_index: 0, delta: "see." }),
    a({
      type: "response.output_item.done",
      output_index: 0,
      item: { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "c2ln" },
    }),
    ...rText("Reading."),
    ...rCall(2, "call_1", '{"pa', 'th":"a.ts"}'),
    ...rCall(3, "call_2", '{"path":"b.ts"}'),
    rEnd(),
  ],
  brokenArguments: () => [...rStart(), ...rCall(0, "call_1", '{"path":'), rEnd()],
  empty: () => [...rStart(), rEnd()],
  refusal: () => [...rStart(), a({ type: "response.refusal.delta", item_id: "m", delta: "No." }), rEnd()],
  length: () => [
    ...rStart(),
    ...rText("Hello"),
    a({
      type: "response.incomplete",
      response: response({ status: "incomplete", usage, incomplete_details: { reason: "max_output_tokens" } }),
    }),
  ],
  error: () => [
    ...rStart(),
    ...rText("Hello"),
    a({
      type: "response.failed",
      response: response({ status: "failed", error: { code: "server_error", message: "It broke." } }),
    }),
  ],
  piece: (words) => a({ type: "response.output_text.delta", item_id: "m", delta: words }),
  malformed: "event: response.output_text.delta\ndata: {oops\n\n",
};

// OpenAI Chat

const c = (delta: object, finish: string | null = null, more: object = {}): string =>
  sse({
    id: "c",
    object: "chat.completion.chunk",
    model: "m-1",
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  });
const cEnd = (reason: string): string[] => [
  c({}, reason),
  sse({
    id: "c",
    object: "chat.completion.chunk",
    model: "m-1",
    choices: [],
    usage: {
      prompt_tokens: 115,
      completion_tokens: 7,
      total_tokens: 122,
      prompt_tokens_details: { cached_tokens: 100 },
    },
  }),
  sse("[DONE]"),
];
const cCall = (index: number, piece: object): string => c({ tool_calls: [{ index, ...piece }] });

const openaiChat: WireAnswers = {
  plain: () => [
    c({ role: "assistant", content: "" }),
    c({ content: "Hello" }),
    c({ content: " world" }),
    ...cEnd("stop"),
  ],
  rich: () => [
    c({ role: "assistant", reasoning_content: "Let me " }),
    c({ reasoning_content: "see." }),
    c({ content: "Reading." }),
    cCall(0, { id: "call_1", type: "function", function: { name: "read", arguments: "" } }),
    cCall(0, { function: { arguments: '{"pa' } }),
    cCall(0, { function: { arguments: 'th":"a.ts"}' } }),
    cCall(1, { id: "call_2", type: "function", function: { name: "read", arguments: '{"path":"b.ts"}' } }),
    ...cEnd("tool_calls"),
  ],
  brokenArguments: () => [
    cCall(0, { id: "call_1", type: "function", function: { name: "read", arguments: '{"path":' } }),
    ...cEnd("tool_calls"),
  ],
  empty: () => [c({ role: "assistant", content: "" }), ...cEnd("stop")],
  refusal: () => [c({ refusal: "No." }), ...cEnd("stop")],
  length: () => [c({ content: "Hello" }), ...cEnd("length")],
  error: () => [c({ content: "Hello" }), sse({ error: { message: "It broke.", type: "server_error" } })],
  piece: (words) => c({ content: words }),
  malformed: "data: {oops\n\n",
};

// Gemini

const g = (parts: object[], finish?: string): string =>
  sse({
    candidates: [
      { index: 0, content: { role: "model", parts }, ...(finish !== undefined && { finishReason: finish }) },
    ],
    usageMetadata: {
      promptTokenCount: 115,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 2,
      cachedContentTokenCount: 100,
    },
    responseId: "resp",
  });

const gemini: WireAnswers = {
  plain: () => [g([{ text: "Hello" }]), g([{ text: " world" }], "STOP")],
  rich: () => [
    g([{ text: "Let me ", thought: true }]),
    g([{ text: "see.", thought: true }]),
    g([{ text: "Reading." }]),
    g([
      { functionCall: { id: "call_1", name: "read", args: { path: "a.ts" } }, thoughtSignature: "c2ln" },
      { functionCall: { id: "call_2", name: "read", args: { path: "b.ts" } } },
    ]),
    g([], "STOP"),
  ],
  brokenArguments: () => [g([{ text: "Hello" }]), g([], "MALFORMED_FUNCTION_CALL")],
  empty: () => [g([], "STOP")],
  refusal: () => [g([{ text: "No." }], "SAFETY")],
  length: () => [g([{ text: "Hello" }], "MAX_TOKENS")],
  error: () => [
    g([{ text: "Hello" }]),
    sse({ error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } }),
  ],
  piece: (words) => g([{ text: words }]),
  malformed: "data: {oops\n\n",
};

// Ollama

const o = (message: object, more: object = { done: false }): string =>
  `${JSON.stringify({ model: "m-1", created_at: "2026-11-15T08:00:00Z", message: { role: "assistant", content: "", ...message }, ...more })}\n`;
const oEnd = (reason = "stop"): string =>
  o({}, { done: true, done_reason: reason, prompt_eval_count: 115, eval_count: 7 });

const ollama: WireAnswers = {
  plain: () => [o({ content: "Hello" }), o({ content: " world" }), oEnd()],
  rich: () => [
    o({ thinking: "Let me " }),
    o({ thinking: "see." }),
    o({ content: "Reading." }),
    o({
      tool_calls: [
        { function: { name: "read", arguments: { path: "a.ts" } } },
        { function: { name: "read", arguments: { path: "b.ts" } } },
      ],
    }),
    oEnd(),
  ],
  brokenArguments: () => undefined,
  empty: () => [oEnd()],
  refusal: () => undefined,
  length: () => [o({ content: "Hello" }), oEnd("length")],
  error: () => [o({ content: "Hello" }), `${JSON.stringify({ error: "the model runner has stopped" })}\n`],
  piece: (words) => o({ content: words }),
  malformed: "{oops\n",
};

export const answers: Readonly<Record<WireName, WireAnswers>> = {
  anthropic,
  "openai-responses": openaiResponses,
  "openai-chat": openaiChat,
  gemini,
  ollama,
};
