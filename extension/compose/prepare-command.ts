// What a draft's command needs before the draft is read: a package is composed, every other command is ready.
import { givenCommand } from "../message/given-command.ts";
import type { Part } from "../message/part.ts";
import type { Caller, Catalog, Invoked } from "./catalog.ts";
import { wordsBehind } from "./command.ts";

export interface PreparedCatalog {
  catalog: Catalog;
  /** The composed package, if the draft gives one. */
  invoked?: Invoked;
}

/** Returns the catalog with the draft's package composed. Asks for the caller only if there is one. */
export async function prepareCommand(
  draft: readonly Part[],
  catalog: Catalog,
  caller: () => Promise<Caller>,
): Promise<PreparedCatalog> {
  const given = givenCommand(draft, (id) => catalog.byId.has(id));
  const command = given && catalog.byId.get(given.id);
  if (given === undefined || command?.body.kind !== "package") return { catalog };
  const invoked = await command.body.compose(wordsBehind(given), await caller());
  const byId = new Map(catalog.byId).set(given.id, { ...command, body: { kind: "skill", invoke: () => invoked } });
  return { catalog: { ...catalog, byId }, invoked };
}
