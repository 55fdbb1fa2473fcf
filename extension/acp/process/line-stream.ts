// JSON-RPC as lines: reports and drops lines that are not messages, so that an agent may print other text.
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { Breather } from "../../stream/breather.ts";
import { tooMuchOf } from "./json-bounds.ts";
import * as words from "../words.ts";

export interface LineTap {
  sent: (line: string) => void;
  /** `message`: the parsed line. */
  received: (line: string, message: unknown) => void;
  /** A line that is not a message. */
  garbage: (line: string) => void;
  /** The process has ended: open requests get no response. */
  ended: () => void;
}

/** Parsing a longer line would block the window. */
const MOST_LINE = 8 * 1024 * 1024;

/** The most open requests of an agent. One that sends more does not read the responses, and is ended. */
const MOST_OPEN = 2_000;

/** The agent exceeds a limit, so Galley stops it. The message is the reason. */
export class TooMuch extends Error {}

export function lineStream(
  write: (line: string) => Promise<void>,
  chunks: AsyncIterable<string>,
  tap: LineTap,
): Stream {
  const open = { count: 0 };
  const writable = new WritableStream<AnyMessage>({
    write: async (message) => {
      const line = JSON.stringify(message);
      tap.sent(line);
      await write(`${line}\n`);
      if (!("method" in message)) open.count -= 1;
    },
  });
  const messages = messagesOf(chunks, tap, open);
  // Reads only on demand, so that an agent that floods has to wait.
  const readable = new ReadableStream<AnyMessage>({
    pull: async (controller) => {
      const next = await messages.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
  return { writable, readable };
}

async function* messagesOf(
  chunks: AsyncIterable<string>,
  tap: LineTap,
  open: { count: number },
): AsyncGenerator<AnyMessage> {
  for await (const line of linesOf(chunks)) {
    const message = parse(line);
    if (message === undefined) tap.garbage(line);
    else {
      if ("method" in message && "id" in message) open.count += 1;
      if (open.count > MOST_OPEN) throw new TooMuch(words.tooManyRequests(MOST_OPEN));
      tap.received(line, message);
      yield message;
    }
  }
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let open: string[] = [];
  let length = 0;
  const breather = new Breather();
  for await (const chunk of chunks) {
    if (breather.isDue) await breather.rest();
    const [first = "", ...others] = chunk.split("\n");
    open.push(first);
    length += first.length;
    if (length > MOST_LINE) throw new TooMuch(words.messageTooLarge);
    const last = others.pop();
    if (last === undefined) continue;
    for (const line of [open.join(""), ...others]) {
      if (line.trim() === "") continue;
      yield line;
      if (breather.isDue) await breather.rest();
    }
    open = [last];
    length = last.length;
  }
}

function parse(line: string): AnyMessage | undefined {
  const reason = tooMuchOf(line);
  if (reason !== undefined) throw new TooMuch(reason);
  try {
    const value: unknown = JSON.parse(line);
    return isMessage(value) ? value : undefined;
  } catch {
    // A line that is not JSON is not a message.
    return undefined;
  }
}

function isMessage(value: unknown): value is AnyMessage {
  return typeof value === "object" && value !== null && "jsonrpc" in value && value.jsonrpc === "2.0";
}
