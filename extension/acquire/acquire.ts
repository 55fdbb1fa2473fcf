// Reads what the parts of a draft point at: one fact per distinct target, context and symbol.
import { reasonOf } from "../text/reason.ts";
import { type FileTarget, fileTargetsOf, storedKey, storedRefsOf, targetKey } from "../message/file-target.ts";
import type { Part } from "../message/part.ts";
import {
  contextIdOf,
  contextNameOf,
  lookupName,
  type Resolved,
  resourceOf,
  type Sending,
} from "../message/resolved.ts";
import { type SymbolFact, symbolKey, symbolOf, type SymbolTarget } from "../message/symbol-fact.ts";
import type { FileFact, FileRead, Facts } from "./facts.ts";
import { findSymbol, type SymbolsRead } from "./symbols/find-symbol.ts";
import * as words from "./words.ts";

export interface AcquirePorts {
  readFile: (target: FileTarget) => Promise<FileRead>;
  /** Reads a stored picture, with its smaller copy if it is larger than models take. Missing without a store. */
  readStored?: (contentId: string) => Promise<FileRead>;
  /** Reads a context as it is now. Missing without an editor. */
  readContext?: (name: string, id?: string) => Promise<Resolved>;
  /** What a resource of an MCP server holds now. */
  readResource?: ((server: string, uri: string, sending?: Sending) => Promise<Resolved>) | undefined;
  /** The symbols of a file now. Missing without an editor. */
  readSymbols?: (path: string) => Promise<SymbolsRead>;
  /** `undefined` for a preview. */
  sending?: Sending | undefined;
  /** The content id of a text. */
  digest: (text: string) => string;
}

/**
 * Never throws: a read that fails is a fact with its reason. `known` are contexts that were read before, when the
 * message was given: only the files they name are read again.
 */
export async function acquire(
  ports: AcquirePorts,
  parts: readonly Part[],
  known: readonly Resolved[] = [],
): Promise<Facts> {
  const [contexts, symbols] = await Promise.all([readContexts(ports, parts), readSymbols(ports, parts)]);
  const targets = new Map<string, FileTarget>();
  const stoodFor = [...contexts.values(), ...known].flatMap((resolved) => resolved.parts);
  for (const { target } of fileTargetsOf([...parts, ...stoodFor])) targets.set(targetKey(target), target);
  const read = async ([key, target]: [string, FileTarget]): Promise<[string, FileFact]> => [
    key,
    await readFact(ports, target),
  ];
  const [files, copies] = await Promise.all([Promise.all(Array.from(targets, read)), readCopies(ports, parts)]);
  return { files: new Map([...files, ...copies]), contexts, symbols };
}

/** The stored pictures that have a smaller copy. The picture itself is stored already. */
async function readCopies({ readStored, digest }: AcquirePorts, parts: readonly Part[]): Promise<[string, FileFact][]> {
  if (readStored === undefined) return [];
  const ids = new Set(storedRefsOf(parts).map(({ id }) => id));
  const read = async (id: string): Promise<[string, FileFact][]> => {
    // Without a copy the picture goes as it is.
    const file = await readStored(id).catch(() => undefined);
    if (file?.state !== "binary" || file.scaled === undefined) return [];
    return [[storedKey(id), { ...file, scaled_id: digest(file.scaled.data) }]];
  };
  return (await Promise.all(Array.from(ids, read))).flat();
}

async function readContexts(ports: AcquirePorts, parts: readonly Part[]): Promise<Map<string, Resolved>> {
  const named = new Map(withResults(parts).flatMap((part) => withName(part) ?? []));
  const read = async ([name, part]: [string, Part]): Promise<[string, Resolved]> => {
    try {
      return [name, await lookUp(ports, part)];
    } catch (error) {
      return [name, { parts: [], reason: reasonOf(error) }];
    }
  };
  return new Map(await Promise.all(Array.from(named, read)));
}

/** Asks once for each file. */
async function readSymbols(ports: AcquirePorts, parts: readonly Part[]): Promise<Map<string, SymbolFact>> {
  const { readSymbols: read } = ports;
  if (read === undefined) return new Map();
  const mentioned = withResults(parts).flatMap((part) => symbolOf(part) ?? []);
  const paths = new Set(mentioned.map(({ path }) => path));
  const ask = async (path: string): Promise<[string, SymbolsRead]> => {
    try {
      return [path, await read(path)];
    } catch (error) {
      return [path, { state: "unchecked", reason: reasonOf(error) }];
    }
  };
  const files = new Map(await Promise.all(Array.from(paths, ask)));
  const look = (target: SymbolTarget): [string, SymbolFact][] => {
    const symbols = files.get(target.path);
    return symbols === undefined ? [] : [[symbolKey(target), findSymbol(symbols, target)]];
  };
  return new Map(mentioned.flatMap(look));
}

/** The parts that a command became are looked up too. */
function withResults(parts: readonly Part[]): Part[] {
  return parts.flatMap((part) => [part, ...(part.type === "command" ? (part.result_parts ?? []) : [])]);
}

function withName(part: Part): [[string, Part]] | undefined {
  const name = lookupName(part);
  return name === undefined ? undefined : [[name, part]];
}

async function lookUp({ readContext, readResource, sending }: AcquirePorts, part: Part): Promise<Resolved> {
  const resource = resourceOf(part);
  if (resource !== undefined)
    return readResource?.(resource.server, resource.uri, sending) ?? { parts: [], reason: words.noServer };
  return readContext?.(contextNameOf(part) ?? "", contextIdOf(part)) ?? { parts: [], reason: words.noEditor };
}

async function readFact(ports: AcquirePorts, target: FileTarget): Promise<FileFact> {
  try {
    const file = await ports.readFile(target);
    if (file.state === "binary" && file.media !== undefined)
      return {
        ...file,
        content_id: ports.digest(file.media.data),
        ...(file.scaled !== undefined && { scaled_id: ports.digest(file.scaled.data) }),
      };
    return file.state === "text" ? { ...file, content_id: ports.digest(file.text) } : file;
  } catch (error) {
    return { state: "unavailable", reason: reasonOf(error) };
  }
}
