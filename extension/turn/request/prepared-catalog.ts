// The catalog for a draft: its skill package is composed with the tools of the conversation, what its command names is looked up.
import { parsePlace } from "../../acquire/place.ts";
import type { Caller, Catalog } from "../../compose/catalog.ts";
import { prepareCommand, type PreparedCatalog, type PreparePorts } from "../../compose/prepare-command.ts";
import type { Part } from "../../message/part.ts";
import type { ResultPart } from "../../message/command.ts";
import type { Resolved, Sending } from "../../message/resolved.ts";
import { reasonOf } from "../../text/reason.ts";
import type { GatherPorts } from "../gather.ts";
import { type ToolPorts, toolsOfSkills } from "./offered-tools.ts";

type Looks = Pick<PreparePorts, "namedFiles" | "findPlace"> & Pick<GatherPorts, "readContext">;

export interface CatalogPorts extends ToolPorts, Looks {
  /** What the files of the workspace have of a query, ranked. Never rejects. */
  searchWorkspace: (query: string, conversationId: string, sending?: Sending) => Promise<ResultPart>;
  /** Every command that can be given now. */
  catalog: () => Catalog;
}

export function preparedCatalog(
  ports: CatalogPorts,
  session_id: string,
  draft: readonly Part[],
  plan?: Caller["plan"],
  source?: Caller["source"],
): Promise<PreparedCatalog> {
  const caller = async (): Promise<Caller> => ({
    session_id,
    tools: await toolsOfSkills(ports, session_id),
    can_call: ports.model(session_id).tools,
    ...(plan !== undefined && { plan }),
    ...(source !== undefined && { source }),
  });
  const { namedFiles, findPlace } = ports;
  const readContext = async (name: string): Promise<Resolved> => {
    try {
      return await ports.readContext(name);
    } catch (error) {
      // The command says why it has nothing to add.
      return { parts: [], reason: reasonOf(error) };
    }
  };
  const search: PreparePorts["search"] = (query, sending) => ports.searchWorkspace(query, session_id, sending);
  const own = { caller, namedFiles, findPlace, parsePlace, readContext, search, source };
  return prepareCommand(draft, ports.catalog(), own);
}
