// The MCP servers that an agent is given with its sessions, and the note about those that wait for the user.
import type { McpCapabilities, McpServer } from "@agentclientprotocol/sdk";
import { type Handed, type HandPorts, handServers, type KnownServer } from "./agent-servers.ts";
import * as words from "../words.ts";

export interface GivenPorts {
  /** The name of the agent in sentences. */
  name: string;
  cwd: () => string;
  known: () => Promise<readonly KnownServer[]>;
  environmentOf: HandPorts["environmentOf"];
  /** These values must not appear in a log. */
  hide: (secrets: readonly string[]) => void;
  warn: (line: string) => void;
}

export class GivenServers {
  readonly #ports: GivenPorts;
  #waiting: Handed["withheld"] = [];
  #told = "";

  constructor(ports: GivenPorts) {
    this.#ports = ports;
  }

  /** Logs the servers that the agent cannot be given. */
  async give(takes: McpCapabilities): Promise<McpServer[]> {
    const { name: agent, cwd, known, environmentOf, hide, warn } = this.#ports;
    const { servers, withheld, secrets } = await handServers(await known(), takes, { cwd: cwd(), environmentOf });
    hide(secrets);
    for (const { name, why } of withheld) warn(`MCP server ${name} is not available to ${agent}: ${why}.`);
    this.#waiting = withheld.filter(({ waits }) => waits);
    return servers;
  }

  /** What the user can do about the servers that wait. Returned once, however many sessions do without them. */
  note(): string | undefined {
    const list = this.#waiting.map(({ name, why }) => `${name} (${why})`).join(", ");
    if (list === this.#told) return undefined;
    this.#told = list;
    return list === "" ? undefined : words.withoutServers(this.#ports.name, list);
  }

  /** The agent restarts: `note` lists the servers that still wait again. */
  sayAgain(): void {
    this.#told = "";
  }
}
