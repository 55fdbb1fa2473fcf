// The current modes, options and commands of an agent's sessions.
import type { AvailableCommand, SessionConfigOption, SessionModeState, SessionUpdate } from "@agentclientprotocol/sdk";

export interface SessionState {
  modes?: SessionModeState;
  options?: SessionConfigOption[];
  commands: AvailableCommand[];
}

interface Told {
  modes?: SessionModeState | null;
  configOptions?: SessionConfigOption[] | null;
}

/** A mode or options that have changed. */
export interface Choice {
  mode?: string;
  options?: Record<string, string | boolean>;
}

/** The most commands of a session. Further ones are ignored. */
const MOST_COMMANDS = 500;

/** The most sessions with early commands. */
const MOST_EARLY = 20;

export class SessionStates {
  readonly #changed: () => void;
  readonly #chosen: (sessionId: string, choice: Choice) => void;
  readonly #states = new Map<string, SessionState>();
  /** Commands that arrived before the response that opens their session. */
  readonly #early = new Map<string, AvailableCommand[]>();

  constructor(changed: () => void, chosen: (sessionId: string, choice: Choice) => void) {
    this.#changed = changed;
    this.#chosen = chosen;
  }

  get(sessionId: string): SessionState | undefined {
    return this.#states.get(sessionId);
  }

  forget(sessionId: string): void {
    this.#states.delete(sessionId);
  }

  clear(): void {
    this.#states.clear();
    this.#early.clear();
  }

  /** The agent has created or resumed the session. */
  opened(sessionId: string, { modes, configOptions }: Told): void {
    const commands = this.#early.get(sessionId) ?? [];
    this.#early.delete(sessionId);
    this.#states.set(sessionId, {
      commands,
      ...(modes && { modes }),
      ...(configOptions && { options: configOptions }),
    });
    this.#changed();
  }

  /** The user has selected a mode. The agent may have reported it already. */
  choseMode(sessionId: string, mode: string): void {
    this.#setMode(sessionId, mode, false);
    this.#chosen(sessionId, { mode });
  }

  /** The user has selected an option. Other options may change with it. */
  choseOption(sessionId: string, id: string, value: string | boolean, options: SessionConfigOption[]): void {
    this.#setOptions(sessionId, options, true);
    this.#chosen(sessionId, { options: { [id]: value } });
  }

  #setMode(sessionId: string, currentModeId: string, isChosen: boolean): void {
    const modes = this.#states.get(sessionId)?.modes;
    if (modes === undefined) return;
    if (isChosen && modes.currentModeId !== currentModeId) this.#chosen(sessionId, { mode: currentModeId });
    this.#set(sessionId, { modes: { ...modes, currentModeId } });
  }

  #setOptions(sessionId: string, options: SessionConfigOption[], isChosen: boolean): void {
    const before = new Map(this.#states.get(sessionId)?.options?.map(({ id, currentValue }) => [id, currentValue]));
    const others = options.filter(({ id, currentValue }) => before.has(id) && before.get(id) !== currentValue);
    if (isChosen && others.length > 0)
      this.#chosen(sessionId, {
        options: Object.fromEntries(others.map(({ id, currentValue }) => [id, currentValue])),
      });
    this.#set(sessionId, { options });
  }

  /** In a turn, a changed mode or option is kept as a choice. Outside of one, the agent only reports what it offers. */
  heard(sessionId: string, update: SessionUpdate, isInTurn: boolean): void {
    if (update.sessionUpdate === "available_commands_update") this.#hearCommands(sessionId, update.availableCommands);
    else if (update.sessionUpdate === "current_mode_update") this.#setMode(sessionId, update.currentModeId, isInTurn);
    else if (update.sessionUpdate === "config_option_update")
      this.#setOptions(sessionId, update.configOptions, isInTurn);
  }

  #hearCommands(sessionId: string, all: AvailableCommand[]): void {
    const commands = all.slice(0, MOST_COMMANDS);
    if (this.#states.has(sessionId)) this.#set(sessionId, { commands });
    else {
      const [oldest] = this.#early.keys();
      if (oldest !== undefined && this.#early.size >= MOST_EARLY) this.#early.delete(oldest);
      this.#early.set(sessionId, commands);
    }
  }

  #set(sessionId: string, news: Partial<SessionState>): void {
    const state = this.#states.get(sessionId);
    if (state === undefined) return;
    this.#states.set(sessionId, { ...state, ...news });
    this.#changed();
  }
}
