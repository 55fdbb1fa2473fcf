// Reads the project's instructions: those near the files in play, and those that name these files themselves.
import type { AcquirePorts } from "../../acquire/acquire.ts";
import {
  type InstructionFile,
  instructionPaths,
  type Instructions,
  joinInstructions,
} from "../../assemble/instructions.ts";
import { fileTargetsOf } from "../../message/file-target.ts";
import type { Message } from "../../message/message.ts";
import type { Part } from "../../message/part.ts";
import { Breather } from "../../stream/breather.ts";
import type { LayersWanted } from "./layer-set.ts";
import { appliesTo, parseScoped } from "./scoped-instructions.ts";
import * as words from "./words.ts";

export interface InstructionPorts {
  /** How paths into each workspace folder begin. */
  roots: () => string[];
  isTrusted: () => boolean;
  readFile: AcquirePorts["readFile"];
  /** The files `*.instructions.md` in `.github/instructions` of a root, sorted. */
  scopedPaths: (root: string) => Promise<string[]>;
  /** Called with the paths where instructions were looked for. */
  looked: (paths: readonly string[]) => void;
}

/** More files that name their own files are not read. */
const MOST_SCOPED = 100;

export async function readInstructions(
  ports: InstructionPorts,
  wanted: Pick<LayersWanted, "messages" | "pins">,
): Promise<Instructions> {
  const roots = ports.roots();
  if (roots.length === 0) return { text: "", sources: [], left_out: [] };
  if (!ports.isTrusted())
    return { text: "", sources: [], left_out: [{ what: "project.instructions", why: words.notTrusted }] };
  const inPlay = filesInPlay(wanted);
  const { atRoot, nested } = instructionPaths(roots, inPlay);
  const scoped = (await Promise.all(roots.map((root) => listScoped(ports, root)))).flat();
  ports.looked([...scoped.map(({ path }) => path), ...atRoot, ...nested]);
  const readAll = (paths: readonly string[]): Promise<Read[]> => Promise.all(paths.map((path) => readOne(ports, path)));
  // The nearest last: what stands at the root, then what names its files, then what stands beside them.
  const reads = [...(await readAll(atRoot)), ...(await readScoped(ports, scoped, inPlay)), ...(await readAll(nested))];
  const joined = joinInstructions(reads.flatMap(({ file }) => file ?? []));
  return { ...joined, left_out: [...joined.left_out, ...reads.flatMap(({ problem }) => problem ?? [])] };
}

/** Of the whole conversation, so that the text changes only when a message or a pin brings a file. */
export function filesInPlay({ messages, pins }: Pick<LayersWanted, "messages" | "pins">): string[] {
  const parts = [...messages.flatMap(partsOf), ...pins.map(({ part }) => part)];
  const named = fileTargetsOf(parts).map(({ target }) => target.path);
  const active = parts.flatMap((part) => (part.type === "editor-context" ? (part.source ?? []) : []));
  return [...new Set([...named, ...active])];
}

/** The parts of a user message, and those that its mentions stood for. */
function partsOf(message: Message): readonly Part[] {
  if (message.role === "assistant") return [];
  const resolved = Object.values(message.metadata.resolved ?? {});
  return [...message.parts, ...resolved.flatMap(({ parts }) => parts)];
}

interface ScopedPath {
  root: string;
  path: string;
}

async function listScoped({ scopedPaths }: InstructionPorts, root: string): Promise<ScopedPath[]> {
  // A folder that cannot be listed has no instructions.
  const paths = await scopedPaths(root).catch(() => []);
  return paths.slice(0, MOST_SCOPED).map((path) => ({ root, path }));
}

async function readScoped(
  ports: InstructionPorts,
  scoped: readonly ScopedPath[],
  inPlay: readonly string[],
): Promise<Read[]> {
  const reads = await Promise.all(scoped.map(({ path }) => readOne(ports, path)));
  const breather = new Breather();
  const fitting: Read[] = [];
  for (const [index, { root, path }] of scoped.entries()) {
    const { file, problem } = reads[index] ?? {};
    if (problem !== undefined) fitting.push({ problem });
    if (file === undefined) continue;
    const parsed = parseScoped(file.text);
    if (!parsed.ok) fitting.push({ problem: { what: path, why: parsed.failure } });
    else if (await appliesTo(parsed.value.patterns, root, inPlay, breather))
      fitting.push({ file: { path, text: parsed.value.body } });
  }
  return fitting;
}

interface Read {
  file?: InstructionFile;
  problem?: { what: string; why: string };
}

/** A missing file is not a problem. */
async function readOne({ readFile }: InstructionPorts, path: string): Promise<Read> {
  const read = await readFile({ path }).catch(() => undefined);
  switch (read?.state) {
    case "text":
      return read.folder === undefined ? { file: { path, text: read.text } } : {};
    case "large":
      return { problem: { what: path, why: words.fileTooLarge(read.size) } };
    case "binary":
      return { problem: { what: path, why: words.notText } };
    case "unavailable":
    case undefined:
      return {};
    default:
      return read satisfies never;
  }
}
