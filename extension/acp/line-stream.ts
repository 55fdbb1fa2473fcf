// JSON-RPC as lines: what is no message is told and dropped, so that an agent that chatters on its output is still heard.
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";

export interface LineTap {
  sent: (line: string) => void;
  received: (line: string) => void;
  /** What came and is no message. */
  garbage: (line: string) => void;
}

/** A longer line is no message: nobody keeps it. */
const MOST_LINE = 64 * 1024 * 1024;

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
  const readable = new ReadableStream<AnyMessage>({
    start: async (controller) => {
      try {
        for await (const line of linesOf(chunks)) {
          const message = parse(line);
          if (message === undefined) tap.garbage(line);
          else {
            tap.received(line);
            controller.enqueue(message);
          }
        }
        controller.close();
      } catch (error) {
        controller.error(error);
      }
    },
  });
  return { writable, readable };
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let open: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [first = "", ...rest] = chunk.split("\n");
    open.push(first);
    length += first.length;
    if (length > MOST_LINE) throw new Error("it sent a line of more than 64 MB");
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
