// What a draft's command needs before the draft can be looked at: a package is composed, everything else is ready.
import type { Part } from "../message/part.ts";
import type { Caller, Catalog, Invoked } from "./catalog.ts";
import { givenCommand } from "./command.ts";

export interface PreparedCatalog {
  catalog: Catalog;
  /** What the package came to, where the draft gives one. */
  invoked?: Invoked;
}

/** The same catalog, in which the package the draft gives is composed. Who calls is asked only then. */
export async function prepareCommand(
  draft: readonly Part[],
  catalog: Catalog,
  caller: () => Promise<Caller>,
): Promise<PreparedCatalog> {
  const given = givenCommand(draft, catalog);
  const command = given && catalog.byId.get(given.id);
  if (given === undefined || command?.body.kind !== "package") return { catalog };
  const invoked = await command.body.compose(given.raw, await caller());
  const byId = new Map(catalog.byId).set(given.id, { ...command, body: { kind: "skill", invoke: () => invoked } });
  return { catalog: { ...catalog, byId }, invoked };
}
