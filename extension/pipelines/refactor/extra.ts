// The chips that go with an instruction, read as those of a message are.
import type { Catalog } from "../../compose/catalog.ts";
import type { Part } from "../../message/part.ts";
import { acquireFacts, composeMessage, type GatherPorts } from "../../turn/gather.ts";
import { type Extra, NO_EXTRA } from "./request.ts";

export interface ExtraPorts extends GatherPorts {
  catalog: () => Catalog;
}

export async function readExtra(ports: ExtraPorts, parts: readonly Part[]): Promise<Extra> {
  if (parts.length === 0) return NO_EXTRA;
  const outgoing = { parts, catalog: ports.catalog() };
  const { message, contents } = composeMessage(ports, outgoing, await acquireFacts(ports, outgoing));
  return { message, contents };
}
