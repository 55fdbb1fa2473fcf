// Contexts built by hand: every kind of block, for the wires.
import type {
  Block,
  Context,
  ContextMessage,
  MediaBlock,
  ReasoningBlock,
  TextBlock,
  ToolCallBlock,
  ToolResultBlock,
  ToolSpec,
} from "../../extension/assemble/context.ts";
import type { Model } from "../../extension/message/model.ts";

const origin = (kind: string, name = ""): Block["origin"] => ({ kind, name, tokens: 1 });

export const text = (words: string): TextBlock => ({ type: "text", text: words, origin: origin("text") });

export const media = (name: string, mime: string, data: string): MediaBlock => ({
  type: "media",
  name,
  mime,
  size: Math.floor((data.length * 3) / 4),
  data: () => data,
  text: `[attachment: ${name}]`,
  origin: origin("file-attachment", name),
});

export const thought = (words: string, signature?: string, provider?: string): ReasoningBlock => ({
  type: "reasoning",
  text: words,
  ...(signature !== undefined && { signature }),
  ...(provider !== undefined && { provider }),
  origin: origin("reasoning"),
});

export const call = (id: string, name: string, input: unknown): ToolCallBlock => ({
  type: "tool-call",
  id,
  name,
  input,
  text: `[called ${name}]`,
  origin: origin("tool-call", name),
});

export const result = (id: string, name: string, words: string, isError = false): ToolResultBlock => ({
  type: "tool-result",
  id,
  name,
  text: words,
  is_error: isError,
  origin: origin("tool-result", name),
});

export const user = (...blocks: Block[]): ContextMessage => ({ id: "u", role: "user", blocks });
export const answer = (...blocks: Block[]): ContextMessage => ({ id: "a", role: "assistant", blocks });

export const READ: ToolSpec = {
  name: "read",
  description: "Reads a file.",
  input_schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};

export function contextOf(messages: ContextMessage[], more: Partial<Context> = {}): Context {
  return {
    session_id: "ses_1",
    layers: [
      { id: "agent.system", text: "Be brief." },
      { id: "env.project", text: "Folder: app." },
    ],
    tools: [READ],
    messages,
    stable: messages.length - 1,
    ...more,
  };
}

export function modelOf(provider: string, more: Partial<Model> = {}): Model {
  return {
    provider,
    id: "m-1",
    context_window: 200_000,
    max_output: 8192,
    accepts: ["image/*", "application/pdf", "audio/*", "video/*"],
    tools: true,
    ...more,
  };
}

/** The least PNG, as wide and high as its header says. */
export function png(width = 1, height = 1): string {
  const header = Buffer.alloc(33);
  header.write("\x89PNG\r\n\x1a\n", 0, "latin1");
  header.writeUInt32BE(13, 8);
  header.write("IHDR", 12, "latin1");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header.set([8, 2, 0, 0, 0], 24);
  return header.toString("base64");
}

export const PDF = Buffer.from("%PDF-1.4\n%%EOF").toString("base64");
export const WAV = Buffer.from("RIFF\0\0\0\0WAVE").toString("base64");

/** A conversation that holds everything there is. */
export function everything(): Context {
  return contextOf(
    [
      user(
        text("Look at "),
        media("shot.png", "image/png", png()),
        text(" and "),
        media("spec.pdf", "application/pdf", PDF),
      ),
      answer(
        thought("They differ.", "rs_1:sig"),
        text("Let me read both."),
        call("call_1", "read", { path: "a.ts" }),
        call("call_2", "read", { path: "b.ts" }),
      ),
      user(result("call_1", "read", "one"), result("call_2", "read", "not there", true), text("Go on.")),
    ],
    { stable: 2 },
  );
}
