// An MCP server over HTTP that answers its first requests well and every call as its mode says.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";

export type HttpMode = "huge" | "flood" | "hangs" | "garbage" | "error" | "redirect" | "cut" | "forgets";

export async function hostileHttp(mode: HttpMode): Promise<{ url: string; asked: string[] } & AsyncDisposable> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      asked.push(request.url ?? "");
      if (request.method !== "POST") {
        response.writeHead(405).end();
        return;
      }
      const { id, method } = JSON.parse(body) as { id?: number; method: string };
      if (id === undefined) response.writeHead(202).end();
      else if (method === "tools/call" || method === "resources/read") misbehave(mode, response, id);
      else answer(response, id, resultOf(method));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/mcp`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function answer(response: ServerResponse, id: number, result: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, result }));
}

function resultOf(method: string): object {
  if (method !== "initialize") return { tools: [{ name: "echo", inputSchema: { type: "object" } }] };
  return { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "hostile", version: "1" } };
}

function misbehave(mode: HttpMode, response: ServerResponse, id: number): void {
  switch (mode) {
    case "huge":
      response.writeHead(200, { "content-type": "application/json" });
      pour(response, `"${"x".repeat(1024 * 1024)}`);
      return;
    case "flood":
      response.writeHead(200, { "content-type": "text/event-stream" });
      pour(response, `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}\n\n`);
      return;
    case "hangs":
      return;
    case "garbage":
      response.writeHead(200, { "content-type": "application/json" }).end("<html>not JSON</html>");
      return;
    case "forgets":
      response.writeHead(404).end();
      return;
    case "error":
      response.writeHead(500).end("\u001b[31mout of order\u202e");
      return;
    case "redirect":
      response.writeHead(307, { location: "http://127.0.0.1:9/elsewhere" }).end();
      return;
    case "cut":
      response.writeHead(200, { "content-type": "application/json" }).write(`{"jsonrpc":"2.0","id":${id},`);
      response.destroy();
      return;
    default:
      mode satisfies never;
  }
}

/** Without an end, as fast as it is read. */
function pour(response: ServerResponse, piece: string): void {
  const on = (): void => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once("drain", on);
  };
  response.on("error", () => undefined);
  on();
}
