// Real MCP servers to talk to, and the ports of a connection that keep what they were told.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { join } from "node:path";
import type { ServerSpec } from "../../extension/mcp/config.ts";
import { LIMITS, type LinkPorts } from "../../extension/mcp/link.ts";

const root = join(import.meta.dirname, "../..");
const everything = join(root, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");

export const everythingSpec: ServerSpec = { kind: "stdio", command: process.execPath, args: [everything] };

export async function everythingOverHttp(): Promise<{ url: string } & AsyncDisposable> {
  const port = await freePort();
  const child = spawn(process.execPath, [everything, "streamableHttp"], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  for await (const line of createInterface({ input: child.stderr })) if (line.includes(String(port))) break;
  child.stderr.resume();
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

export interface Heard {
  log: string[];
  closed: string[];
  changed: string[];
  secrets: Map<string, string>;
}

export function linkPorts(given: Partial<LinkPorts> = {}): LinkPorts & { heard: Heard } {
  const heard: Heard = { log: [], closed: [], changed: [], secrets: new Map() };
  return {
    heard,
    log: (line) => heard.log.push(line),
    roots: () => [{ uri: "file:///work", name: "work" }],
    closed: (reason) => heard.closed.push(reason),
    changed: (kind) => heard.changed.push(kind),
    fetch,
    secrets: {
      get: (key) => Promise.resolve(heard.secrets.get(key)),
      set: (key, value) => {
        if (value === undefined) heard.secrets.delete(key);
        else heard.secrets.set(key, value);
        return Promise.resolve();
      },
    },
    openBrowser: () => Promise.resolve(),
    version: "0.0.0",
    limits: LIMITS,
    ...given,
  };
}
