// Opens a connection with the library: a process or an address, what we answer, what we listen to. Its own chunk.
import { readFile } from "node:fs/promises";
import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Transport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import * as z from "zod/mini";
import { reasonOf } from "../message/reason.ts";
import type { ServerSpec } from "./config.ts";
import { parseEnvFile } from "./env-file.ts";
import { Flood, FLOODED } from "./flood.ts";
import { httpTransport, signIn } from "./http.ts";
import type { CallOptions, Link, LinkPorts, Opened, OpenLink, OpenOptions } from "./link.ts";
import { type ListedTool, readTool } from "./listed-tool.ts";
import { plainLine } from "./plain-text.ts";
import { StdioTransport } from "./stdio.ts";

/** A list that never ends costs this much and no more. */
const MOST_PAGES = 50;
const MOST_TOOLS = 500;

/** However much it says of its progress. */
const LONGEST_CALL_MS = 60 * 60_000;

export const openWithLibrary: OpenLink = async (name, options, ports) => {
  try {
    return options.spec.kind === "http"
      ? await openHttp(name, options.spec, options, ports)
      : await openStdio(name, options.spec, options, ports);
  } catch (error) {
    return { ok: false, reason: plainLine(reasonOf(error), 300) };
  }
};

async function openStdio(
  name: string,
  { command, args = [], env = {}, envFile, cwd }: Extract<ServerSpec, { kind: "stdio" }>,
  options: OpenOptions,
  ports: LinkPorts,
): Promise<Opened> {
  const fromFile = envFile === undefined ? {} : parseEnvFile(await readFile(envFile, "utf8"));
  const given = Object.entries(env).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)] as const]));
  const transport = new StdioTransport(
    { command, args, env: { ...fromFile, ...Object.fromEntries(given) }, cwd },
    ports.log,
  );
  try {
    return { ok: true, link: await connect(name, transport, options, ports, () => transport.ended) };
  } catch (error) {
    const reason = isTimeout(error) ? wordsOf(error) : (transport.ended ?? wordsOf(error));
    await transport.close();
    return { ok: false, reason };
  }
}

async function openHttp(
  name: string,
  spec: Extract<ServerSpec, { kind: "http" }>,
  options: OpenOptions,
  ports: LinkPorts,
): Promise<Opened> {
  const url = URL.canParse(spec.url) ? new URL(spec.url) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return { ok: false, reason: `${spec.url} is no web address` };
  const opened = await httpTransport(url, spec.headers ?? {}, ports);
  try {
    return { ok: true, link: await connect(name, opened, options, ports, () => undefined) };
  } catch (error) {
    await opened.close().catch(() => undefined);
    if (!isUnauthorized(error)) return { ok: false, reason: wordsOf(error) };
    if (!options.mayAsk) return { ok: false, reason: "it wants you to sign in", needsSignIn: true };
  }
  await signIn(url, spec.headers ?? {}, ports, options.signal);
  const again = await httpTransport(url, spec.headers ?? {}, ports);
  return { ok: true, link: await connect(name, again, options, ports, () => undefined) };
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof UnauthorizedError || (error instanceof SdkHttpError && error.status === 401);
}

async function connect(
  name: string,
  transport: Transport & { kill?: () => void },
  { signal }: OpenOptions,
  ports: LinkPorts,
  ended: () => string | undefined,
): Promise<Link> {
  const client = new Client(
    { name: "galley", version: ports.version },
    { capabilities: { roots: { listChanged: true }, ...ports.answering?.capabilities } },
  );
  listen(client, name, ports);
  let isOpen = false;
  client.onclose = () => {
    if (isOpen) ports.closed(ended() ?? "the connection was closed");
    isOpen = false;
  };
  client.onerror = (error) => {
    ports.log(plainLine(error.message, 500));
  };
  await client.connect(transport, { timeout: ports.limits.startMs, signal });
  isOpen = true;
  const close = async (): Promise<void> => {
    isOpen = false;
    await client.close();
  };
  const lost = (reason: string): void => {
    if (!isOpen) return;
    ports.closed(reason);
    void close();
  };
  guard(transport, lost);
  return {
    client,
    about: aboutOf(client),
    tools: () => listTools(client, ports),
    call: (tool, input, options) => call(client, tool, input, options, ports, lost),
    rootsChanged: () => {
      client.notification({ method: "notifications/roots/list_changed" }).catch((error: unknown) => {
        ports.log(reasonOf(error));
      });
    },
    close,
    kill: () => {
      isOpen = false;
      if (transport.kill === undefined) void client.close();
      else transport.kill();
    },
  };
}

/** A server at an address floods like any other. */
function guard(transport: Transport, lost: (reason: string) => void): void {
  const flood = new Flood();
  const pass = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if ("method" in message && flood.add()) lost(FLOODED);
    else pass?.(message, extra);
  };
}

function listen(client: Client, name: string, ports: LinkPorts): void {
  client.setRequestHandler("roots/list", () => ({ roots: ports.roots() }));
  client.setNotificationHandler("notifications/message", ({ params }) => {
    const words = typeof params.data === "string" ? params.data : JSON.stringify(params.data);
    ports.log(plainLine(`${params.level}: ${words}`, 2_000));
  });
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    ports.changed("tools");
  });
  client.setNotificationHandler("notifications/prompts/list_changed", () => {
    ports.changed("prompts");
  });
  client.setNotificationHandler("notifications/resources/list_changed", () => {
    ports.changed("resources");
  });
  ports.answering?.register(client, name);
}

function aboutOf(client: Client): string {
  const { name = "", version = "" } = client.getServerVersion() ?? {};
  return plainLine(`${name} ${version}`, 100);
}

const Page = z.object({ tools: z.array(z.unknown()), nextCursor: z.optional(z.string()) });

/**
 * Read one by one: a tool that is malformed does not take the others with it. By their names: a server that lists them
 * in another order each time changes nothing of the request.
 */
async function listTools(client: Client, { log, limits }: LinkPorts): Promise<ListedTool[]> {
  if (client.getServerCapabilities()?.tools === undefined) return [];
  const tools = new Map<string, ListedTool>();
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const listed = await client.request({ method: "tools/list", params }, Page, { timeout: limits.startMs });
    for (const raw of listed.tools) {
      const read = readTool(raw);
      if (!read.ok) log(`a tool was left out: ${nameIn(raw)}: ${read.reason}`);
      else if (tools.has(read.tool.name)) log(`a tool was left out: ${nameIn(raw)}: there is one of that name`);
      else if (tools.size < MOST_TOOLS) tools.set(read.tool.name, read.tool);
    }
    cursor = listed.nextCursor;
    if (cursor === undefined || tools.size >= MOST_TOOLS) break;
  }
  if (cursor !== undefined) log(`only the first ${tools.size} tools were taken`);
  return [...tools.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function nameIn(raw: unknown): string {
  const named = z.object({ name: z.string() }).safeParse(raw);
  return named.success ? plainLine(named.data.name, 60) : "one without a name";
}

/** Asked for in plain: the library's own call would compile the schema a server gave for its result. */
async function call(
  client: Client,
  tool: string,
  input: Record<string, unknown>,
  { signal, onProgress }: CallOptions,
  { limits }: LinkPorts,
  lost: (reason: string) => void,
): Promise<unknown> {
  try {
    return await client.request({ method: "tools/call", params: { name: tool, arguments: input } }, z.unknown(), {
      signal,
      timeout: limits.callMs,
      resetTimeoutOnProgress: true,
      maxTotalTimeout: LONGEST_CALL_MS,
      onprogress: ({ progress, total, message }) => {
        onProgress?.({ done: progress, total, words: message === undefined ? undefined : plainLine(message, 100) });
      },
    });
  } catch (error) {
    const words = wordsOf(error);
    // The server's own refusal, a time that was up and a stop leave the connection as it is.
    const isOurs = error instanceof ProtocolError || signal.aborted || isTimeout(error) || isPassing(error);
    if (!isOurs) lost(words);
    throw new Error(words, { cause: error });
  }
}

/** An address that answers badly once may answer well the next time; one that knows us no more does not. */
function isPassing(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status >= 400 && error.status !== 401 && error.status !== 404;
}

function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

function wordsOf(error: unknown): string {
  if (isTimeout(error)) return "it did not answer in time";
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) return "the connection was closed";
  if (error instanceof SyntaxError) return "it answered with something that is not MCP";
  if (error instanceof SdkHttpError && error.status >= 400) return `it answered with HTTP ${error.status}`;
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return plainLine(`${reasonOf(error)}${cause}`, 300);
}
