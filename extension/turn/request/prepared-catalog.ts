// The catalog for a draft. If the draft gives a skill package, the package is composed with the tools of the conversation.
import type { Caller, Catalog } from "../../compose/catalog.ts";
import { prepareCommand, type PreparedCatalog } from "../../compose/prepare-command.ts";
import type { Part } from "../../message/part.ts";
import { type ToolPorts, toolsOfSkills } from "./offered-tools.ts";

export interface CatalogPorts extends ToolPorts {
  /** Every command that can be given now. */
  catalog: () => Catalog;
}

export function preparedCatalog(
  ports: CatalogPorts,
  session_id: string,
  draft: readonly Part[],
  plan?: Caller["plan"],
): Promise<PreparedCatalog> {
  return prepareCommand(draft, ports.catalog(), async () => ({
    session_id,
    tools: await toolsOfSkills(ports, session_id),
    ...(plan !== undefined && { plan }),
  }));
}
