// Shows a call of an agent's own tool like a call of one of Galley's tools.
import * as z from "zod/mini";
import type { ContentBlock, ToolCallUpdate } from "@agentclientprotocol/sdk";
import { commandLine } from "../services/command-line.ts";
import * as words from "../words.ts";

/** Everything the agent has reported of a call so far. */
export interface Told extends Omit<ToolCallUpdate, "toolCallId"> {
  id: string;
}

export interface Face {
  name: string;
  input: Record<string, unknown>;
}

/** The longest text or result that is shown. */
const MOST_CHARACTERS = 100_000;

const Raw = z.looseObject({
  command: z.optional(z.union([z.string(), z.array(z.string())])),
  args: z.catch(z.optional(z.array(z.string())), undefined),
  url: z.optional(z.string()),
});

export function faceOf(told: Told, shownPath: (path: string) => string): Face {
  const { kind, content, locations, rawInput } = told;
  const title = told.title ?? "";
  const given = rawOf(rawInput);
  const edit = editOf(changesIn(content, shownPath));
  if (edit !== undefined) return { name: "edit", input: edit };
  const path = locations?.[0]?.path;
  switch (kind) {
    case "execute":
      return { name: "bash", input: { command: given.command ?? title } };
    case "read":
      return path === undefined ? named("read", title, rawInput) : { name: "read", input: { path: shownPath(path) } };
    case "edit":
      return path === undefined ? named("edit", title, rawInput) : { name: "edit", input: { path: shownPath(path) } };
    case "fetch":
      return given.url === undefined
        ? named("fetch", title, rawInput)
        : { name: "web_fetch", input: { url: given.url } };
    case "delete":
    case "move":
    case "search":
    case "think":
    case "switch_mode":
      return named(kind, title, rawInput);
    case "other":
    case null:
    case undefined:
      return named(told.name ?? "tool", title, rawInput);
    default:
      return kind satisfies never;
  }
}

function editOf([first, ...others]: readonly FileChange[]): Face["input"] | undefined {
  if (first === undefined) return undefined;
  const texts = ({ path, before, after }: FileChange): Face["input"] => ({ path, old_text: before, new_text: after });
  if (others.length === 0) return texts(first);
  return { path: words.severalFiles(first.path, others.length), changes: [first, ...others].map(texts) };
}

/** A file that a call changes, with the text of all its changed places. */
export interface FileChange {
  path: string;
  before: string;
  after: string;
}

/** All files together share the limit of one. */
export function changesIn(content: Told["content"], shownPath: (path: string) => string): FileChange[] {
  const diffs = (content ?? []).filter((one) => one.type === "diff");
  const files = [...Map.groupBy(diffs, ({ path }) => path)];
  const most = Math.floor(MOST_CHARACTERS / Math.max(1, files.length));
  return files.map(([path, places]) => ({
    path: shownPath(path),
    before: cut(places.map(({ oldText }) => oldText ?? "").join("\n"), most),
    after: cut(places.map(({ newText }) => newText).join("\n"), most),
  }));
}

/** The title comes first, because the panel shows it in one line. */
function named(name: string, title: string, rawInput: unknown): Face {
  const text = rawInput === undefined || rawInput === null ? "" : JSON.stringify(rawInput);
  const input = text === "" || text === "{}" || text.length > MOST_CHARACTERS ? {} : { input: rawInput };
  return { name, input: { title, ...input } };
}

/** The command and the URL in an input, if it has them. */
export function rawOf(rawInput: unknown): { command?: string; url?: string } {
  const raw = Raw.safeParse(rawInput);
  if (!raw.success) return {};
  const { command, args, url } = raw.data;
  const [first = "", ...others] = Array.isArray(command) ? command : [command ?? "", ...(args ?? [])];
  return { ...(first !== "" && { command: commandLine(first, others) }), ...(url !== undefined && { url }) };
}

/** The result of a call as text. */
export function outputOf(
  { content, rawOutput }: Told,
  { shownPath, terminalText }: { shownPath: (path: string) => string; terminalText: (id: string) => string },
): string {
  const texts = (content ?? []).map((one) => {
    if (one.type === "content") return wordsOf(one.content);
    return one.type === "diff" ? words.changed(shownPath(one.path)) : terminalText(one.terminalId);
  });
  const said = texts.filter((text) => text !== "").join("\n");
  if (said !== "" || rawOutput === undefined || rawOutput === null) return cut(said);
  return cut(typeof rawOutput === "string" ? rawOutput : JSON.stringify(rawOutput, null, 2));
}

/** Truncates text that is too long to read. */
export function cut(text: string, most = MOST_CHARACTERS): string {
  return text.length > most ? `${text.slice(0, most)}\n${words.truncated}` : text;
}

/** Text as it is; other content by its name or type. */
export function wordsOf(content: ContentBlock): string {
  switch (content.type) {
    case "text":
      return content.text;
    case "resource_link":
      return `[${content.name}](${content.uri})`;
    case "resource":
      return "text" in content.resource ? content.resource.text : `[${content.resource.uri}]`;
    case "image":
    case "audio":
      return `[${content.type}: ${content.mimeType}]`;
    default:
      return content satisfies never;
  }
}
