// What a draft's command needs before the draft is read: a package is composed, and the files of a template are looked up.
import { givenCommand } from "../message/given-command.ts";
import type { Part } from "../message/part.ts";
import type { Body, Caller, Catalog, Invoked, Listed } from "./catalog.ts";
import { wordsBehind } from "./command.ts";
import { pathsIn } from "./template.ts";

export interface PreparedCatalog {
  catalog: Catalog;
  /** The composed package, if the draft gives one. */
  invoked?: Invoked;
}

export interface PreparePorts {
  /** Asked only for a package. */
  caller: () => Promise<Caller>;
  /** Those of the paths that are files of the workspace which may be sent unasked. Never rejects. */
  namedFiles: (paths: readonly string[]) => Promise<readonly string[]>;
  /** Who gives the command. */
  source: Caller["source"];
}

/** Returns the catalog with the draft's command ready to be resolved. */
export async function prepareCommand(
  draft: readonly Part[],
  catalog: Catalog,
  { caller, namedFiles, source }: PreparePorts,
): Promise<PreparedCatalog> {
  const given = givenCommand(draft, (id) => catalog.byId.has(id));
  const command = given && catalog.byId.get(given.id);
  if (given === undefined || command === undefined) return { catalog };
  const { body } = command;
  if (body.kind === "package") {
    const invoked = await body.compose(wordsBehind(given), await caller());
    return { catalog: withBody(catalog, command, { kind: "skill", invoke: () => invoked }), invoked };
  }
  if (body.kind === "skill" && source !== undefined)
    return {
      catalog: withBody(catalog, command, { kind: "skill", invoke: (request) => body.invoke(request, source) }),
    };
  const paths = body.kind === "template" ? pathsIn(body.text) : [];
  if (body.kind !== "template" || paths.length === 0) return { catalog };
  return { catalog: withBody(catalog, command, { ...body, files: await namedFiles(paths) }) };
}

function withBody(catalog: Catalog, command: Listed, body: Body): Catalog {
  return { ...catalog, byId: new Map(catalog.byId).set(command.id, { ...command, body }) };
}
