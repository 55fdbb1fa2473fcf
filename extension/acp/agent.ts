// One agent: its process, its description of itself, its sessions and their turns. Its errors become failures, never rejections.
import type {
  InitializeResponse,
  ListSessionsResponse,
  LoadSessionRequest,
  LoadSessionResponse,
  NewSessionRequest,
  NewSessionResponse,
  PromptRequest,
  SessionInfo,
  SessionNotification,
} from "@agentclientprotocol/sdk";
import { AcpAgent } from "../message/agents/acp.ts";
import type { Failure } from "../message/failure.ts";
import type { StreamEvent } from "../send/event.ts";
import type { AgentPorts } from "./agent-ports.ts";
import type { AgentSetting } from "./agent-setting.ts";
import { connect, type Running } from "./process/connect.ts";
import { EventQueue } from "./process/event-queue.ts";
import type { Result } from "../message/result.ts";
import { inTime } from "./process/in-time.ts";
import { listSessions } from "./session/list-sessions.ts";
import { cancelOnStop, follow } from "./session/follow.ts";
import { PATIENCE, type Patience } from "./process/patience.ts";
import type { Replay } from "./session/replay.ts";
import type { Turn } from "./process/serve.ts";
import { type SessionState, SessionStates } from "./session/session-states.ts";
import type { AgentServices } from "./services/services.ts";
import { Terminals } from "./services/terminals.ts";
import { Unasked } from "./process/unasked.ts";
import { TurnUpdates } from "./session/updates.ts";
import type { AgentRequest } from "./words.ts";

export interface Opened {
  id: string;
  /** The agent remembers the earlier messages of the session. */
  continued: boolean;
  /** The session was not open before. */
  isFresh: boolean;
}

export class Agent {
  readonly setting: AgentSetting;
  readonly #ports: AgentPorts;
  readonly #patience: Patience;
  readonly #sessions: SessionStates;
  /** Sessions that the agent is loading, each with the replay of its messages. */
  readonly #replays = new Map<string, Replay>();
  #running: Promise<Result<Running>> | undefined;
  #life = new AbortController();
  #known: AcpAgent | undefined;
  #window: number | undefined;
  readonly #unasked = new Unasked();

  constructor(setting: AgentSetting, ports: AgentPorts) {
    this.setting = setting;
    this.#ports = ports;
    this.#patience = { ...PATIENCE, ...ports.patience };
    this.#sessions = new SessionStates(ports.changed, ports.chosen);
  }

  get name(): string {
    return this.setting.name ?? this.setting.id;
  }

  /** How the agent described itself at its last start. */
  get known(): AcpAgent | undefined {
    return this.#known;
  }

  /** The context window in tokens, if the agent has reported it. */
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

  /** Ends the process and its turns. The next request starts the agent again. */
  stop(): void {
    this.#life.abort();
    this.#running = undefined;
    this.#sessions.clear();
  }

  /** Continues or resumes the session if the agent can, else opens a new one. `replay` receives the earlier messages. */
  async open(sessionId: string | undefined, replay?: Replay): Promise<Result<Opened>> {
    const running = await this.#start();
    if (!running.ok) return running;
    if (sessionId !== undefined && replay === undefined && this.#sessions.get(sessionId) !== undefined)
      return { ok: true, value: { id: sessionId, continued: true, isFresh: false } };
    const isStray = sessionId !== undefined && running.value.strays.has(sessionId);
    if (sessionId !== undefined && !isStray && (await this.#resume(running.value, sessionId, replay)))
      return { ok: true, value: { id: sessionId, continued: true, isFresh: true } };
    const request: NewSessionRequest = await this.#place(running.value);
    const { sessionMs } = this.#patience;
    const made = await this.#ask<NewSessionResponse>(running.value, "session", sessionMs, () =>
      running.value.connection.agent.request("session/new", request),
    );
    if (!made.ok) return made;
    this.#sessions.opened(made.value.sessionId, made.value);
    return { ok: true, value: { id: made.value.sessionId, continued: false, isFresh: true } };
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
    const giveUp = (): boolean => this.#giveUp(running.value, request.sessionId);
    const queue = new EventQueue(giveUp);
    const turn: Turn = { queue, updates, services, terminals };
    const { connection, turns, strays, over } = running.value;
    turns.set(request.sessionId, turn);
    const ports = { name: this.name, connection, over, stopMs: this.#patience.stopMs, giveUp };
    const unlisten = cancelOnStop(ports, request.sessionId, turn, signal);
    void follow(ports, request, turn, signal).then(() => strays.delete(request.sessionId));
    try {
      yield* queue;
    } finally {
      unlisten();
      // The caller has stopped reading, but the agent still answers.
      if (!queue.isEnded)
        // An agent that is gone has nothing to cancel.
        void connection.agent.notify("session/cancel", { sessionId: request.sessionId }).catch(() => undefined);
      terminals.close();
      turns.delete(request.sessionId);
      if (turns.size === 0 && strays.size > 0) this.#end(running.value);
    }
  }

  /** The agent ignored a cancel: ends it, or, while it runs other turns, only this session. */
  #giveUp(running: Running, sessionId: string): boolean {
    const { connection, turns, strays } = running;
    turns.delete(sessionId);
    if (turns.size === 0) this.#end(running);
    else {
      strays.add(sessionId);
      this.#sessions.forget(sessionId);
      // An agent that is gone has nothing to cancel.
      void connection.agent.notify("session/cancel", { sessionId }).catch(() => undefined);
    }
    return turns.size === 0;
  }

  /** Stops this process, but not one that was started after it. */
  #end({ life }: Running): void {
    if (!life.aborted) this.stop();
  }

  async authenticate(methodId: string): Promise<Failure | undefined> {
    const ask = ({ connection }: Running): Promise<unknown> => connection.agent.request("authenticate", { methodId });
    const done = await this.#call(ask, "signIn", this.#patience.signInMs);
    return done.ok ? undefined : done.failure;
  }

  async setMode(sessionId: string, modeId: string): Promise<Failure | undefined> {
    const done = await this.#call((running) =>
      running.connection.agent.request("session/set_mode", { sessionId, modeId }),
    );
    if (done.ok) this.#sessions.choseMode(sessionId, modeId);
    return done.ok ? undefined : done.failure;
  }

  async setOption(sessionId: string, configId: string, value: string | boolean): Promise<Failure | undefined> {
    const how = typeof value === "boolean" ? ({ type: "boolean", value } as const) : { value };
    const done = await this.#call((running) =>
      running.connection.agent.request("session/set_config_option", { sessionId, configId, ...how }),
    );
    if (done.ok) this.#sessions.choseOption(sessionId, configId, value, done.value.configOptions);
    return done.ok ? undefined : done.failure;
  }

  /** The sessions that the agent has stored; empty if it cannot list them. */
  list(): Promise<Result<SessionInfo[]>> {
    return listSessions((from) =>
      this.#call(({ hello, connection }) =>
        hello.agentCapabilities?.sessionCapabilities?.list
          ? connection.agent.request("session/list", { cwd: this.#ports.cwd(), ...from })
          : Promise.resolve<ListSessionsResponse>({ sessions: [] }),
      ),
    );
  }

  #start(): Promise<Result<Running>> {
    const begun = (this.#running ??= this.#begin());
    void begun.then(({ ok }) => {
      // Do not clear an agent that was started since.
      if (!ok && this.#running === begun) this.#running = undefined;
    });
    return begun;
  }

  async #begin(): Promise<Result<Running>> {
    const { cwd, version, tap, changed } = this.#ports;
    const life = (this.#life = new AbortController());
    const ports = {
      ...{ setting: this.setting, name: this.name, cwd: cwd(), version, tap: tap(), startMs: this.#patience.startMs },
      heard: (running: Pick<Running, "turns">, told: SessionNotification) => {
        this.#heard(running, told);
      },
      gone: (running: Running) => {
        this.#end(running);
      },
    };
    const begun = await connect(ports, life.signal);
    if (!begun.ok || life.signal.aborted) return begun;
    const about = AcpAgent.safeParse(begun.value.hello);
    this.#known = about.success ? about.data : {};
    changed();
    return begun;
  }

  /** The folder and the MCP servers of a session. */
  async #place({ hello }: Running): Promise<Pick<NewSessionRequest, "cwd" | "mcpServers">> {
    const takes = hello.agentCapabilities?.mcpCapabilities ?? {};
    return { cwd: this.#ports.cwd(), mcpServers: await this.#ports.servers(takes) };
  }

  async #resume(running: Running, sessionId: string, replay: Replay | undefined): Promise<boolean> {
    const { connection, hello } = running;
    const { loadSession, sessionCapabilities } = hello.agentCapabilities ?? {};
    if (!sessionCapabilities?.resume && loadSession !== true) return false;
    const request: LoadSessionRequest = { sessionId, ...(await this.#place(running)) };
    // Agents replay the messages of a session that they load, but not of one that they resume.
    const isLoaded = loadSession === true && (replay !== undefined || !sessionCapabilities?.resume);
    const ask = (): Promise<LoadSessionResponse> =>
      connection.agent.request(isLoaded ? "session/load" : "session/resume", request);
    if (replay !== undefined) this.#replays.set(sessionId, replay);
    const resumed = await this.#ask(running, "resume", this.#patience.sessionMs, ask, false);
    // The library may still deliver updates that came before this response.
    await new Promise((resolve) => setImmediate(resolve));
    this.#replays.delete(sessionId);
    if (resumed.ok) this.#sessions.opened(sessionId, resumed.value);
    return resumed.ok;
  }

  /** Outside of a turn and a replay, only updates that describe the session count. */
  #heard({ turns }: Pick<Running, "turns">, { sessionId, update }: SessionNotification): void {
    const turn = turns.get(sessionId);
    const events = turn?.updates.read(update) ?? [];
    for (const event of events) turn?.queue.push(event);
    if (events.length === 0) turn?.queue.pass();
    if (turn?.updates.isFlooded) turn.queue.flood();
    const replay = this.#replays.get(sessionId);
    replay?.hear(update);
    if (turn === undefined && replay === undefined && this.#unasked.add()) {
      this.stop();
      return;
    }
    this.#sessions.heard(sessionId, update, turn !== undefined);
    if (update.sessionUpdate !== "usage_update" || update.size <= 1 || update.size === this.#window) return;
    this.#window = Math.round(update.size);
    this.#ports.changed();
  }

  async #call<Value>(
    ask: (running: Running) => Promise<Value>,
    request: AgentRequest = "other",
    ms = this.#patience.sessionMs,
  ): Promise<Result<Value>> {
    const running = await this.#start();
    return running.ok ? this.#ask(running.value, request, ms, () => ask(running.value)) : running;
  }

  /** Ends an agent that does not respond in time, unless `ends` is `false` or a turn runs. */
  #ask<Value>(
    running: Running,
    request: AgentRequest,
    ms: number,
    ask: () => Promise<Value>,
    ends = true,
  ): Promise<Result<Value>> {
    const late = (): boolean => {
      const isEnded = ends && running.turns.size === 0;
      if (isEnded) this.#end(running);
      return isEnded;
    };
    const { connection, over } = running;
    return inTime({ name: this.name, request, ms, ask, late, closed: connection.signal, over });
  }
}
