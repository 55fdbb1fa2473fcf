// Turns a request for permission into a call that the rules and the user can judge, by the places that its paths lead to.
import * as z from "zod/mini";
import type { PermissionOption, ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { Located, Place } from "../../tools/ports.ts";
import type { Need, Preview, ReadyCall } from "../../tools/tool.ts";
import { askedPaths, MOST_PATHS } from "./asked-paths.ts";
import { changesIn, cut, faceOf, type FileChange, rawOf } from "../session/tool-face.ts";
import * as words from "../words.ts";

export interface PermissionPorts {
  /** Locates a path as the built-in tools do: links resolved, inside or outside the workspace. */
  locate: (path: string) => Promise<Located>;
  /** How messages write a path that cannot be located. */
  shownPath: (path: string) => string;
}

/** A change that the user sees: the old text of the file becomes the new one. */
export interface AskedChange {
  /** As `Place.path`. */
  path: string;
  oldText: string | undefined;
  newText: string;
}

/** A command that the user sees, and its folder if the agent names one. */
interface AskedCommand {
  line: string;
  folder: string | undefined;
}

export interface AskedCall {
  tool: string;
  call: ReadyCall;
  changes: AskedChange[];
  command?: AskedCommand;
}

type Told = Omit<ToolCallUpdate, "toolCallId">;

interface Path {
  typed: string;
  /** `undefined` if the path cannot be located. */
  place: Place | undefined;
  shown: string;
}

const LONGEST_TITLE = 200;

export async function permissionCall(
  { toolCallId, ...told }: ToolCallUpdate,
  ports: PermissionPorts,
  options: readonly Pick<PermissionOption, "kind">[] = [],
): Promise<AskedCall> {
  const asked = askedPaths(told, told.kind === "read");
  const paths = await Promise.all(asked.paths.map((typed) => resolvePath(typed, ports)));
  const shown = new Map(paths.map((path) => [path.typed, path.shown]));
  const shownPath = (path: string): string => shown.get(path) ?? ports.shownPath(path);
  const { name, input } = faceOf({ ...told, id: toolCallId }, shownPath);
  const title = shortTitle(told.title ?? name);
  const needs = needsOf(told, title, paths);
  if (asked.isCut) needs.push({ permission: "outside", pattern: words.manyPaths(MOST_PATHS), exact: true });
  if (isForGood(options)) needs.push({ permission: "other", pattern: words.withoutAskingAgain, exact: true });
  const preview = previewOf(told, input, shownPath);
  const run = (): ReturnType<ReadyCall["run"]> => Promise.resolve({ ok: true, output: "" });
  const call: ReadyCall = { title, needs, changes: true, unheard: true, run, ...(preview && { preview }) };
  return { tool: name, call, changes: shownChanges(told, paths), ...askedCommand(told, paths) };
}

async function resolvePath(typed: string, { locate, shownPath }: PermissionPorts): Promise<Path> {
  const located = await locate(typed);
  return located.ok
    ? { typed, place: located.value, shown: located.value.path }
    : { typed, place: undefined, shown: shownPath(typed) };
}

/** The agent offers no way to allow this only once. */
function isForGood(options: readonly Pick<PermissionOption, "kind">[]): boolean {
  const has = (wanted: PermissionOption["kind"]): boolean => options.some(({ kind }) => kind === wanted);
  return has("allow_always") && !has("allow_once");
}

/** One line, so that a long title does not hide what the user decides on. */
function shortTitle(title: string): string {
  const line = title.replace(/\s+/g, " ").trim();
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE)}…` : line;
}

function needsOf({ kind, content, rawInput }: Told, title: string, paths: readonly Path[]): Need[] {
  const { command, url } = rawOf(rawInput);
  // Whatever kind the agent names, an input with a command runs it, and one with a URL fetches it.
  const also = [
    ...(command !== undefined && kind !== "execute" ? [commandNeed(command, rawInput)] : []),
    ...(url !== undefined && kind !== "fetch" ? [fetchNeed(url, title)] : []),
  ];
  const isChange = (content ?? []).some((one) => one.type === "diff");
  if (isChange || kind === "edit" || kind === "delete" || kind === "move")
    return unique([...(paths.length === 0 ? [named("write", title)] : paths.flatMap(writeNeeds)), ...also]);
  if (kind === "execute") {
    const own = command === undefined ? named("bash", title) : commandNeed(command, rawInput);
    return unique([own, ...outsideNeeds(paths), ...also]);
  }
  if (kind === "fetch") return unique([fetchNeed(url, title), ...outsideNeeds(paths), ...also]);
  if (kind === "read" && paths.length > 0) return unique([...paths.map(readNeed), ...also]);
  return unique([{ permission: "other", pattern: title }, ...outsideNeeds(paths), ...also]);
}

/** Only the agent's title says what this is, so no rule for paths, commands or hosts may match it. */
function named(permission: Need["permission"], title: string): Need {
  return { permission, pattern: title, exact: true };
}

function readNeed({ place, shown }: Path): Need {
  if (place === undefined) return { permission: "outside", pattern: shown, exact: true };
  return { permission: place.inside ? "read" : "outside", pattern: shown };
}

function writeNeeds(path: Path): Need[] {
  const { place, shown } = path;
  const write: Need = { permission: "write", pattern: shown };
  if (place === undefined) return [readNeed(path), { ...write, exact: true }];
  return place.inside ? [write] : [readNeed(path), write];
}

function outsideNeeds(paths: readonly Path[]): Need[] {
  return paths.map(readNeed).filter(({ permission }) => permission === "outside");
}

/** Keys beside the command that change what runs. */
const MORE = /env|arg|stdin|input|script|shell|interpreter/i;

const Fields = z.record(z.string(), z.unknown());

/** A rule with a wildcard covers only a plain command, not one with variables or further input. */
function commandNeed(command: string, rawInput: unknown): Need {
  const fields = Fields.safeParse(rawInput);
  const hasMore =
    fields.success && Object.entries(fields.data).some(([key, value]) => MORE.test(key) && isGiven(value));
  return { permission: "bash", pattern: command, ...(hasMore && { exact: true }) };
}

function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === false) return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

function unique(needs: readonly Need[]): Need[] {
  return [...new Map(needs.map((need) => [`${need.permission} ${need.pattern}`, need])).values()];
}

function fetchNeed(url: string | undefined, title: string): Need {
  const isAddress = url !== undefined && URL.canParse(url);
  return isAddress ? { permission: "fetch", pattern: new URL(url).host } : named("fetch", title);
}

/** Empty if the card cuts the text, because the user grants only what is shown in full. */
function shownChanges({ content }: Told, paths: readonly Path[]): AskedChange[] {
  const places = new Map(paths.map(({ typed, place }) => [typed, place]));
  const diffs = (content ?? []).filter((one) => one.type === "diff");
  const length = diffs.reduce((sum, { oldText, newText }) => sum + (oldText?.length ?? 0) + newText.length, 0);
  if (length > MOST_SHOWN) return [];
  return diffs.flatMap(({ path, oldText, newText }) => {
    const place = places.get(path);
    return place === undefined ? [] : [{ path: place.path, oldText: oldText ?? undefined, newText }];
  });
}

const MOST_SHOWN = 100_000;

const FOLDER_KEY = /^(cwd|dir|directory|folder|work(ing)?_?dir(ectory)?)$/i;

function askedCommand({ kind, title, rawInput }: Told, paths: readonly Path[]): { command?: AskedCommand } {
  const line = rawOf(rawInput).command ?? (kind === "execute" ? (title ?? undefined) : undefined);
  if (line === undefined) return {};
  const fields = Fields.safeParse(rawInput);
  const named = Object.entries(fields.success ? fields.data : {}).find(([key]) => FOLDER_KEY.test(key))?.[1];
  if (named === undefined || named === null) return { command: { line, folder: undefined } };
  const place = paths.find(({ typed }) => typed === named)?.place;
  return place === undefined ? {} : { command: { line, folder: place.real } };
}

function previewOf(
  { kind, content, rawInput }: Told,
  input: Record<string, unknown>,
  shownPath: (path: string) => string,
): Preview | undefined {
  const [first, ...others] = changesIn(content, shownPath);
  if (first !== undefined && others.length === 0) return { type: "diff", ...first };
  if (first !== undefined) return { type: "text", text: [first, ...others].map(signed).join("\n\n") };
  const { command } = input;
  if (kind === "execute" && typeof command === "string") {
    const fields = Fields.safeParse(rawInput);
    const rest = Object.entries(fields.success ? fields.data : {}).filter(([key]) => key !== "command");
    const about = rest.map(([name, value]) => ({ name, value: cut(textOf(value)) }));
    return { type: "text", text: cut(command), ...(about.length > 0 && { about }) };
  }
  if (rawInput === undefined || rawInput === null) return undefined;
  return { type: "text", text: cut(JSON.stringify(rawInput, null, 2)) };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The path of a file, and its removed and added lines. */
function signed({ path, before, after }: FileChange): string {
  const [was, is] = [linesOf(before), linesOf(after)];
  const most = Math.min(was.length, is.length);
  let head = 0;
  while (head < most && was[head] === is[head]) head += 1;
  let tail = 0;
  while (tail < most - head && was.at(-1 - tail) === is.at(-1 - tail)) tail += 1;
  const gone = was.slice(head, was.length - tail).map((line) => `-${line}`);
  const come = is.slice(head, is.length - tail).map((line) => `+${line}`);
  return [path, ...gone, ...come].join("\n");
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
