// A reply as the chunks of Chat Completions, in the form of one server.
import type { Reply, Request } from "./rules.ts";

export interface ChunkForm {
  model: string;
  /** The delta that carries reasoning; none where the server keeps it to itself. */
  reasoning?: (text: string, reply: Reply) => object[];
  text?: (text: string) => object;
  /** Calls come in one piece each. */
  isWhole?: boolean;
  /** What the later pieces of a call say of its id and name. */
  later?: { id?: string | null; name?: string | null };
  /** Without it calls have no index. */
  hasIndex?: boolean;
  /** The finish reason of a reply with calls; `null` when only `[DONE]` ends it. */
  toolFinish?: string | null;
  usage: "own chunk" | "with the finish" | "in the choice" | "x_groq";
  /** Before everything else, as it goes over the network. */
  before?: string[];
  /** Further fields of each choice. */
  choice?: object;
}

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

export const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

export function chunksOf(reply: Reply, request: Request, form: ChunkForm): string[] {
  const head = {
    id: `chatcmpl-${reply.number}`,
    object: "chat.completion.chunk",
    created: 1_790_000_000,
    model: form.model,
  };
  const chunk = (delta: object, finish: string | null = null, more: object = {}, inChoice: object = {}): string =>
    event({ ...head, choices: [{ index: 0, delta, finish_reason: finish, ...form.choice, ...inChoice }], ...more });
  const say = form.text ?? ((content: string) => ({ content }));
  const pieces = [
    ...(form.before ?? []),
    chunk({ role: "assistant", content: "" }),
    ...(form.reasoning?.(reply.reasoning, reply) ?? []).map((delta) => chunk(delta)),
    ...halves(reply.text).map((text) => chunk(say(text))),
    ...reply.calls.flatMap((call, at) => callDeltas(call, at, form).map((delta) => chunk({ tool_calls: [delta] }))),
  ];
  if (reply.holds) return form.isWhole === true ? pieces : pieces.slice(0, -1);
  const finish = reply.calls.length === 0 ? "stop" : form.toolFinish === undefined ? "tool_calls" : form.toolFinish;
  const wantsUsage = "stream_options" in request || form.usage !== "own chunk";
  const inFinish =
    form.usage === "with the finish" ? { usage: USAGE } : form.usage === "x_groq" ? { x_groq: { usage: USAGE } } : {};
  const inChoice = form.usage === "in the choice" ? { usage: USAGE } : {};
  return [
    ...pieces,
    ...(finish === null ? [] : [chunk({}, finish, inFinish, inChoice)]),
    ...(form.usage === "own chunk" && wantsUsage ? [event({ ...head, choices: [], usage: USAGE })] : []),
    "data: [DONE]\n\n",
  ];
}

function callDeltas({ id, name, path }: Reply["calls"][number], at: number, form: ChunkForm): object[] {
  const index = form.hasIndex === false ? {} : { index: at };
  const json = JSON.stringify({ path });
  if (form.isWhole === true) return [{ ...index, id, type: "function", function: { name, arguments: json } }];
  const { id: laterId, ...laterFunction } = form.later ?? {};
  return [
    { ...index, id, type: "function", function: { name, arguments: "" } },
    ...halves(json).map((piece) => ({
      ...index,
      ...(laterId !== undefined && { id: laterId }),
      type: "function",
      function: { ...laterFunction, arguments: piece },
    })),
  ];
}

export function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return text === "" ? [] : [text.slice(0, middle), text.slice(middle)];
}
