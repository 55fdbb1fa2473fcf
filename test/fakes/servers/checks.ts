// Rules that several servers have in common, each told in the words of the server that checks it.
import { type Memory, type Message, Refused, type Reply, type Request } from "./rules.ts";

type Part = Extract<NonNullable<Message["content"]>, readonly unknown[]>[number];

export const idsOf = ({ tool_calls }: Message): string[] => (tool_calls ?? []).map(({ id }) => id ?? "");

export const partsOf = ({ content }: Message): readonly Part[] => (Array.isArray(content) ? content : []);

export function textOf(message: Message): string {
  const { content } = message;
  if (typeof content === "string") return content;
  return partsOf(message)
    .map(({ text }) => text ?? "")
    .join("\n");
}

/** The path that a call of the fake tools names. */
function pathOf(call: NonNullable<Message["tool_calls"]>[number]): string {
  const given = call.function.arguments;
  const input: unknown = typeof given === "string" ? JSON.parse(given) : given;
  const path: unknown = typeof input === "object" && input !== null ? Reflect.get(input, "path") : undefined;
  return typeof path === "string" ? path : "";
}

/** The reply that a message repeats, if it is one of this server's. */
export function ownReply({ tool_calls }: Message, memory: Memory): Reply | undefined {
  const [first] = tool_calls ?? [];
  return first === undefined ? undefined : memory.get(pathOf(first));
}

/** Each call is followed by its result, at once, and each result follows its call. Ids are those the server gave. */
export function checkPairs(
  { messages }: Request,
  memory: Memory,
  words: { missing: (ids: string, at: number) => string; stray: (at: number) => string },
): void {
  let open: string[] = [];
  for (const [at, message] of messages.entries()) {
    if (message.role === "tool") {
      if (!open.includes(message.tool_call_id ?? "")) throw new Refused(words.stray(at));
      open = open.filter((id) => id !== message.tool_call_id);
      continue;
    }
    if (open.length > 0) throw new Refused(words.missing(open.join(", "), at));
    open = idsOf(message);
    const own = ownReply(message, memory)?.calls.map(({ id }) => id);
    if (own !== undefined && own.join() !== open.join())
      throw new Refused(`tool call ids ${open.join()} are not those that were given: ${own.join()}`);
  }
  if (open.length > 0) throw new Refused(words.missing(open.join(", "), messages.length));
}

export const PAIR_WORDS = {
  missing: (ids: string): string =>
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids}`,
  stray: (at: number): string =>
    `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'. (messages[${at}])`,
};

/** The fields of a request that the server does not know. */
export function strangersIn(given: object, known: readonly string[]): string[] {
  return Object.keys(given).filter((name) => !known.includes(name));
}

/** What all of them know. */
export const REQUEST_FIELDS = ["model", "messages", "tools", "max_tokens", "stream", "stream_options"];

export const MESSAGE_FIELDS = ["role", "content", "tool_calls", "tool_call_id"];

/** Pictures stand in user messages only, as `data:` of a type that the server reads, and are what they say. */
export function checkPictures(
  { messages }: Request,
  accepts: readonly string[],
  words: (type: string, at: number) => string,
): void {
  for (const [at, message] of messages.entries())
    for (const { type, image_url } of partsOf(message)) {
      if (type === "text" || type === "thinking") continue;
      const mime = /^data:([^;]+);base64,iVBORw0KGgo/.exec(image_url?.url ?? "")?.[1];
      if (message.role !== "user" || mime !== "image/png" || !accepts.includes(mime))
        throw new Refused(words(type, at));
    }
}

/** The user speaks first and last, or the results of tools stand last. */
export function checkEnds({ messages }: Request, words: (role: string) => string): void {
  const last = messages.at(-1)?.role ?? "";
  if (last !== "user" && last !== "tool") throw new Refused(words(last));
}

/** An answer says something or calls something. */
export function checkEmpty({ messages }: Request, words: (at: number) => string): void {
  for (const [at, message] of messages.entries())
    if (message.role === "assistant" && textOf(message).trim() === "" && idsOf(message).length === 0)
      if (partsOf(message).length === 0) throw new Refused(words(at));
}

/** The reasoning that led to a call of the server's own comes back word for word. */
export function checkReasoning(
  { messages }: Request,
  memory: Memory,
  read: (message: Message) => string | undefined,
  words: (at: number) => string,
): void {
  for (const [at, message] of messages.entries()) {
    const own = ownReply(message, memory);
    if (own !== undefined && read(message) !== own.reasoning) throw new Refused(words(at));
  }
}
