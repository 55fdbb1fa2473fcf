// One agent: its process, what it says of itself, its sessions and the turns in them. Nothing it does is thrown at anyone.
import type {
  ClientConnection,
  InitializeResponse,
  LoadSessionRequest,
  LoadSessionResponse,
  NewSessionRequest,
  NewSessionResponse,
  PromptRequest,
  SessionInfo,
  SessionNotification,
} from "@agentclientprotocol/sdk";
import { AcpAgent } from "../message/acp.ts";
import type { Failure } from "../message/failure.ts";
import { reasonOf } from "../message/reason.ts";
import type { StreamEvent } from "../send/event.ts";
import type { AgentSetting } from "./agent-setting.ts";
import { type Child, startChild } from "./child.ts";
import { EventQueue } from "./event-queue.ts";
import { ended, wrongVersion } from "./failures.ts";
import { inTime, type Result } from "./in-time.ts";
import type { LineTap } from "./line-stream.ts";
import { closeCalls, follow, heedStop } from "./follow.ts";
import { serve, type Turn } from "./serve.ts";
import { type SessionState, SessionStates } from "./session-states.ts";
import type { AgentServices } from "./services.ts";
import { Terminals } from "./terminals.ts";
import { TurnUpdates } from "./updates.ts";

export interface AgentPorts {
  /** Where it works. */
  cwd: () => string;
  version: string;
  /** Every line that goes and comes. */
  tap: LineTap;
  /** What is known of it, or of one of its sessions, has changed. */
  changed: () => void;
  patience?: Partial<Patience>;
}

interface Patience {
  /** Until it has said what it can: some are downloaded first. */
  startMs: number;
  sessionMs: number;
  /** From Stop to the end of the turn. */
  stopMs: number;
}

const PATIENCE: Patience = { startMs: 60_000, sessionMs: 60_000, stopMs: 5_000 };

interface Running {
  child: Child;
  connection: ClientConnection;
  hello: InitializeResponse;
}

/** `continued`: the agent remembers what was said in it. */
export interface Opened {
  id: string;
  continued: boolean;
}

export class Agent {
  readonly setting: AgentSetting;
  readonly #ports: AgentPorts;
  readonly #patience: Patience;
  readonly #sessions: SessionStates;
  readonly #turns = new Map<string, Turn>();
  #running: Promise<Result<Running>> | undefined;
  #child: Child | undefined;
  #known: AcpAgent | undefined;
  #window: number | undefined;

  constructor(setting: AgentSetting, ports: AgentPorts) {
    this.setting = setting;
    this.#ports = ports;
    this.#patience = { ...PATIENCE, ...ports.patience };
    this.#sessions = new SessionStates(ports.changed);
  }

  get name(): string {
    return this.setting.name ?? this.setting.id;
  }

  /** As it said of itself since it was started last. */
  get known(): AcpAgent | undefined {
    return this.#known;
  }

  /** How many tokens it can hold, as far as it told. */
  get window(): number | undefined {
    return this.#window;
  }

  state(sessionId: string): SessionState | undefined {
    return this.#sessions.get(sessionId);
  }

  async start(): Promise<Result<InitializeResponse>> {
    const running = await this.#start();
    return running.ok ? { ok: true, value: running.value.hello } : running;
  }

  /** Whatever it does is over; the next who needs it starts it again. */
  stop(): void {
    this.#child?.end();
    this.#running = undefined;
    this.#child = undefined;
    this.#sessions.clear();
  }

  /** One that it still has, or takes up again; else a new one. */
  async open(sessionId: string | undefined): Promise<Result<Opened>> {
    const running = await this.#start();
    if (!running.ok) return running;
    if (sessionId !== undefined && this.#sessions.get(sessionId) !== undefined)
      return { ok: true, value: { id: sessionId, continued: true } };
    if (sessionId !== undefined && (await this.#takeUp(running.value, sessionId)))
      return { ok: true, value: { id: sessionId, continued: true } };
    const request: NewSessionRequest = { cwd: this.#ports.cwd(), mcpServers: [] };
    const made = await this.#ask<NewSessionResponse>("for a session", this.#patience.sessionMs, () =>
      running.value.connection.agent.request("session/new", request),
    );
    if (!made.ok) return made;
    this.#sessions.opened(made.value.sessionId, made.value);
    return { ok: true, value: { id: made.value.sessionId, continued: false } };
  }

  async *prompt(request: PromptRequest, services: AgentServices, signal: AbortSignal): AsyncGenerator<StreamEvent> {
    const running = await this.#start();
    if (!running.ok) {
      yield { type: "failed", failure: running.failure };
      return;
    }
    const terminals = new Terminals();
    const { shownPath, changed } = services;
    const updates = new TurnUpdates({ shownPath, changed, terminalText: (id) => terminals.text(id) });
    const queue = new EventQueue(() => {
      this.stop();
    });
    const turn: Turn = { queue, updates, services, terminals };
    this.#turns.set(request.sessionId, turn);
    const ports = {
      name: this.name,
      connection: running.value.connection,
      stopMs: this.#patience.stopMs,
      giveUp: () => {
        this.stop();
      },
    };
    const unheed = heedStop(ports, request.sessionId, turn, signal);
    void follow(ports, request, turn, signal);
    try {
      yield* queue;
    } finally {
      unheed();
      terminals.close();
      this.#turns.delete(request.sessionId);
    }
  }

  async authenticate(methodId: string): Promise<Failure | undefined> {
    const done = await this.#call((running) => running.connection.agent.request("authenticate", { methodId }));
    return done.ok ? undefined : done.failure;
  }

  async setMode(sessionId: string, modeId: string): Promise<Failure | undefined> {
    const done = await this.#call((running) =>
      running.connection.agent.request("session/set_mode", { sessionId, modeId }),
    );
    if (done.ok) this.#sessions.setMode(sessionId, modeId);
    return done.ok ? undefined : done.failure;
  }

  async setOption(sessionId: string, configId: string, value: string | boolean): Promise<Failure | undefined> {
    const how = typeof value === "boolean" ? ({ type: "boolean", value } as const) : { value };
    const done = await this.#call((running) =>
      running.connection.agent.request("session/set_config_option", { sessionId, configId, ...how }),
    );
    if (done.ok) this.#sessions.setOptions(sessionId, done.value.configOptions);
    return done.ok ? undefined : done.failure;
  }

  /** Sessions it kept itself; nothing where it does not tell. */
  async list(): Promise<SessionInfo[]> {
    const done = await this.#call((running) =>
      running.hello.agentCapabilities?.sessionCapabilities?.list
        ? running.connection.agent.request("session/list", { cwd: this.#ports.cwd() })
        : Promise.resolve({ sessions: [] }),
    );
    return done.ok ? done.value.sessions : [];
  }

  #start(): Promise<Result<Running>> {
    this.#running ??= this.#begin().then((begun) => {
      if (!begun.ok) this.#running = undefined;
      return begun;
    });
    return this.#running;
  }

  async #begin(): Promise<Result<Running>> {
    const { client, methods, PROTOCOL_VERSION, RequestError } = await import("./sdk-acp.ts");
    const child = startChild(this.setting, this.#ports.cwd(), this.#ports.tap);
    this.#child = child;
    const app = client({ name: "galley" });
    serve(app, { methods, RequestError }, (sessionId) => {
      const turn = this.#turns.get(sessionId);
      if (turn === undefined) throw new RequestError(-32_603, "No turn of this session is running.");
      return turn;
    });
    app.onNotification(methods.client.session.update, ({ params }) => {
      this.#heard(params);
    });
    const connection = app.connect(child.stream);
    const asked = connection.agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: { name: "galley", title: "Galley", version: this.#ports.version },
      clientCapabilities: {
        fs: { readTextFile: true, writeTextFile: true },
        terminal: true,
        session: { notices: {}, configOptions: { boolean: {} } },
        auth: { terminal: true },
      },
    });
    const over = child.ended.then((why): Result<never> => ({ ok: false, failure: ended(this.name, why) }));
    // That the connection closed is told by how the process ended.
    const answered = asked.catch((error: unknown) =>
      connection.signal.aborted ? new Promise<never>(() => undefined) : Promise.reject(toError(error)),
    );
    const hello = await Promise.race([over, this.#ask("at its start", this.#patience.startMs, () => answered)]);
    if (!hello.ok) {
      child.end();
      return hello;
    }
    if (hello.value.protocolVersion !== PROTOCOL_VERSION) {
      child.end();
      return { ok: false, failure: wrongVersion(this.name, hello.value.protocolVersion) };
    }
    void child.ended.then((why) => {
      this.#gone(child, why);
    });
    const about = AcpAgent.safeParse(hello.value);
    const textOnly = this.setting.textOnly === true && { textOnly: true };
    this.#known = { ...(about.success ? about.data : {}), ...textOnly };
    this.#ports.changed();
    return { ok: true, value: { child, connection, hello: hello.value } };
  }

  /** Every turn that ran in it ends; what was said stays. */
  #gone(child: Child, why: string): void {
    if (this.#child === child) this.stop();
    for (const turn of this.#turns.values()) {
      closeCalls(turn, "The agent ended before this did.");
      turn.queue.end({ type: "failed", failure: ended(this.name, why) });
    }
  }

  async #takeUp({ connection, hello }: Running, sessionId: string): Promise<boolean> {
    const { loadSession, sessionCapabilities } = hello.agentCapabilities ?? {};
    const request: LoadSessionRequest = { sessionId, cwd: this.#ports.cwd(), mcpServers: [] };
    const ask: (() => Promise<LoadSessionResponse>) | undefined = sessionCapabilities?.resume
      ? () => connection.agent.request("session/resume", request)
      : loadSession === true
        ? () => connection.agent.request("session/load", request)
        : undefined;
    if (ask === undefined) return false;
    const taken = await this.#ask("to take up a session", this.#patience.sessionMs, ask, false);
    if (taken.ok) this.#sessions.opened(sessionId, taken.value);
    return taken.ok;
  }

  /** Out of a turn only what describes the session counts: a replay, a late word and a stranger's are passed over. */
  #heard({ sessionId, update }: SessionNotification): void {
    const turn = this.#turns.get(sessionId);
    for (const event of turn?.updates.read(update) ?? []) turn?.queue.push(event);
    this.#sessions.heard(sessionId, update);
    if (update.sessionUpdate !== "usage_update" || update.size <= 1 || update.size === this.#window) return;
    this.#window = Math.round(update.size);
    this.#ports.changed();
  }

  async #call<Value>(ask: (running: Running) => Promise<Value>): Promise<Result<Value>> {
    const running = await this.#start();
    return running.ok ? this.#ask("", this.#patience.sessionMs, () => ask(running.value)) : running;
  }

  /** One that does not answer is ended, unless it can do without. */
  #ask<Value>(what: string, ms: number, ask: () => Promise<Value>, ends = true): Promise<Result<Value>> {
    const late = (): void => {
      if (ends) this.stop();
    };
    return inTime({ name: this.name, what, ms, ask, late });
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(reasonOf(error));
}
