// Opens a connection with the library, to a process or a URL. A separate chunk, loaded on first use.
import {
  Client,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Transport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import * as z from "zod/mini";
import { reasonOf } from "../../text/reason.ts";
import type { ServerSpec } from "../config/config.ts";
import { environmentOf } from "../config/environment.ts";
import { Flood } from "./flood.ts";
import { httpTransport, signIn } from "./http.ts";
import type { CallOptions, Link, LinkPorts, Opened, OpenLink, OpenOptions } from "./link.ts";
import { listAll } from "../listed.ts";
import { type ListedTool, readTool } from "../listed-tool.ts";
import { LogBudget } from "./log-budget.ts";
import { Patience } from "./patience.ts";
import { plainLine } from "../plain-text.ts";
import { StdioTransport } from "./stdio.ts";
import * as words from "./words.ts";

/** The protocol's code for a call that is refused until the user has visited pages. */
const WANTS_PAGES: number = ProtocolErrorCode.UrlElicitationRequired;
/** The longest call, even with progress and questions. */
const LONGEST_CALL_MS = 60 * 60_000;

interface Lost {
  /** Gives up the connection. */
  (reason: string, signedOut?: boolean): void;
  /** Why the connection was given up, if it was. */
  why: () => string | undefined;
}

type Answerable = Transport & {
  kill?: () => void;
  /** The request with this id is over. */
  answered?: (id: string | number) => void;
};

export const openWithLibrary: OpenLink = async (name, options, ports) => {
  try {
    return options.spec.kind === "http"
      ? await openHttp(name, options.spec, options, ports)
      : await openStdio(name, options.spec, options, ports);
  } catch (error) {
    return { ok: false, failure: { reason: plainLine(reasonOf(error), 300) } };
  }
};

async function openStdio(
  name: string,
  spec: Extract<ServerSpec, { kind: "stdio" }>,
  options: OpenOptions,
  ports: LinkPorts,
): Promise<Opened> {
  const { command, args = [], cwd } = spec;
  const transport = new StdioTransport({ command, args, env: await environmentOf(spec), cwd }, ports.log);
  try {
    return { ok: true, value: await connect(name, transport, options, ports, () => transport.ended) };
  } catch (error) {
    const reason = isTimeout(error) ? wordsOf(error) : (transport.ended ?? wordsOf(error));
    await transport.close();
    return { ok: false, failure: { reason } };
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
    return { ok: false, failure: { reason: words.invalidUrl(spec.url) } };
  const opened = await httpTransport(url, spec.headers ?? {}, ports);
  try {
    return { ok: true, value: await connect(name, opened, options, ports, () => opened.ended) };
  } catch (error) {
    // The reason that it did not open is reported; closing adds nothing.
    await opened.close().catch(() => undefined);
    if (!isUnauthorized(error)) return { ok: false, failure: { reason: opened.ended ?? wordsOf(error) } };
    if (!options.mayAsk) return { ok: false, failure: { signIn: {} } };
  }
  try {
    await signIn(name, url, spec.headers ?? {}, ports, options.signal);
  } catch (error) {
    return { ok: false, failure: { signIn: { failed: wordsOf(error) } } };
  }
  const again = await httpTransport(url, spec.headers ?? {}, ports);
  try {
    return { ok: true, value: await connect(name, again, options, ports, () => again.ended) };
  } catch (error) {
    await again.close().catch(() => undefined); // As above.
    const denied = { signIn: { failed: words.noAccess } };
    return { ok: false, failure: isUnauthorized(error) ? denied : { reason: again.ended ?? wordsOf(error) } };
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof UnauthorizedError || (error instanceof SdkHttpError && error.status === 401);
}

async function connect(
  name: string,
  transport: Answerable,
  { signal }: OpenOptions,
  ports: LinkPorts,
  ended: () => string | undefined,
): Promise<Link> {
  const client = new Client(
    { name: "galley", version: ports.version },
    { capabilities: { roots: { listChanged: true }, ...ports.answering?.capabilities } },
  );
  const patience = new Patience(ports.limits.callMs);
  const { write } = new LogBudget(ports.log);
  listen(client, name, { ...ports, log: write }, patience);
  let isOpen = false;
  client.onclose = () => {
    if (isOpen) ports.closed(ended() ?? words.closed);
    isOpen = false;
  };
  client.onerror = (error) => {
    write(plainLine(error.message, 500));
  };
  await client.connect(transport, { timeout: ports.limits.startMs, signal });
  isOpen = true;
  const close = async (): Promise<void> => {
    isOpen = false;
    await client.close();
  };
  let given: string | undefined;
  const giveUp = (reason: string, signedOut?: boolean): void => {
    if (!isOpen) return;
    given ??= reason;
    ports.closed(reason, signedOut);
    void close();
  };
  const lost: Lost = Object.assign(giveUp, { why: () => given ?? ended() });
  guard(transport, lost);
  return {
    client,
    about: aboutOf(client),
    tools: () => listTools(client, ports),
    ask: (question, signal) => withReason(client.request(question, z.unknown(), { signal }), lost, signal),
    call: (tool, input, options) => callWithPages(client, name, tool, input, options, ports, patience, lost),
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

/** Limits the messages of any server, and reports responses to the transport. */
function guard(transport: Answerable, lost: Lost): void {
  const flood = new Flood();
  const pass = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if (flood.add()) lost(words.flooded);
    else pass?.(message, extra);
    if (!("method" in message) && message.id !== undefined) transport.answered?.(message.id);
  };
}

function listen(client: Client, name: string, ports: LinkPorts, patience: Patience): void {
  client.setRequestHandler("roots/list", () => ({ roots: ports.roots() }));
  client.setNotificationHandler("notifications/message", ({ params }) => {
    const text = typeof params.data === "string" ? params.data : JSON.stringify(params.data);
    ports.log(plainLine(`${params.level}: ${text}`, 2_000));
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
  ports.answering?.register(client, name, patience);
}

function aboutOf(client: Client): string {
  const { name = "", version = "" } = client.getServerVersion() ?? {};
  return plainLine(`${name} ${version}`, 100);
}

/** Sorted by name, so that a server with a changing order does not change the request. */
async function listTools(client: Client, { log, limits }: LinkPorts): Promise<ListedTool[]> {
  if (client.getServerCapabilities()?.tools === undefined) return [];
  const names = new Set<string>();
  const read = (raw: unknown): ListedTool | undefined => {
    const one = readTool(raw);
    if (one.ok && !names.has(one.value.name)) {
      names.add(one.value.name);
      return one.value;
    }
    log(`tool not loaded: ${nameIn(raw)}: ${one.ok ? "duplicate name" : one.failure}`);
    return undefined;
  };
  const cut = (): void => {
    log("it lists too many tools; the rest are ignored");
  };
  const tools = await listAll(client, "tools/list", "tools", read, { timeout: limits.startMs, cut });
  return tools.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function nameIn(raw: unknown): string {
  const named = z.object({ name: z.string() }).safeParse(raw);
  return named.success ? plainLine(named.data.name, 60) : "a tool without a name";
}

/** If the server refuses the call until the user has visited pages, shows them and repeats the call once. */
async function callWithPages(
  client: Client,
  server: string,
  tool: string,
  input: Record<string, unknown>,
  options: CallOptions,
  ports: LinkPorts,
  patience: Patience,
  lost: Lost,
): Promise<unknown> {
  const make = (): Promise<unknown> => call(client, tool, input, options, patience, lost);
  try {
    return await make();
  } catch (error) {
    const refused = error instanceof Error ? error.cause : undefined;
    const isForPages = refused instanceof ProtocolError && refused.code === WANTS_PAGES;
    if (!isForPages || ports.answering === undefined) throw error;
    const why = await ports.answering.visit(server, refused.data, options.signal);
    if (why !== undefined) throw new Error(why, { cause: error });
    return await make();
  }
}

/** A plain request, because the library's `callTool` would compile the server's schema for the result. */
function call(
  client: Client,
  tool: string,
  input: Record<string, unknown>,
  { signal, onProgress }: CallOptions,
  patience: Patience,
  lost: Lost,
): Promise<unknown> {
  const waiting = patience.begin();
  const asked = client.request({ method: "tools/call", params: { name: tool, arguments: input } }, z.unknown(), {
    signal: AbortSignal.any([signal, waiting.signal]),
    timeout: LONGEST_CALL_MS,
    onprogress: ({ progress, total, message }) => {
      waiting.heard();
      onProgress?.({ done: progress, total, words: message === undefined ? undefined : plainLine(message, 100) });
    },
  });
  return withReason(asked, lost, signal).finally(waiting.end);
}

/** Rejects with a reason for the user. Gives up a closed connection, so that the server restarts. */
async function withReason(asked: Promise<unknown>, lost: Lost, signal?: AbortSignal): Promise<unknown> {
  try {
    return await asked;
  } catch (error) {
    const isClosed = error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed;
    const reason = (isClosed ? lost.why() : undefined) ?? wordsOf(error);
    // After a refusal by the server, a timeout or a stop, the connection still works.
    const isOver = signal?.aborted === true || isTimeout(error);
    if (!isOver && !(error instanceof ProtocolError) && !isPassing(error)) lost(reason, isUnauthorized(error));
    throw new Error(reason, { cause: error });
  }
}

/** An HTTP error may pass, except 401 and 404: then the server no longer knows the sign-in or the session. */
function isPassing(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status >= 400 && error.status !== 401 && error.status !== 404;
}

function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

function wordsOf(error: unknown): string {
  if (isTimeout(error) || (error instanceof Error && error.name === "TimeoutError")) return words.timedOut;
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) return words.closed;
  if (error instanceof SyntaxError) return words.invalidResponse;
  if (error instanceof SdkHttpError && error.status >= 400) return words.httpError(error.status);
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return plainLine(`${reasonOf(error)}${cause}`, 300);
}
