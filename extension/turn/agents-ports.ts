// What the agents of a window need of it.
import type { Agent } from "../acp/agent.ts";
import type { AgentSetting } from "../acp/agent-setting.ts";
import type { AcpPlaces, LoweredAcp } from "../lower/acp.ts";
import type { AcpAgent } from "../message/acp.ts";
import type { Journal } from "../send/journal.ts";
import type { KnownServer } from "./agent-servers.ts";
import type { AgentWorld } from "./agent-services.ts";
import type { Rooms } from "./rooms.ts";

export interface AgentsPorts {
  rooms: () => Rooms;
  world: AgentWorld;
  places: AcpPlaces;
  settings: () => AgentSetting[];
  isTrusted: () => boolean;
  cwd: () => string;
  version: string;
  /** The MCP servers of this window. Never rejects, and waits for none of them. */
  servers: () => Promise<readonly KnownServer[]>;
  journal: Journal;
  /** What an agent said of itself when it was started last, in any window. */
  remembered: (id: string) => AcpAgent | undefined;
  keep: (kept: LoweredAcp["kept"]) => Promise<void>;
  /** Something is known of an agent, or of a session, that was not. */
  changed: (agent: Agent) => void;
  warn: (line: string) => void;
}
