// A server over HTTP that requires a sign-in, and the service that signs users in, on one port.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export interface SignInServer extends AsyncDisposable {
  url: string;
  /** Clients that registered, and codes that were exchanged. */
  registered: unknown[];
  exchanged: URLSearchParams[];
  /** The tokens that are let in. */
  tokens: Set<string>;
  /** `false`: a token that is gone is not renewed. */
  isRenewing: boolean;
  /** Each renewal gives another token to renew with, and the one before is worth nothing. */
  isRotating: boolean;
  /** Every token is refused. */
  isClosed: boolean;
  /** The path that is never answered. */
  hangsAt: string;
  /** The paths that were asked for. */
  asked: string[];
}

export async function signInServer(): Promise<SignInServer> {
  const registered: unknown[] = [];
  const exchanged: URLSearchParams[] = [];
  const tokens = new Set<string>();
  const mood = { isRenewing: true, isRotating: false, isClosed: false, hangsAt: "" };
  const asked: string[] = [];
  let origin = "";
  let renewal = "";
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
    "/authorize": (request, response) => {
      const wanted = new URL(request.url ?? "/", origin).searchParams;
      const back = (answer: Record<string, string>): string => {
        const url = new URL(wanted.get("redirect_uri") ?? "");
        for (const [name, value] of Object.entries({ ...answer, state: wanted.get("state") ?? "" }))
          url.searchParams.set(name, value);
        return url.href.replaceAll("&", "&amp;");
      };
      const links = `<a href="${back({ code: "the-code" })}">Allow</a> <a href="${back({ error: "access_denied" })}">Refuse</a>`;
      response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>Sign in</title>${links}`);
    },
    "/register": (_, response, body) => {
      const client: unknown = JSON.parse(body);
      registered.push(client);
      json(response, { ...(client as object), client_id: `client-${registered.length}` }, 201);
    },
    "/token": (_, response, body) => {
      const wanted = new URLSearchParams(body);
      const isSpent = mood.isRotating && wanted.get("refresh_token") !== renewal;
      if ((!mood.isRenewing || isSpent) && wanted.get("grant_type") === "refresh_token") {
        json(response, { error: "invalid_grant" }, 400);
        return;
      }
      exchanged.push(wanted);
      const token = `token-${exchanged.length}`;
      tokens.add(token);
      renewal = `again-${exchanged.length}`;
      json(response, { access_token: token, token_type: "Bearer", refresh_token: renewal, expires_in: 3600 });
    },
    "/mcp": (request, response, body) => {
      if (mood.isClosed || !tokens.has((request.headers.authorization ?? "").replace("Bearer ", ""))) {
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
      asked.push(pathname);
      if (pathname === mood.hangsAt) return;
      if (route === undefined) response.writeHead(404).end();
      else route(request, response, body);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  return Object.assign(mood, {
    ...{ url: `${origin}/mcp`, registered, exchanged, tokens, asked },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
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
