// What a window keeps for each configured agent: its process, its journal and the MCP servers it is given.
import { Agent } from "../agent.ts";
import { type AgentSetting, secretsOf } from "../agent-setting.ts";
import type { Choice } from "../session/session-states.ts";
import { AgentJournal } from "./agent-journal.ts";
import type { AgentsPorts } from "./agents-ports.ts";
import { GivenServers } from "./given-servers.ts";

export interface AgentEntry {
  agent: Agent;
  journal: AgentJournal;
  given: GivenServers;
}

export function makeEntry(
  setting: AgentSetting,
  { journal: kept, warn, cwd, version, changed, servers, environmentOf }: AgentsPorts,
  chosen: (session: string, choice: Choice) => void,
): AgentEntry {
  const { id, name } = setting;
  const journal = new AgentJournal(id, kept, secretsOf(setting, [cwd()]), warn);
  const given = new GivenServers({
    ...{ name: name ?? id, cwd, known: servers, environmentOf, warn },
    hide: (secrets) => {
      journal.hide(secrets);
    },
  });
  const agent: Agent = new Agent(setting, {
    cwd,
    version,
    servers: (takes) => (setting.mcpServers === false ? Promise.resolve([]) : given.give(takes)),
    tap: () => journal.tap(),
    changed: () => {
      changed(agent);
    },
    chosen,
  });
  return { agent, journal, given };
}
