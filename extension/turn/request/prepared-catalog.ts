// The catalog for a draft: where that gives a package, composed with what may be called in its conversation now.
import type { Caller } from "../../compose/catalog.ts";
import { prepareCommand, type PreparedCatalog } from "../../compose/prepare-command.ts";
import type { Part } from "../../message/part.ts";
import { toolsOfSkills } from "./offered-tools.ts";
import type { Rooms } from "../rooms.ts";

export function preparedCatalog(
  rooms: Rooms,
  session_id: string,
  draft: readonly Part[],
  plan?: Caller["plan"],
): Promise<PreparedCatalog> {
  return prepareCommand(draft, rooms.catalog(), async () => ({
    session_id,
    tools: await toolsOfSkills(rooms, session_id),
    ...(plan !== undefined && { plan }),
  }));
}
