// What an agent needs of the window it runs in.
import type { McpCapabilities, McpServer } from "@agentclientprotocol/sdk";
import type { LineTap } from "./process/line-stream.ts";
import type { Patience } from "./process/patience.ts";
import type { Choice } from "./session/session-states.ts";

export interface AgentPorts {
  /** The agent's working folder. */
  cwd: () => string;
  version: string;
  /** The MCP servers for a session, of the kinds that the agent supports. Never rejects, and does not wait for a server. */
  servers: (takes: McpCapabilities) => Promise<McpServer[]>;
  /** Hears every line to and from one process. */
  tap: () => LineTap;
  /** Called when more is known of the agent or of one of its sessions. */
  changed: () => void;
  /** Called when the user, or the agent in a turn, has changed a mode or an option of a session. */
  chosen: (sessionId: string, choice: Choice) => void;
  patience?: Partial<Patience>;
}
