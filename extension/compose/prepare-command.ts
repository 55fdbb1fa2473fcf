// What a draft's command needs before the draft is read: a package is composed, and what a command names is looked up.
import type { ContextName } from "../acquire/context.ts";
import type { PromptRead, ResultPart } from "../message/command.ts";
import { type GivenCommand, givenCommand } from "../message/given-command.ts";
import type { LineRange } from "../message/range.ts";
import type { Part } from "../message/part.ts";
import type { Resolved, Sending } from "../message/resolved.ts";
import type { Body, Caller, Catalog, Invoked, Listed, PartOf } from "./catalog.ts";
import { typedBehind, wordsBehind } from "./command.ts";
import { pathsIn } from "./template.ts";
import * as words from "./words.ts";

export interface PreparedCatalog {
  catalog: Catalog;
  /** The composed package, if the draft gives one. */
  invoked?: Invoked;
}

/** What is at a typed path. `path` is the one that messages use. */
export type PlaceFound =
  | { state: "file" | "folder"; path: string }
  | { state: "missing" }
  | { state: "outside" }
  | { state: "ignored" };

export interface PreparePorts {
  /** Asked only for a package. */
  caller: () => Promise<Caller>;
  /** Those of the paths that are files of the workspace which may be sent unasked. Never rejects. */
  namedFiles: (paths: readonly string[]) => Promise<readonly string[]>;
  /** Never rejects. */
  findPlace: (path: string) => Promise<PlaceFound>;
  /** Splits a typed place into its path and its lines. */
  parsePlace: (typed: string) => { query: string; range?: LineRange };
  /** What the files of the workspace have of a query, ranked. Never rejects. */
  search: (query: string, sending?: Sending) => Promise<ResultPart>;
  /** What the editor knows under a name now. */
  readContext: (name: ContextName) => Promise<Resolved>;
  /** Who gives the command. */
  source: Caller["source"];
}

/** Returns the catalog with the draft's command ready to be resolved. */
export async function prepareCommand(
  draft: readonly Part[],
  catalog: Catalog,
  ports: PreparePorts,
): Promise<PreparedCatalog> {
  const given = givenCommand(draft, (id) => catalog.byId.has(id));
  const command = given && catalog.byId.get(given.id);
  if (given === undefined || command === undefined) return { catalog };
  const { body } = command;
  if (body.kind === "package") {
    const invoked = await body.compose(wordsBehind(given), await ports.caller());
    return { catalog: withBody(catalog, command, { kind: "skill", invoke: () => invoked }), invoked };
  }
  if (body.kind === "part") {
    const found = body.of === "place" ? await findPlace(given, ports) : await findContext(given.id, body.of, ports);
    return { catalog: withBody(catalog, command, { ...body, ...(found !== undefined && { found }) }) };
  }
  if (body.kind === "template" && body.intent === "search")
    return { catalog: withBody(catalog, command, withResults(body.text, ports.search)) };
  if (body.kind === "skill" && ports.source !== undefined)
    return {
      catalog: withBody(catalog, command, { kind: "skill", invoke: (request) => body.invoke(request, ports.source) }),
    };
  const paths = body.kind === "template" ? pathsIn(body.text) : [];
  if (body.kind !== "template" || paths.length === 0) return { catalog };
  return { catalog: withBody(catalog, command, { ...body, files: await ports.namedFiles(paths) }) };
}

/** The text of the command, then what was found when the message is sent. The search takes too long to run at every key. */
function withResults(template: string, search: PreparePorts["search"]): Body {
  return {
    kind: "prompt",
    intent: "search",
    read: async ({ args: { raw } }, sending) => {
      const text = template.split("$ARGUMENTS").join(raw);
      return { ok: true, value: [{ type: "text", text }, await search(raw, sending)] };
    },
  };
}

/** `undefined` if the place is a chip, or not typed yet. */
async function findPlace(given: GivenCommand, ports: PreparePorts): Promise<PromptRead | undefined> {
  const typed = typedBehind(given) ?? "";
  if (typed === "") return undefined;
  const { query, range } = ports.parsePlace(typed);
  if (range === undefined && query !== typed && /\d$/.test(typed)) return refusal(words.invalidLines(typed));
  const found = await ports.findPlace(query);
  switch (found.state) {
    case "file":
    case "folder": {
      const { path, state } = found;
      if (state === "folder" && range !== undefined) return refusal(words.linesOfFolder(path));
      const ref = { kind: "path" as const, path, ...(range !== undefined && { range }) };
      return { ok: true, value: [{ type: "file-ref", ref }] };
    }
    case "missing":
      return refusal(words.noSuchPlace(query));
    case "outside":
      return refusal(words.placeOutside(query));
    case "ignored":
      return refusal(words.placeIgnored(query));
    default:
      return found satisfies never;
  }
}

/** The mention of the context, which the message resolves like any other; a context that is empty now is refused. */
async function findContext(id: string, name: Exclude<PartOf, "place">, ports: PreparePorts): Promise<PromptRead> {
  const { parts, reason = "" } = await ports.readContext(name);
  if (parts.length === 0) return refusal(words.nothingToAdd(id, reason));
  return { ok: true, value: [{ type: "mention", target: { kind: "context", name } }] };
}

function refusal(failure: string): PromptRead {
  return { ok: false, failure };
}

function withBody(catalog: Catalog, command: Listed, body: Body): Catalog {
  return { ...catalog, byId: new Map(catalog.byId).set(command.id, { ...command, body }) };
}
