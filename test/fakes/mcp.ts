// Real MCP servers to talk to, and the ports of a connection that keep what they were told.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { join } from "node:path";
import type { ServerSpec } from "../../extension/mcp/config/config.ts";
import { LIMITS, type LinkPorts } from "../../extension/mcp/connection/link.ts";
import { openLink } from "../../extension/mcp/connection/open-link.ts";
import type { Server } from "../../extension/mcp/server.ts";
import { Servers, type ServersPorts } from "../../extension/mcp/servers.ts";
import { serverTools } from "../../extension/mcp/tools.ts";
import type { Outcome, Tool } from "../../extension/tools/tool.ts";
import { built } from "./built.ts";

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

async function freePort(): Promise<number> {
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
    reachable: (address) => Promise.resolve(address),
    browse: () => Promise.reject(new Error("nobody is here")),
    version: "0.0.0",
    limits: LIMITS,
    ...given,
  };
}

/** The server of `mcp-server.ts` in a mode. */
export function fakeSpec(mode: string): Extract<ServerSpec, { kind: "stdio" }> {
  return { kind: "stdio", command: process.execPath, args: [built("mcp-server"), mode] };
}

export interface Rig extends AsyncDisposable {
  servers: Servers;
  /** The only one. */
  server: Server;
  log: string[];
  told: string[];
  states: string[];
  /** As if the user had edited the file; without a spec the server is gone from it. */
  reconfigure: (spec?: ServerSpec) => void;
  tools: (trusted?: boolean) => Tool[];
  /** Runs a call as the loop does, allowed. */
  call: (name: string, input?: unknown, signal?: AbortSignal, tell?: (words: string) => void) => Promise<Outcome>;
}

/** One server with real processes and real time, but for how long it waits before it is tried again. */
export function rig(spec: ServerSpec, given: Partial<ServersPorts> = {}): Rig {
  const log: string[] = [];
  const told: string[] = [];
  const states: string[] = [];
  const servers = new Servers({
    ...linkPorts(),
    open: openLink,
    fill: ({ spec: raw }) => Promise.resolve({ ok: true, value: raw }),
    hindrance: () => undefined,
    isStopped: () => false,
    log: (_, line) => log.push(line),
    tell: (_, words) => told.push(words),
    changed: ({ state }, what) => states.push(what === "state" ? state.kind : what),
    now: Date.now,
    after: (ms, run) => {
      const timer = setTimeout(run, Math.min(ms, 200));
      return () => {
        clearTimeout(timer);
      };
    },
    ...given,
  });
  const reconfigure = (wanted?: ServerSpec): void => {
    const config = wanted && { name: "fake", spec: wanted, origin: "user" as const, from: "the settings" };
    servers.apply({ servers: config === undefined ? [] : [config], inputs: [], faults: [] });
  };
  reconfigure(spec);
  const [server] = servers.all;
  if (server === undefined) throw new Error("no server");
  const tools = (trusted = false): Tool[] => serverTools(servers, { isTrusted: () => trusted });
  return {
    ...{ servers, server, log, told, states, reconfigure, tools },
    async call(name, input = {}, signal = new AbortController().signal, tell = () => undefined) {
      const tool = tools().find((one) => one.name === name);
      if (tool === undefined) return { ok: false, output: `no tool ${name}` };
      const prepared = await tool.prepare(input, { session_id: "ses_1", message_id: "msg_1", call_id: "call_1" });
      return prepared.ok ? prepared.call.run(signal, tell) : prepared;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.all.map((one) => one.stop()));
    },
  };
}
