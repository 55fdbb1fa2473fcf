// Asks the model of a conversation a question outside its turns: sends the given messages only, and returns text.
import type { Block, Context } from "../assemble/context.ts";
import { estimateTokens } from "../assemble/tokens/estimate.ts";
import { mediaTokens } from "../assemble/tokens/media-tokens.ts";
import type { Sampled, SamplingMessage, SamplingWanted } from "../mcp/answering.ts";
import type { Model } from "../message/model.ts";
import { reasonOf } from "../text/reason.ts";
import { prepare, type WirePorts } from "../turn/wire.ts";
import * as words from "./words.ts";

export interface SamplingPorts extends WirePorts {
  model: (conversationId: string) => Model;
}

/** Never rejects. Stores nothing in the conversation. */
export async function sampleModel(
  ports: SamplingPorts,
  conversationId: string,
  { system, messages, max_tokens }: SamplingWanted,
  signal: AbortSignal,
): Promise<Sampled> {
  const model = ports.model(conversationId);
  // An agent would answer in its own session, and remember an exchange that the user has not seen.
  if (model.keeps_session === true) return { ok: false, failure: words.agentTakesNone };
  const context: Context = {
    session_id: conversationId,
    layers: system === "" ? [] : [{ id: "sampling", text: system }],
    tools: [],
    messages: messages.map((message, index) => ({
      id: `sampling-${index}`,
      role: message.role,
      blocks: toBlocks(message),
    })),
    stable: 0,
  };
  try {
    const bounded = { ...model, max_output: Math.min(model.max_output, max_tokens) };
    let text = "";
    for await (const event of prepare(context, bounded, ports).send(signal)) {
      if (event.type === "text") text += event.text;
      else if (event.type === "failed") return { ok: false, failure: event.failure.message };
    }
    if (signal.aborted) return { ok: false, failure: words.stopped };
    return text.trim() === ""
      ? { ok: false, failure: words.emptyAnswer }
      : { ok: true, value: { text, model: model.id } };
  } catch (error) {
    return { ok: false, failure: reasonOf(error) };
  }
}

function toBlocks({ content }: SamplingMessage): Block[] {
  return content.map((piece): Block => {
    if (piece.type === "text") {
      const origin = { kind: "text", name: "", tokens: estimateTokens(piece.text, "prose") };
      return { type: "text", text: piece.text, origin };
    }
    const { mime, data } = piece;
    const size = Math.floor((data.length * 3) / 4);
    const origin = { kind: "file-attachment", name: words.picture, tokens: mediaTokens(mime, size) };
    return { type: "media", name: words.picture, mime, size, data: () => data, text: words.pictureText(mime), origin };
  });
}
