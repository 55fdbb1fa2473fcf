// A server over HTTP that lets nobody in without a sign-in, and the one who signs people in, on one port.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export interface SignInServer extends AsyncDisposable {
  url: string;
  /** Clients that registered, and codes that were exchanged. */
  registered: unknown[];
  exchanged: URLSearchParams[];
  /** The tokens that are let in. */
  tokens: Set<string>;
}

export async function signInServer(): Promise<SignInServer> {
  const registered: unknown[] = [];
  const exchanged: URLSearchParams[] = [];
  const tokens = new Set<string>();
  let origin = "";
  const json = (response: ServerResponse, value: unknown, status = 200): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
  const routes: Record<string, (request: IncomingMessage, response: ServerResponse, body: string) => void> = {
    "/.well-known/oauth-protected-resource/mcp": (_, response) => {
      json(response, { resource: `${origin}/mcp`, authorization_servers: [origin] });
    },
    "/.well-known/oauth-authorization-server": (_, response) => {
      json(response, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
      });
    },
    "/register": (_, response, body) => {
      const client: unknown = JSON.parse(body);
      registered.push(client);
      json(response, { ...(client as object), client_id: `client-${registered.length}` }, 201);
    },
    "/token": (_, response, body) => {
      const asked = new URLSearchParams(body);
      exchanged.push(asked);
      const token = `token-${exchanged.length}`;
      tokens.add(token);
      json(response, { access_token: token, token_type: "Bearer", refresh_token: "again", expires_in: 3600 });
    },
    "/mcp": (request, response, body) => {
      if (!tokens.has((request.headers.authorization ?? "").replace("Bearer ", ""))) {
        const where = `${origin}/.well-known/oauth-protected-resource/mcp`;
        response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${where}"` }).end();
        return;
      }
      if (request.method !== "POST") {
        response.writeHead(405).end();
        return;
      }
      const { id, method } = JSON.parse(body) as { id?: number; method: string };
      if (id === undefined) response.writeHead(202).end();
      else json(response, { jsonrpc: "2.0", id, result: resultOf(method) });
    },
  };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
      const route = routes[pathname];
      if (route === undefined) response.writeHead(404).end();
      else route(request, response, body);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  return {
    ...{ url: `${origin}/mcp`, registered, exchanged, tokens },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function resultOf(method: string): object {
  if (method === "initialize")
    return {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "guarded", version: "1" },
    };
  if (method === "tools/list") return { tools: [{ name: "secret", inputSchema: { type: "object" } }] };
  return { content: [{ type: "text", text: "inside" }] };
}
