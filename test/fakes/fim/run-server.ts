// Servers that fill in the middle, on loopback: their paths, their refusals and their streams as they really are.
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Behaviour, type Exchange, type FimBody, json } from "./exchange.ts";
import { deepseek, mistral, vllm } from "./hosted.ts";
import { llama, ollama } from "./local.ts";

export type FimKind = "ollama" | "llama" | "mistral" | "deepseek" | "vllm";

export interface FimServer {
  url: string;
  /** `METHOD path`, with the body of each request. */
  requests: { path: string; body: FimBody; authorization: string | undefined }[];
  /** Resolves with the time at which a connection was ended by the other side. */
  left: Promise<number>;
  /** How many connections there were. */
  readonly connections: number;
  /** How many answers are not closed yet. */
  readonly open: number;
  close: () => void;
}

const servers: Record<FimKind, (exchange: Exchange) => void> = { ollama, llama, mistral, deepseek, vllm };

/** `behaviour` may be changed while it runs. */
export async function runFimServer(kind: FimKind, behaviour: Behaviour): Promise<FimServer> {
  const requests: FimServer["requests"] = [];
  const { promise: left, resolve } = Promise.withResolvers<number>();
  let [connections, open] = [0, 0];
  const server: Server = createServer((request, response) => {
    open += 1;
    response.on("close", () => {
      open -= 1;
      if (!response.writableEnded) resolve(performance.now());
    });
    void bodyOf(request).then((text) => {
      const body = text === "" ? {} : (JSON.parse(text) as FimBody);
      const path = `${request.method} ${request.url}`;
      const { authorization } = request.headers;
      requests.push({ path, body, authorization });
      if (behaviour.key === undefined || authorization === `Bearer ${behaviour.key}`)
        servers[kind]({ path, body, response, behaviour });
      else json(response, 401, { error: { code: 401, message: "Invalid API Key", type: "authentication_error" } });
    });
  });
  server.on("connection", () => (connections += 1));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const base = { ollama: "", llama: "/v1", mistral: "/v1", deepseek: "/beta", vllm: "/v1" }[kind];
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return {
    url: `http://127.0.0.1:${port}${base}`,
    ...{ requests, left, close },
    get connections() {
      return connections;
    },
    get open() {
      return open;
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
