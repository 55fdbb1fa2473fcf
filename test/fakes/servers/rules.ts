// What a fake server is: its rules, its words and the form in which it streams.
import * as z from "zod/mini";

const Call = z.looseObject({
  id: z.optional(z.string()),
  function: z.looseObject({ name: z.string(), arguments: z.unknown() }),
});

const Part = z.looseObject({
  type: z.string(),
  text: z.optional(z.string()),
  image_url: z.optional(z.looseObject({ url: z.string() })),
});

export const Message = z.looseObject({
  role: z.string(),
  content: z.optional(z.nullable(z.union([z.string(), z.array(Part)]))),
  tool_calls: z.optional(z.array(Call)),
  tool_call_id: z.optional(z.string()),
  reasoning_content: z.optional(z.string()),
  reasoning: z.optional(z.string()),
  reasoning_details: z.optional(z.array(z.looseObject({}))),
  thinking: z.optional(z.string()),
  images: z.optional(z.array(z.string())),
});
export type Message = z.infer<typeof Message>;

export const Request = z.looseObject({ model: z.string(), messages: z.array(Message), stream: z.literal(true) });
export type Request = z.infer<typeof Request>;

/** A rule is broken. The sentence is the server's own. */
export class Refused extends Error {
  readonly status: number;
  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

/** What the model of a server says to a request. */
export interface Reply {
  /** Tells this reply from all others of the conversation. */
  number: number;
  reasoning: string;
  text: string;
  calls: { id: string; name: string; path: string }[];
  /** The stream stops in the midst of its last call, and stays open. */
  holds: boolean;
}

/** What a server has said so far, by the path that each of its calls names. */
export type Memory = ReadonlyMap<string, Reply>;

export interface ServerRules {
  name: string;
  provider: "custom" | "ollama" | "anthropic";
  model: string;
  /** Below the origin: where the user points Galley. */
  base: string;
  path: string;
  /** Picture types that its model reads. */
  accepts: readonly string[];
  /** Whether it shows the reasoning of its model. */
  thinks: boolean;
  /** Brings a request of another API into the form of `Request`. */
  read?: (body: unknown) => unknown;
  /** Throws the refusal of the first rule that the request breaks. */
  check: (request: Request, memory: Memory) => void;
  /** The body of an error response. */
  error: (refused: Refused) => unknown;
  /** The id of the `at`th call of a reply. */
  callId: (number: number, at: number, name: string) => string;
  /** The pieces in which a reply goes over the network. */
  stream: (reply: Reply, request: Request) => string[];
}

/** OpenAI's form of an error, which most servers use. */
export function openaiError({ message }: Refused): unknown {
  return { error: { message, type: "invalid_request_error", param: null, code: "invalid_request_error" } };
}
