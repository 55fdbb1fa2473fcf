// The catalog for a draft: where that gives a package, composed with what may be called in its conversation now.
import { prepareCommand, type PreparedCatalog } from "../compose/prepare-command.ts";
import type { Part } from "../message/part.ts";
import { offeredTools } from "./offered-tools.ts";
import type { Rooms } from "./rooms.ts";

export function preparedCatalog(rooms: Rooms, session_id: string, draft: readonly Part[]): Promise<PreparedCatalog> {
  return prepareCommand(draft, rooms.catalog(), async () => {
    const tools = await offeredTools(rooms, session_id, rooms.model(session_id));
    return { session_id, tools: tools.map(({ name }) => name) };
  });
}
