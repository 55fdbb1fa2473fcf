// The modes and options of agents that the user selected in a conversation: kept with it, and set again in every new agent session.
import type { SessionConfigOption } from "@agentclientprotocol/sdk";
import type { Agent } from "../agent.ts";
import type { AgentChoices } from "../../message/agents/agent-choices.ts";
import type { AgentRecords } from "./agent-records.ts";
import * as words from "../words.ts";

export class KeptChoices {
  readonly #records: Pick<AgentRecords, "choices" | "saveChoices">;
  /** For conversations that are not stored yet, by conversation and agent. */
  readonly #unsaved = new Map<string, AgentChoices>();

  constructor(records: Pick<AgentRecords, "choices" | "saveChoices">) {
    this.#records = records;
  }

  of(conversation: string, agent: string): AgentChoices {
    return this.#unsaved.get(`${conversation} ${agent}`) ?? this.#records.choices(conversation, agent);
  }

  add(conversation: string, agent: string, { mode, options }: AgentChoices): void {
    const known = this.of(conversation, agent);
    this.#set(conversation, agent, {
      ...known,
      ...(mode !== undefined && { mode }),
      ...(options !== undefined && { options: { ...known.options, ...options } }),
    });
  }

  /** Stores what waited for the conversation to be stored. What the disk refuses stays in memory. */
  keep(conversation: string, agent: string): void {
    const key = `${conversation} ${agent}`;
    const choices = this.#unsaved.get(key);
    if (choices !== undefined && this.#records.saveChoices(conversation, agent, choices)) this.#unsaved.delete(key);
  }

  /** Sets the choices in a new agent session. Forgets those that cannot be set, and returns a sentence for each. */
  async restore(agent: Agent, conversation: string, session: string): Promise<string[]> {
    const { id } = agent.setting;
    const chosen = this.of(conversation, id);
    if (chosen.mode === undefined && chosen.options === undefined) return [];
    const mode = await restoreMode(agent, session, chosen.mode);
    const options = await restoreOptions(agent, session, chosen.options ?? {});
    if (mode.lost.length + options.lost.length > 0)
      this.#set(conversation, id, { ...(mode.kept !== undefined && { mode: mode.kept }), options: options.kept });
    return [...mode.lost, ...options.lost];
  }

  #set(conversation: string, agent: string, choices: AgentChoices): void {
    this.#unsaved.set(`${conversation} ${agent}`, choices);
    this.keep(conversation, agent);
  }
}

interface Restored<Kept> {
  kept: Kept;
  lost: string[];
}

async function restoreMode(
  agent: Agent,
  session: string,
  mode: string | undefined,
): Promise<Restored<string | undefined>> {
  const { modes } = agent.state(session) ?? {};
  if (mode === undefined || modes?.currentModeId === mode) return { kept: mode, lost: [] };
  const isOffered = modes?.availableModes.some(({ id }) => id === mode) === true;
  const failure = isOffered ? await agent.setMode(session, mode) : undefined;
  return isOffered && failure === undefined
    ? { kept: mode, lost: [] }
    : { kept: undefined, lost: [lostWords(agent, words.mode, mode, failure?.message)] };
}

/** In the agent's order: the values of an option may depend on the options before it. */
async function restoreOptions(
  agent: Agent,
  session: string,
  chosen: Readonly<Record<string, string | boolean>>,
): Promise<Restored<Record<string, string | boolean>>> {
  const kept: Record<string, string | boolean> = {};
  const lost: string[] = [];
  const offered = (agent.state(session)?.options ?? []).map(({ id }) => id);
  const place = (id: string): number => (offered.includes(id) ? offered.indexOf(id) : offered.length);
  for (const [id, value] of Object.entries(chosen).sort(([a], [b]) => place(a) - place(b))) {
    const option = agent.state(session)?.options?.find((one) => one.id === id);
    const isOffered = option !== undefined && takes(option, value);
    const failure = isOffered && option.currentValue !== value ? await agent.setOption(session, id, value) : undefined;
    if (isOffered && failure === undefined) kept[id] = value;
    else lost.push(lostWords(agent, option?.name ?? id, value, failure?.message));
  }
  return { kept, lost };
}

function takes(option: SessionConfigOption, value: string | boolean): boolean {
  if (option.type === "boolean") return typeof value === "boolean";
  return option.options.flatMap((one) => ("options" in one ? one.options : [one])).some((one) => one.value === value);
}

function lostWords({ name }: Agent, what: string, value: string | boolean, why: string | undefined): string {
  const chosen = typeof value === "string" ? value : value ? words.on : words.off;
  return why === undefined ? words.choiceGone(name, what, chosen) : words.choiceRejected(name, what, chosen, why);
}
