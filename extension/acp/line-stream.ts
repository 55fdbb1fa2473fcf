// JSON-RPC as lines: what is no message is told and dropped, so that an agent that chatters on its output is still heard.
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";

export interface LineTap {
  sent: (line: string) => void;
  received: (line: string) => void;
  /** What came and is no message. */
  garbage: (line: string) => void;
  /** The process has ended: what is open will not be answered. */
  ended: () => void;
}

/** A longer line is no message: nobody keeps it. */
const MOST_LINE = 64 * 1024 * 1024;

export class LineTooLong extends Error {
  override readonly message = "it sent a line of more than 64 MB";
}

export function lineStream(
  write: (line: string) => Promise<void>,
  chunks: AsyncIterable<string>,
  tap: LineTap,
): Stream {
  const writable = new WritableStream<AnyMessage>({
    write: (message) => {
      const line = JSON.stringify(message);
      tap.sent(line);
      return write(`${line}\n`);
    },
  });
  const messages = messagesOf(chunks, tap);
  // Read when there is room: an agent that floods waits.
  const readable = new ReadableStream<AnyMessage>({
    pull: async (controller) => {
      const next = await messages.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
  return { writable, readable };
}

async function* messagesOf(chunks: AsyncIterable<string>, tap: LineTap): AsyncGenerator<AnyMessage> {
  for await (const line of linesOf(chunks)) {
    const message = parse(line);
    if (message === undefined) tap.garbage(line);
    else {
      tap.received(line);
      yield message;
    }
  }
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let open: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [first = "", ...rest] = chunk.split("\n");
    open.push(first);
    length += first.length;
    if (length > MOST_LINE) throw new LineTooLong();
    const last = rest.pop();
    if (last === undefined) continue;
    for (const line of [open.join(""), ...rest]) if (line.trim() !== "") yield line;
    open = [last];
    length = last.length;
  }
}

function parse(line: string): AnyMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isMessage(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is AnyMessage {
  return typeof value === "object" && value !== null && "jsonrpc" in value && value.jsonrpc === "2.0";
}
