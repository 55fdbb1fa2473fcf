// Starts an agent's process, connects to it, and asks it to describe itself.
import type {
  ClientCapabilities,
  ClientConnection,
  InitializeResponse,
  SessionNotification,
} from "@agentclientprotocol/sdk";
import type { Failure } from "../../message/failure.ts";
import { reasonOf } from "../../text/reason.ts";
import type { AgentSetting } from "../agent-setting.ts";
import { startChild } from "./child.ts";
import { ended, wrongVersion } from "../failures.ts";
import type { Result } from "../../message/result.ts";
import { inTime } from "./in-time.ts";
import { TooMuch, type LineTap } from "./line-stream.ts";
import { serve, type Turn } from "./serve.ts";
import * as words from "../words.ts";

export interface Running {
  connection: ClientConnection;
  hello: InitializeResponse;
  /** The running turns, by agent session. */
  turns: Map<string, Turn>;
  /** Sessions in which the agent continues although it was told to stop. Galley ignores their updates. */
  strays: Set<string>;
  /** Aborted when Galley ends the agent. */
  life: AbortSignal;
  /** Resolves when the process has ended, with how it ended. */
  over: Promise<{ ok: false; failure: Failure }>;
}

export interface ConnectPorts {
  setting: AgentSetting;
  /** The agent's name in sentences. */
  name: string;
  cwd: string;
  version: string;
  tap: LineTap;
  startMs: number;
  heard: (running: Pick<Running, "turns">, told: SessionNotification) => void;
  /** Called when the process has ended, if it was connected. */
  gone: (running: Running) => void;
}

/** When the connection closes, wait this long for the process to exit, because its exit tells more. */
const CLOSING_MS = 200;

const CAPABILITIES: ClientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  session: { notices: {}, configOptions: { boolean: {} } },
  auth: { terminal: true },
};

/** Never rejects. The signal ends the process, also while it starts. */
export async function connect(ports: ConnectPorts, signal: AbortSignal): Promise<Result<Running>> {
  const { name, setting, cwd, version, tap, startMs, heard, gone } = ports;
  const { client, methods, PROTOCOL_VERSION, RequestError } = await import("./sdk-acp.ts");
  if (signal.aborted) return { ok: false, failure: ended(name, words.stoppedBeforeStart) };
  const child = startChild(setting, cwd, tap);
  signal.addEventListener("abort", child.end, { once: true });
  const turns: Running["turns"] = new Map();
  const app = client({ name: "galley" });
  serve(app, { methods, RequestError }, (sessionId) => {
    const turn = turns.get(sessionId);
    if (turn === undefined) throw new RequestError(-32_603, words.noTurn);
    return turn;
  });
  app.onNotification(methods.client.session.update, ({ params }) => {
    if (!signal.aborted) heard({ turns }, params);
  });
  const connection = app.connect(child.stream);
  const asked = connection.agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: "galley", title: "Galley", version },
    clientCapabilities: CAPABILITIES,
  });
  const { signal: closed } = connection;
  let stopped: string | undefined;
  const over = child.ended.then((how) => {
    tap.ended();
    return { ok: false as const, failure: ended(name, signal.aborted ? words.stopped() : (stopped ?? how)) };
  });
  const endClosed = (): void => {
    if (child.end()) stopped = words.stopped(reasonOf(closed.reason));
  };
  closed.addEventListener("abort", () => {
    if (closed.reason instanceof TooMuch) endClosed();
    else setTimeout(endClosed, CLOSING_MS).unref();
  });
  const wanted = { name, request: "start" as const, ms: startMs, ask: () => asked, late: child.end, closed, over };
  const hello = await inTime<InitializeResponse>(wanted);
  const isOther = hello.ok && hello.value.protocolVersion !== PROTOCOL_VERSION;
  if (!hello.ok || isOther) {
    child.end();
    return hello.ok ? { ok: false, failure: wrongVersion(name, hello.value.protocolVersion) } : hello;
  }
  const running = { connection, hello: hello.value, turns, strays: new Set<string>(), life: signal, over };
  void over.then(() => {
    signal.removeEventListener("abort", child.end);
    gone(running);
  });
  return { ok: true, value: running };
}
