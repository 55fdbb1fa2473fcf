// The pieces of text in an answer that streams: events of the compatible servers and llama.cpp, or lines of Ollama's.
import * as z from "zod/mini";
import { Broken } from "../converse.ts";
import { kindIn } from "../failures/provider-words.ts";

const Words = z.catch(z.nullish(z.string()), undefined);

/** What is not as documented is as if it were missing. */
const Event = z.object({
  /** Ollama. */
  response: Words,
  thinking: Words,
  done: z.catch(z.nullish(z.boolean()), undefined),
  done_reason: Words,
  /** llama.cpp. */
  content: Words,
  stop: z.catch(z.nullish(z.boolean()), undefined),
  stop_type: Words,
  /** Compatible servers; Mistral's choices have the form of a conversation. */
  choices: z.catch(
    z.nullish(
      z.array(
        z.object({
          text: Words,
          delta: z.catch(z.nullish(z.object({ content: Words })), undefined),
          finish_reason: Words,
        }),
      ),
    ),
    undefined,
  ),
  error: z.optional(z.unknown()),
});

export interface Piece {
  text: string;
  /** The server says that nothing follows, and why. */
  end: "end" | "length" | undefined;
}

/** Throws if the server tells an error, or what is no JSON. */
export function parsePiece(json: string): Piece {
  const { data: event } = Event.safeParse(JSON.parse(json));
  if (event === undefined) return { text: "", end: undefined };
  if (event.error !== undefined && event.error !== null)
    throw new Broken(
      kindIn(event.error) ?? "",
      typeof event.error === "string" ? event.error : JSON.stringify(event.error),
    );
  const [choice] = event.choices ?? [];
  const text = choice?.text ?? choice?.delta?.content ?? event.response ?? event.content ?? "";
  const reason = choice?.finish_reason ?? (event.done === true ? (event.done_reason ?? "stop") : undefined);
  const why = reason ?? (event.stop === true ? (event.stop_type ?? "eos") : undefined);
  return { text, end: why === undefined ? undefined : /length|limit/.test(why) ? "length" : "end" };
}

/** The JSON of each event or line, as they arrive whole. */
export async function* jsonIn(body: ReadableStream<Uint8Array>, isLines: boolean): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const separator = isLines ? "\n" : "\n\n";
  let held = "";
  const reader = body.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      held += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const whole = done ? [held] : held.split(separator);
      held = done ? "" : (whole.pop() ?? "");
      for (const one of whole) {
        const json = isLines ? one.trim() : (/^data: (.*)$/m.exec(one)?.[1] ?? "");
        if (json !== "" && json !== "[DONE]") yield json;
      }
      if (done) return;
    }
  } finally {
    void readRest(reader);
  }
}

/** Nobody waits for it. A connection whose answer was read to its end can be used again; the line ends all others. */
async function readRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // It was broken, or the line has ended it.
  }
}
