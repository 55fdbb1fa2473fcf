// What the agents of a window need of it.
import type { Agent } from "../agent.ts";
import type { AgentSetting } from "../agent-setting.ts";
import type { AcpPlaces, LoweredAcp } from "../../lower/acp.ts";
import type { AcpAgent } from "../../message/agents/acp.ts";
import type { Notice } from "../../message/notice.ts";
import type { Journal } from "../../send/line/journal.ts";
import type { AgentRecords } from "./agent-records.ts";
import type { HandPorts, KnownServer } from "./agent-servers.ts";
import type { AgentWorld } from "../services/agent-services.ts";

export interface AgentsPorts {
  records: AgentRecords;
  /** Shows a notice in a conversation. */
  notify: (conversation: string, notice: Notice) => void;
  world: AgentWorld;
  places: AcpPlaces;
  settings: () => AgentSetting[];
  isTrusted: () => boolean;
  cwd: () => string;
  version: string;
  /** The MCP servers of this window. Never rejects, and does not wait for a server. */
  servers: () => Promise<readonly KnownServer[]>;
  environmentOf: HandPorts["environmentOf"];
  journal: Journal;
  /** How an agent described itself at its last start, in any window. */
  remembered: (id: string) => AcpAgent | undefined;
  keep: (kept: LoweredAcp["kept"]) => Promise<void>;
  /** Called when more is known of an agent or of one of its sessions. */
  changed: (agent: Agent) => void;
  warn: (line: string) => void;
}
