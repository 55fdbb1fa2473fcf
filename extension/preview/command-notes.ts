// The expansion of the command in a draft, with what its file asks for that Galley does not do, or does for this turn alone.
import type { Command } from "../compose/catalog.ts";
import type { Part } from "../message/part.ts";
import type { Expansion } from "../protocol/expansion.ts";
import { type CommandModelPorts, modelNamedBy } from "../turn/request/command/command-model.ts";
import { namesNoTool } from "../turn/request/command/command-tools.ts";
import { offeredTools } from "../turn/request/offered-tools.ts";
import { type CatalogPorts, preparedCatalog } from "../turn/request/prepared-catalog.ts";
import { expansionOf } from "./expansion.ts";
import * as words from "./words.ts";

export type NotePorts = CatalogPorts & CommandModelPorts;

/** `missing` and `serverOf` as `expansionOf` takes them. */
export async function expansionFor(
  ports: NotePorts,
  conversationId: string,
  parts: readonly Part[],
  missing: string,
  serverOf: (id: string) => string | undefined,
): Promise<Expansion | null> {
  const { catalog } = await preparedCatalog(ports, conversationId, parts);
  const expansion = expansionOf(parts, catalog, missing, serverOf);
  const command = expansion?.kind === "text" ? catalog.byId.get(expansion.id) : undefined;
  if (expansion === null || command?.wants === undefined) return expansion;
  const notes = await notesOf(ports, conversationId, command);
  return notes.length === 0 ? expansion : { ...expansion, note: notes.join(" ") };
}

async function notesOf(ports: NotePorts, conversationId: string, command: Command): Promise<string[]> {
  const named = await modelNamedBy(ports, conversationId, command);
  const { tools } = command.wants ?? {};
  const model = named?.model ?? ports.model(conversationId);
  // A model without tools has none to narrow.
  const offered = tools === undefined ? [] : await offeredTools(ports, conversationId, model);
  const isUnknown = tools !== undefined && offered.length > 0 && namesNoTool(tools, offered);
  return [...(named === undefined ? [] : [named.words]), ...(isUnknown ? [words.unknownTools(tools.join(", "))] : [])];
}
