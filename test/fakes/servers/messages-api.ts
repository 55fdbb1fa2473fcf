// Anthropic's Messages API as other servers speak it: a request read into the common form, and a reply as its events.
import * as z from "zod/mini";
import { halves } from "./chunks.ts";
import type { Reply } from "./rules.ts";

const Block = z.looseObject({
  type: z.string(),
  text: z.optional(z.string()),
  thinking: z.optional(z.string()),
  id: z.optional(z.string()),
  name: z.optional(z.string()),
  input: z.optional(z.unknown()),
  tool_use_id: z.optional(z.string()),
  source: z.optional(z.looseObject({ media_type: z.string(), data: z.string() })),
});
type Block = z.infer<typeof Block>;

const Body = z.looseObject({
  // https://docs.anthropic.com/en/api/messages
  max_tokens: z.int(),
  messages: z.array(z.object({ role: z.enum(["user", "assistant"]), content: z.array(Block) })),
});

export function readMessages(body: unknown): unknown {
  const { messages, ...rest } = Body.parse(body);
  return {
    ...rest,
    messages: messages.flatMap(({ role, content }) => (role === "user" ? toUser(content) : [toAnswer(content)])),
  };
}

function toUser(blocks: readonly Block[]): object[] {
  const results = blocks.filter(({ type }) => type === "tool_result");
  const parts = blocks
    .filter(({ type }) => type !== "tool_result")
    .map(({ type, text, source }) =>
      source === undefined
        ? { type, text }
        : { type: "image_url", image_url: { url: `data:${source.media_type};base64,${source.data}` } },
    );
  const told = results.map(({ tool_use_id }) => ({ role: "tool", tool_call_id: tool_use_id, content: "" }));
  return parts.length === 0 ? told : [...told, { role: "user", content: parts }];
}

function toAnswer(blocks: readonly Block[]): object {
  const calls = blocks.filter(({ type }) => type === "tool_use");
  const thoughts = blocks.filter(({ type }) => type === "thinking");
  return {
    role: "assistant",
    content: blocks.map(({ text }) => text ?? "").join(""),
    ...(thoughts.length > 0 && { thinking: thoughts.map(({ thinking }) => thinking ?? "").join("") }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, input }) => ({ id, function: { name, arguments: input } })),
    }),
  };
}

const event = (data: { type: string; [field: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

/** Thinking comes without a signature: https://github.com/NousResearch/hermes-agent/pull/17510 */
export function messageEvents({ number, reasoning, text, calls, holds }: Reply, model: string): string[] {
  const usage = { input_tokens: 100, output_tokens: 1 };
  const blocks = [
    {
      begin: { type: "thinking", thinking: "" },
      deltas: halves(reasoning).map((thinking) => ({ type: "thinking_delta", thinking })),
    },
    ...(text === ""
      ? []
      : [
          {
            begin: { type: "text", text: "" },
            deltas: halves(text).map((words) => ({ type: "text_delta", text: words })),
          },
        ]),
    ...calls.map(({ id, name, path }) => ({
      begin: { type: "tool_use", id, name, input: {} },
      deltas: halves(JSON.stringify({ path })).map((partial_json) => ({ type: "input_json_delta", partial_json })),
    })),
  ];
  const said = blocks.flatMap(({ begin, deltas }, index) => [
    event({ type: "content_block_start", index, content_block: begin }),
    ...deltas.map((delta) => event({ type: "content_block_delta", index, delta })),
    event({ type: "content_block_stop", index }),
  ]);
  const message = { id: `msg_${number}`, type: "message", role: "assistant", model, content: [], usage };
  const start = event({ type: "message_start", message });
  // Without the second half of the arguments and the end of their block.
  if (holds) return [start, ...said.slice(0, -2)];
  const stop_reason = calls.length > 0 ? "tool_use" : "end_turn";
  const end = event({
    type: "message_delta",
    delta: { stop_reason, stop_sequence: null },
    usage: { output_tokens: 20 },
  });
  return [start, ...said, end, event({ type: "message_stop" })];
}
