// The agents of a window: each started when it is first asked, one process for all conversations, gone with the window.
import { Agent } from "../acp/agent.ts";
import { type AgentSetting, secretsOf } from "../acp/agent-setting.ts";
import { notConfigured, notTakenUp, notTrusted } from "../acp/failures.ts";
import { type AcpPlaces, type LoweredAcp } from "../lower/acp.ts";
import { ACP, type AcpAgent } from "../message/acp.ts";
import type { Failure } from "../message/failure.ts";
import { reasonOf } from "../message/reason.ts";
import { agentSessionOf } from "../persist/agent-session.ts";
import type { StreamEvent } from "../send/event.ts";
import type { Journal } from "../send/journal.ts";
import { AgentJournal } from "./agent-journal.ts";
import { type AgentCall, type AgentPort, promptAgent } from "./agent-prompt.ts";
import { agentServices, type AgentWorld } from "./agent-services.ts";
import type { Rooms } from "./rooms.ts";

export interface AgentsPorts {
  rooms: () => Rooms;
  world: AgentWorld;
  places: AcpPlaces;
  settings: () => AgentSetting[];
  isTrusted: () => boolean;
  cwd: () => string;
  version: string;
  journal: Journal;
  /** What an agent said of itself when it was started last, in any window. */
  remembered: (id: string) => AcpAgent | undefined;
  keep: (kept: LoweredAcp["kept"]) => Promise<void>;
  /** Something is known of an agent, or of a session, that was not. */
  changed: (agent: Agent) => void;
  warn: (line: string) => void;
}

interface Entry {
  agent: Agent;
  journal: AgentJournal;
}

export class Agents implements AgentPort {
  readonly places: AcpPlaces;
  readonly #ports: AgentsPorts;
  readonly #entries = new Map<string, Entry>();
  /** By conversation: the session that answered there last, in this window. */
  readonly #live = new Map<string, { agent: string; session: string }>();

  /** Sessions that a conversation without an answer goes on with, by conversation and model. */
  readonly #adopted = new Map<string, string>();
  /** Sessions nobody has said anything in yet, by conversation. */
  readonly #unused = new Map<string, string>();

  constructor(ports: AgentsPorts) {
    this.#ports = ports;
    this.places = ports.places;
  }

  /** One whose setting was changed is ended, and begins anew. */
  agent(id: string): Agent | undefined {
    return this.#entry(id)?.agent;
  }

  /** The session of a conversation that its agent has open. */
  sessionOf(conversation: string): { agent: Agent; session: string } | undefined {
    const live = this.#live.get(conversation);
    const agent = live && this.#entries.get(live.agent)?.agent;
    return live === undefined || agent?.state(live.session) === undefined
      ? undefined
      : { agent, session: live.session };
  }

  continues(conversation: string, model: string): string | undefined {
    const session =
      agentSessionOf(this.#ports.rooms().store, conversation, model) ?? this.#adopted.get(`${conversation} ${model}`);
    if (session === undefined) return undefined;
    const id = model.slice(model.indexOf("/") + 1);
    const agent = this.#entries.get(id)?.agent;
    if (agent?.state(session) !== undefined) return session;
    const { agentCapabilities } = agent?.known ?? this.#ports.remembered(id) ?? {};
    const canTakeUp =
      agentCapabilities?.loadSession === true || Boolean(agentCapabilities?.sessionCapabilities?.resume);
    return canTakeUp ? session : undefined;
  }

  /** A session before the first message: what the agent offers in it is known then. Says what went wrong. */
  async warm(conversation: string, id: string): Promise<Failure | undefined> {
    const { agent } = this.#entry(id) ?? {};
    if (agent === undefined) return notConfigured(id);
    if (this.sessionOf(conversation)?.agent === agent) return undefined;
    const opened = await agent.open(this.continues(conversation, `${ACP}/${id}`));
    if (!opened.ok) return opened.failure;
    const session = opened.value.id;
    this.#live.set(conversation, { agent: id, session });
    if (!opened.value.continued) this.#unused.set(conversation, session);
    this.#ports.changed(agent);
    return undefined;
  }

  /** The conversation goes on where the agent left off in a session of its own. Says what went wrong. */
  async adopt(conversation: string, id: string, session: string): Promise<Failure | undefined> {
    const { agent } = this.#entry(id) ?? {};
    const opened = await agent?.open(session);
    if (agent === undefined || opened === undefined) return notConfigured(id);
    if (!opened.ok) return opened.failure;
    this.#live.set(conversation, { agent: id, session: opened.value.id });
    if (opened.value.continued) this.#adopted.set(`${conversation} ${ACP}/${id}`, session);
    else this.#unused.set(conversation, opened.value.id);
    this.#ports.changed(agent);
    return opened.value.continued ? undefined : notTakenUp(agent.name);
  }

  async *send(call: AgentCall): AsyncGenerator<StreamEvent> {
    const entry = this.#entry(call.agent);
    if (entry === undefined) {
      yield { type: "failed", failure: notConfigured(call.agent) };
      return;
    }
    const { agent, journal } = entry;
    if (!this.#ports.isTrusted()) {
      yield { type: "failed", failure: notTrusted(agent.name) };
      return;
    }
    const { rooms, world, keep } = this.#ports;
    const services = agentServices(rooms(), world, call.conversation, call.talk, call.signal);
    const begun = (session: string): void => {
      journal.asks(session, call.about);
      this.#live.set(call.conversation, { agent: call.agent, session });
    };
    const fresh = this.#takeUnused(call, agent);
    try {
      yield* promptAgent(agent, call, { services, keep, begun, fresh });
    } catch (error) {
      const message = `${agent.name} could not be asked: ${reasonOf(error)}`;
      yield { type: "failed", failure: { stage: "send", code: "agent-failed", message, retryable: true } };
    }
  }

  #takeUnused({ conversation, continues }: AgentCall, agent: Agent): string | undefined {
    const session = this.#unused.get(conversation);
    this.#unused.delete(conversation);
    return continues === undefined && session !== undefined && agent.state(session) !== undefined ? session : undefined;
  }

  dispose(): void {
    for (const { agent } of this.#entries.values()) agent.stop();
    this.#entries.clear();
  }

  #entry(id: string): Entry | undefined {
    const setting = this.#ports.settings().find((one) => one.id === id);
    const known = this.#entries.get(id);
    if (known !== undefined && JSON.stringify(known.agent.setting) === JSON.stringify(setting)) return known;
    known?.agent.stop();
    this.#entries.delete(id);
    if (setting === undefined) return undefined;
    const { journal: kept, warn, cwd, version, changed } = this.#ports;
    const journal = new AgentJournal(id, kept, secretsOf(setting), warn);
    const agent: Agent = new Agent(setting, {
      cwd,
      version,
      tap: journal,
      changed: () => {
        changed(agent);
      },
    });
    const entry = { agent, journal };
    this.#entries.set(id, entry);
    return entry;
  }
}
