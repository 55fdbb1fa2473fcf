// The catalog for a draft: its skill package is composed with the tools of the conversation, its template knows its files.
import type { Caller, Catalog } from "../../compose/catalog.ts";
import { prepareCommand, type PreparedCatalog } from "../../compose/prepare-command.ts";
import type { Part } from "../../message/part.ts";
import { type ToolPorts, toolsOfSkills } from "./offered-tools.ts";

export interface CatalogPorts extends ToolPorts {
  /** Every command that can be given now. */
  catalog: () => Catalog;
  /** Those of the paths that are files of the workspace which may be sent unasked. Never rejects. */
  namedFiles: (paths: readonly string[]) => Promise<readonly string[]>;
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
    ...(plan !== undefined && { plan }),
    ...(source !== undefined && { source }),
  });
  return prepareCommand(draft, ports.catalog(), { caller, namedFiles: ports.namedFiles, source });
}
