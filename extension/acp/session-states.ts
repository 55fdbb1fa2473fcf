// What an agent told of its sessions: modes, options and commands, as they are now.
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

export class SessionStates {
  readonly #changed: () => void;
  readonly #states = new Map<string, SessionState>();
  /** Commands may be told before the session itself is. */
  readonly #early = new Map<string, AvailableCommand[]>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get(sessionId: string): SessionState | undefined {
    return this.#states.get(sessionId);
  }

  clear(): void {
    this.#states.clear();
    this.#early.clear();
  }

  /** It was made, or taken up. */
  opened(sessionId: string, { modes, configOptions }: Told): void {
    const commands = this.#early.get(sessionId) ?? [];
    this.#states.set(sessionId, {
      commands,
      ...(modes && { modes }),
      ...(configOptions && { options: configOptions }),
    });
    this.#changed();
  }

  setMode(sessionId: string, currentModeId: string): void {
    const modes = this.#states.get(sessionId)?.modes;
    if (modes !== undefined) this.#set(sessionId, { modes: { ...modes, currentModeId } });
  }

  setOptions(sessionId: string, options: SessionConfigOption[]): void {
    this.#set(sessionId, { options });
  }

  heard(sessionId: string, update: SessionUpdate): void {
    if (update.sessionUpdate === "available_commands_update") {
      this.#early.set(sessionId, update.availableCommands);
      this.#set(sessionId, { commands: update.availableCommands });
    } else if (update.sessionUpdate === "current_mode_update") this.setMode(sessionId, update.currentModeId);
    else if (update.sessionUpdate === "config_option_update") this.setOptions(sessionId, update.configOptions);
  }

  #set(sessionId: string, news: Partial<SessionState>): void {
    const state = this.#states.get(sessionId);
    if (state === undefined) return;
    this.#states.set(sessionId, { ...state, ...news });
    this.#changed();
  }
}
