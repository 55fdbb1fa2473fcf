// The assembled context: what the model will read, in order, before any wire's shape.
import type { AnswerPhase, ReasoningField } from "../message/message.ts";
import type { Range } from "../message/range.ts";

/** Where a block came from, for the inspector and for wires that keep structure. */
interface Origin {
  /** The part's type. */
  kind: string;
  /** As people name it: `src/a.ts:10-25`. Empty for plain text. */
  name: string;
  path?: string;
  range?: Range;
  tokens: number;
}

/** A file as it stands behind a block, for wires that have a place for files. */
export interface FileSource {
  /** As messages write it. An attachment has none: only Galley stores it. */
  path?: string;
  /** A link to somewhere else. */
  url?: string;
  range?: Range;
  name: string;
  mime?: string;
  size?: number;
  /** Its text, or that of the range, without label and fence. `undefined` when its content is not sent. */
  text?: string;
  /** The text differs from what is on disk. */
  unsaved?: boolean;
  /** Of an attachment: under which its bytes are stored. */
  content_id?: string;
  /** Of an attachment: its bytes, as base64. */
  data?: () => string;
}

/** In every block, `text` is exactly what a text-only wire sends. */
export interface TextBlock {
  type: "text";
  text: string;
  /** Of an answer of OpenAI's; returns as it came. */
  phase?: AnswerPhase;
  origin: Origin;
  /** Set when it stands for a file. */
  file?: () => FileSource;
}

/** An attachment with its bytes. The wire decides from the model what goes: the bytes, or the text that stands for them. */
export interface MediaBlock {
  type: "media";
  name: string;
  mime: string;
  /** Of the original. */
  size: number;
  /** base64, loaded only when the wire takes it. */
  data: () => string;
  /** Sent in place of the bytes by a wire that does not accept them. */
  text: string;
  origin: Origin;
  file?: () => FileSource;
}

/** Goes back to the provider that thought it, as it came. */
export interface ReasoningBlock {
  type: "reasoning";
  /** The provider that thought it, where that is known: a signature is worth nothing to another. */
  provider?: string;
  text: string;
  signature?: string;
  redacted?: string;
  /** Of unsigned reasoning: the field it came in. */
  field?: ReasoningField;
  /** The server's own form of it. */
  details?: readonly unknown[];
  origin: Origin;
}

export interface ToolCallBlock {
  type: "tool-call";
  id: string;
  name: string;
  input: unknown;
  /** What the server attached to the call. */
  extra?: unknown;
  text: string;
  origin: Origin;
}

/** In a user message, before everything else of it. */
export interface ToolResultBlock {
  type: "tool-result";
  id: string;
  name: string;
  text: string;
  is_error: boolean;
  origin: Origin;
}

export type Block = TextBlock | MediaBlock | ReasoningBlock | ToolCallBlock | ToolResultBlock;

export interface ContextMessage {
  id: string;
  role: "user" | "assistant";
  blocks: Block[];
}

/** A tool the model may call. `input_schema` is JSON Schema. */
export interface ToolSpec {
  name: string;
  description: string;
  input_schema: Record<string, unknown>;
}

export interface Layer {
  id: string;
  text: string;
}

export interface Context {
  /** Names the conversation to wires that keep a cache per conversation. */
  session_id: string;
  layers: Layer[];
  tools: ToolSpec[];
  messages: ContextMessage[];
  /**
   * How many blocks, counted from the last, have not been sent to an agent that remembers the conversation. Default:
   * those of the last message.
   */
  unheard?: number;
  /** What the answer will mostly repeat. A wire that takes it answers faster; others leave it out. */
  prediction?: string;
  /** The agent session that has answered in this turn already: the rest of the turn goes to it. */
  agent_session?: string;
  /** Request fields of the profile: the wire merges them over its own. */
  body?: Record<string, unknown>;
  /** How many messages, from the first, the next request will repeat byte for byte: where a cache may end. */
  stable: number;
}

/** Layers in their order, joined by a blank line. */
export function systemText(layers: readonly Layer[]): string {
  return layers.map((layer) => layer.text).join("\n\n");
}
