// What an agent needs of the window it runs in.
import type { McpCapabilities, McpServer } from "@agentclientprotocol/sdk";
import type { LineTap } from "./process/line-stream.ts";
import type { Patience } from "./process/patience.ts";
import type { Choice } from "./session/session-states.ts";

export interface AgentPorts {
  /** Where it works. */
  cwd: () => string;
  version: string;
  /** The MCP servers it is given with a session, of the kinds it takes. Never rejects, and waits for none of them. */
  servers: (takes: McpCapabilities) => Promise<McpServer[]>;
  /** Every line that goes and comes, for one process. */
  tap: () => LineTap;
  /** What is known of it, or of one of its sessions, has changed. */
  changed: () => void;
  /** A mode or an option of a session is another now, by the user or in a turn. */
  chosen: (sessionId: string, choice: Choice) => void;
  patience?: Partial<Patience>;
}
