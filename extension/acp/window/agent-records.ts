// Reads and stores what conversations keep of agents. The turn fills this port from the database.
import type { AgentChoices } from "../../message/agents/agent-choices.ts";
import type { ReplayedRow } from "./replayed-rows.ts";

export interface AgentRecords {
  /** The agent session that gave the last answer of the conversation, if it knows the conversation as it stands. */
  sessionOf: (conversation: string, model: string) => string | undefined;
  /** By any model. An answer of `model` counts only if it reached the agent's session. */
  wasAnswered: (conversation: string, model: string) => boolean;
  choices: (conversation: string, agent: string) => AgentChoices;
  /** `false` if the conversation is not stored yet, or the disk refuses the write. */
  saveChoices: (conversation: string, agent: string, choices: AgentChoices) => boolean;
  /** `false` if the conversation has messages by now. Throws, and stores nothing, if the disk refuses the write. */
  saveReplayed: (conversation: string, rows: readonly ReplayedRow[]) => boolean;
}
