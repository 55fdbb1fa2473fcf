// An agent of the settings as a window keeps it: its process, its journal and the servers it is given.
import { Agent } from "../acp/agent.ts";
import { type AgentSetting, secretsOf } from "../acp/agent-setting.ts";
import type { Choice } from "../acp/session/session-states.ts";
import { AgentJournal } from "./agent-journal.ts";
import type { AgentsPorts } from "./agents-ports.ts";
import { GivenServers } from "./given-servers.ts";

export interface Entry {
  agent: Agent;
  journal: AgentJournal;
  given: GivenServers;
}

export function makeEntry(
  setting: AgentSetting,
  { journal: kept, warn, cwd, version, changed, servers }: AgentsPorts,
  chosen: (session: string, choice: Choice) => void,
): Entry {
  const { id, name } = setting;
  const journal = new AgentJournal(id, kept, secretsOf(setting, [cwd()]), warn);
  const given = new GivenServers({
    ...{ name: name ?? id, cwd, known: servers, warn },
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
