// What a draft's command needs before the draft can be looked at: a package is composed, everything else is ready.
import { givenCommand } from "../message/given-command.ts";
import type { Part } from "../message/part.ts";
import type { Caller, Catalog, Invoked } from "./catalog.ts";
import { wordsBehind } from "./command.ts";

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
  const given = givenCommand(draft, (id) => catalog.byId.has(id));
  const command = given && catalog.byId.get(given.id);
  if (given === undefined || command?.body.kind !== "package") return { catalog };
  const invoked = await command.body.compose(wordsBehind(given), await caller());
  const byId = new Map(catalog.byId).set(given.id, { ...command, body: { kind: "skill", invoke: () => invoked } });
  return { catalog: { ...catalog, byId }, invoked };
}
