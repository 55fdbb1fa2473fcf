// A provider on loopback that speaks OpenAI's Chat Completions and does what a script says, one step for each request.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ChatStep {
  says?: string;
  calls?: { name: string; input: unknown };
  /** The answer reaches its length limit. */
  isCut?: boolean;
  /** Goes on when the test releases it. */
  held?: boolean;
}

export interface ScriptedChat {
  url: string;
  /** The body of each request. */
  bodies: string[];
  release: () => void;
  close: () => Promise<void>;
}

export async function scriptedChat(steps: readonly ChatStep[]): Promise<ScriptedChat> {
  const left = [...steps];
  const bodies: string[] = [];
  let release = (): void => undefined;
  const server = createServer((request, response) => {
    // It lists no models.
    if (request.method === "GET") {
      response.writeHead(404).end();
      return;
    }
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      bodies.push(body);
      const { promise, resolve } = Promise.withResolvers<void>();
      release = resolve;
      void answer(response, left.shift() ?? { says: "no more" }, promise, `call_${bodies.length}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    release: () => {
      release();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(response: ServerResponse, step: ChatStep, released: Promise<void>, id: string): Promise<void> {
  const send = (delta: object, finish_reason: string | null = null): void => {
    const chunk = { id: "c", object: "chat.completion.chunk", model: "m-1" };
    response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
  };
  response.writeHead(200, { "content-type": "text/event-stream" });
  send({ role: "assistant", content: step.held === true ? "\n" : "" });
  if (step.held === true) await released;
  if (step.says !== undefined) send({ content: step.says });
  if (step.calls !== undefined) {
    const made = { name: step.calls.name, arguments: JSON.stringify(step.calls.input) };
    send({ tool_calls: [{ index: 0, id, type: "function", function: made }] });
  }
  send({}, step.isCut === true ? "length" : step.calls === undefined ? "stop" : "tool_calls");
  response.end("data: [DONE]\n\n");
}
