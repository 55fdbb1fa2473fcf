// The agents of a window: each starts when it is first used, is one process for all conversations, and ends with the window.
import type { AvailableCommand } from "@agentclientprotocol/sdk";
import type { Agent } from "../agent.ts";
import { conversationNotEmpty, notConfigured, notResumed, notTrusted, promptFailed, replayCut } from "../failures.ts";
import type { Result } from "../../message/result.ts";
import { Replay } from "../session/replay.ts";
import type { Choice } from "../session/session-states.ts";
import type { AcpPlaces } from "../../lower/acp.ts";
import { ACP } from "../../message/agents/acp.ts";
import type { Failure, FailureAction } from "../../message/failure.ts";
import { unlessStopped } from "../../stream/stopped.ts";
import type { StreamEvent } from "../../send/event.ts";
import { KeptChoices } from "./kept-choices.ts";
import { type AgentEntry, makeEntry } from "./agent-entry.ts";
import { hideEvents, hideFailure } from "./hide-events.ts";
import { type AgentCall, type OpenedAsSet, promptAgent } from "./prompt-agent.ts";
import { agentServices } from "../services/agent-services.ts";
import { replayedRows } from "./replayed-rows.ts";
import type { AgentsPorts } from "./agents-ports.ts";
import * as words from "../words.ts";

export class Agents {
  readonly places: AcpPlaces;
  readonly #ports: AgentsPorts;
  readonly #entries = new Map<string, AgentEntry>();
  /** The agent session that answered last in this window, by conversation. */
  readonly #live = new Map<string, { agent: string; session: string }>();

  /** Agent sessions that conversations without an answer continue, by conversation and model. */
  readonly #adopted = new Map<string, string>();
  /** Agent sessions without a prompt yet, by conversation. */
  readonly #unused = new Map<string, string>();

  /** Agent sessions that open before a message needs them, by conversation. None rejects. */
  readonly #warming = new Map<string, Promise<Failure | undefined>>();
  readonly #choices: KeptChoices;

  constructor(ports: AgentsPorts) {
    this.#ports = ports;
    this.#choices = new KeptChoices(ports.records);
    this.places = ports.places;
  }

  /** Stops an agent whose setting has changed, and returns a new one. */
  agent(id: string): Agent | undefined {
    return this.#entry(id)?.agent;
  }

  /** Ends the agents that the changed settings no longer list. */
  review(): void {
    for (const id of [...this.#entries.keys()]) this.#entry(id);
  }

  /** The agent session that is open for a conversation. */
  sessionOf(conversation: string): { agent: Agent; session: string } | undefined {
    const live = this.#live.get(conversation);
    const agent = live && this.#entries.get(live.agent)?.agent;
    return live === undefined || agent?.state(live.session) === undefined
      ? undefined
      : { agent, session: live.session };
  }

  /** The commands an agent offers in a conversation; before its first session there, those it offered elsewhere last. */
  commandsOf(conversation: string, id: string): readonly AvailableCommand[] {
    const agent = this.#entries.get(id)?.agent;
    const own = this.#live.get(conversation);
    const all = [...this.#live.values(), ...(own === undefined ? [] : [own])].filter((live) => live.agent === id);
    return all.flatMap(({ session }) => agent?.state(session) ?? []).at(-1)?.commands ?? [];
  }

  continues(conversation: string, model: string, answering?: string): string | undefined {
    const session = answering ?? this.#remembering(conversation, model);
    if (session === undefined) return undefined;
    const id = model.slice(model.indexOf("/") + 1);
    const agent = this.#entries.get(id)?.agent;
    if (agent?.state(session) !== undefined) return session;
    const { agentCapabilities } = agent?.known ?? this.#ports.remembered(id) ?? {};
    const canTakeUp =
      agentCapabilities?.loadSession === true || Boolean(agentCapabilities?.sessionCapabilities?.resume);
    return canTakeUp ? session : undefined;
  }

  /** The agent session that knows the conversation as it stands. */
  #remembering(conversation: string, model: string): string | undefined {
    const { records } = this.#ports;
    const session = records.sessionOf(conversation, model);
    if (session !== undefined || records.wasAnswered(conversation, model)) return session;
    return this.#adopted.get(`${conversation} ${model}`);
  }

  /** Opens an agent session before the first message, to learn what it offers. Tells the user `done`. Resolves with the failure, if any. */
  async warm(conversation: string, id: string, done: readonly string[] = []): Promise<Failure | undefined> {
    const warming = (this.#warming.get(conversation) ?? Promise.resolve())
      .then(() => this.#warm(conversation, id, done))
      .catch((error: unknown) => promptFailed(this.agent(id)?.name ?? id, error));
    this.#warming.set(conversation, warming);
    const failure = hideFailure(await warming, this.#ports.journal.secrets);
    if (this.#warming.get(conversation) === warming) this.#warming.delete(conversation);
    return failure;
  }

  /** Restarts the agent, in a conversation that continues with it. Resolves with the failure, if any. */
  restart(conversation: string, id: string): Promise<Failure | undefined> {
    const { agent, given } = this.#entry(id) ?? {};
    agent?.stop();
    given?.sayAgain();
    return this.warm(conversation, id, agent && [words.restarted(agent.name)]);
  }

  async #warm(conversation: string, id: string, done: readonly string[]): Promise<Failure | undefined> {
    const entry = this.#entry(id);
    if (entry === undefined) return notConfigured(id);
    const { agent } = entry;
    if (this.sessionOf(conversation)?.agent === agent) {
      this.#tell(conversation, done);
      return undefined;
    }
    const opened = await this.#open(entry, conversation, this.continues(conversation, `${ACP}/${id}`));
    if (!opened.ok) return opened.failure;
    const session = opened.value.id;
    this.#live.set(conversation, { agent: id, session });
    if (!opened.value.continued) this.#unused.set(conversation, session);
    this.#tell(conversation, [...done, ...opened.value.notes], opened.value.action);
    this.#ports.changed(agent);
    return undefined;
  }

  /**
   * Continues one of the agent's own sessions in an empty conversation, and shows the messages the agent replays.
   * Resolves with the failure, if any.
   */
  async adopt(conversation: string, id: string, session: string): Promise<Failure | undefined> {
    const entry = this.#entry(id);
    const { records, world, changed } = this.#ports;
    const replay = new Replay(world.shownPath);
    if (entry === undefined) return notConfigured(id);
    const { agent } = entry;
    const opened = await this.#open(entry, conversation, session, replay);
    if (!opened.ok) return hideFailure(opened.failure, this.#ports.journal.secrets);
    const { continued, notes, action } = opened.value;
    const model = `${ACP}/${id}`;
    const rows = replayedRows(conversation, { messages: replay.end(), model, model_name: agent.name, session });
    if (continued && !records.saveReplayed(conversation, rows)) return conversationNotEmpty();
    this.#live.set(conversation, { agent: id, session: opened.value.id });
    if (continued) this.#adopted.set(`${conversation} ${model}`, session);
    else this.#unused.set(conversation, opened.value.id);
    this.#tell(conversation, notes, action);
    changed(agent);
    if (!continued) return notResumed(agent.name);
    return replay.isCut ? replayCut(agent.name) : undefined;
  }

  async start(id: string, signal: AbortSignal): Promise<Failure | undefined> {
    const agent = this.#ports.isTrusted() ? this.agent(id) : undefined;
    // `send` reports why the agent does not start.
    if (agent === undefined) return undefined;
    const started = await unlessStopped(agent.start(), signal);
    return started?.ok === false ? hideFailure(started.failure, this.#ports.journal.secrets) : undefined;
  }

  async *send(call: AgentCall): AsyncGenerator<StreamEvent> {
    const entry = this.#entry(call.agent);
    if (entry === undefined) {
      yield { type: "failed", failure: notConfigured(call.agent) };
      return;
    }
    const { agent, journal: own } = entry;
    const { world, keep, journal } = this.#ports;
    // The end of the turn, by the agent or the user, cancels what the agent still asks for.
    const over = new AbortController();
    const signal = AbortSignal.any([call.signal, over.signal]);
    const services = agentServices(world, call.conversation, call.turn, signal);
    const prompting = (session: string): void => {
      own.asks(session, call.about);
      this.#choices.keep(call.conversation, call.agent);
      this.#adopted.delete(`${call.conversation} ${ACP}/${call.agent}`);
      this.#live.set(call.conversation, { agent: call.agent, session });
      // The agent may have sent its commands before the session was known to belong to this conversation.
      this.#ports.changed(agent);
    };
    await unlessStopped(this.#warming.get(call.conversation) ?? Promise.resolve(undefined), call.signal);
    if (call.signal.aborted) {
      yield { type: "end", finish: "stopped" };
      return;
    }
    const fresh = this.#takeUnused(call, agent);
    const open = (session: string | undefined): Promise<Result<OpenedAsSet>> =>
      this.#open(entry, call.conversation, session);
    try {
      yield* hideEvents(promptAgent(agent, call, { open, services, keep, prompting, fresh }), journal.secrets);
    } catch (error) {
      yield { type: "failed", failure: promptFailed(agent.name, error) };
    } finally {
      over.abort();
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

  /**
   * Only in a trusted workspace. Applies the modes and options chosen in the conversation; the notes list those the
   * agent no longer has.
   */
  async #open(
    { agent, given }: AgentEntry,
    conversation: string,
    session: string | undefined,
    replay?: Replay,
  ): Promise<Result<OpenedAsSet>> {
    if (!this.#ports.isTrusted()) return { ok: false, failure: notTrusted(agent.name) };
    const opened = await agent.open(session, replay);
    if (!opened.ok) return opened;
    const { id, isFresh } = opened.value;
    if (!isFresh) return { ok: true, value: { ...opened.value, notes: [] } };
    const notes = await this.#choices.restore(agent, conversation, id);
    const lacks = given.note();
    if (lacks === undefined) return { ok: true, value: { ...opened.value, notes } };
    return { ok: true, value: { ...opened.value, notes: [...notes, lacks], action: "restartAgent" } };
  }

  #tell(conversation: string, notes: readonly string[], action?: FailureAction): void {
    if (notes.length === 0) return;
    this.#ports.notify(conversation, { message: notes.join(" "), ...(action && { action }) });
  }

  #chosen(id: string, session: string, choice: Choice): void {
    for (const [conversation, live] of this.#live)
      if (live.agent === id && live.session === session) this.#choices.add(conversation, id, choice);
  }

  #entry(id: string): AgentEntry | undefined {
    const setting = this.#ports.settings().find((one) => one.id === id);
    const known = this.#entries.get(id);
    if (known !== undefined && JSON.stringify(known.agent.setting) === JSON.stringify(setting)) return known;
    known?.agent.stop();
    this.#entries.delete(id);
    if (setting === undefined) return undefined;
    const entry = makeEntry(setting, this.#ports, (session, choice) => {
      this.#chosen(id, session, choice);
    });
    this.#entries.set(id, entry);
    return entry;
  }
}
