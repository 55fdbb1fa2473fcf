// A server on a loopback port that keeps to the rules it is given: it checks each request, and streams its script's reply.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Refused, type Reply, Request, type ServerRules } from "./rules.ts";
import { replyTo } from "./script.ts";

export interface FakeServer {
  rules: ServerRules;
  /** As Galley stores it with an answer. */
  origin: string;
  /** The bodies that arrived, refused ones included. */
  arrived: string[];
  /** The sentences of its refusals. */
  refused: string[];
  /** Resolves when a reply stands still in the midst of a call. */
  held: () => Promise<void>;
  close: () => Promise<void>;
}

export async function startServer(rules: ServerRules): Promise<FakeServer> {
  const memory = new Map<string, Reply>();
  const [arrived, refused]: [string[], string[]] = [[], []];
  const sockets = new Set<Socket>();
  let replies = 0;
  let holding = Promise.withResolvers<void>();
  const answer = (body: string): Reply & { request: Request } => {
    const json: unknown = JSON.parse(body);
    const parsed = Request.safeParse(rules.read === undefined ? json : rules.read(json));
    if (!parsed.success) throw new Refused(`the body cannot be read: ${parsed.error.message}`);
    rules.check(parsed.data, memory);
    const reply = replyTo(parsed.data.messages, ++replies, rules);
    for (const { path } of reply.calls) memory.set(path, reply);
    return { ...reply, request: parsed.data };
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    arrived.push(body);
    try {
      if (request.url !== rules.path) throw new Refused(`Not found: ${request.url ?? ""}`, 404);
      const { request: asked, ...reply } = answer(body);
      const type = rules.provider === "ollama" ? "application/x-ndjson" : "text/event-stream";
      response.writeHead(200, { "content-type": type });
      await write(response, rules.stream(reply, asked));
      if (reply.holds) holding.resolve();
      else response.end();
    } catch (error) {
      const why = error instanceof Refused ? error : new Refused(String(error), 500);
      refused.push(why.message);
      response.writeHead(why.status, { "content-type": "application/json" }).end(JSON.stringify(rules.error(why)));
    }
  };
  const server = createServer((request, response) => void serve(request, response));
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    rules,
    origin: `http://127.0.0.1:${port}`,
    arrived,
    refused,
    held: async () => {
      await holding.promise;
      holding = Promise.withResolvers();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function write(response: ServerResponse, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    response.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  request.setEncoding("utf8");
  for await (const piece of request) body += String(piece);
  return body;
}
