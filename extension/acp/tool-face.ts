// A call of an agent's own tools, in the names and words that Galley's tools are shown with.
import * as z from "zod/mini";
import type { ContentBlock, ToolCallUpdate } from "@agentclientprotocol/sdk";

/** All that was told of a call so far. */
export interface Told extends Omit<ToolCallUpdate, "toolCallId"> {
  id: string;
}

export interface Face {
  name: string;
  input: Record<string, unknown>;
}

/** Of a text that is shown, and of a result. */
const MOST_CHARACTERS = 100_000;

const Raw = z.looseObject({
  command: z.optional(z.union([z.string(), z.array(z.string())])),
  url: z.optional(z.string()),
  pattern: z.optional(z.string()),
});

export function faceOf(told: Told, shownPath: (path: string) => string): Face {
  const { kind, title, content, locations, rawInput } = told;
  const words = title ?? "";
  const raw = Raw.safeParse(rawInput);
  const given = raw.success ? raw.data : {};
  const diff = content?.find((one) => one.type === "diff");
  if (diff !== undefined)
    return {
      name: "edit",
      input: { path: shownPath(diff.path), old_text: cut(diff.oldText ?? ""), new_text: cut(diff.newText) },
    };
  const path = locations?.[0]?.path;
  switch (kind) {
    case "execute":
      return { name: "bash", input: { command: commandOf(given.command) ?? words } };
    case "read":
      return path === undefined ? named("read", words, rawInput) : { name: "read", input: { path: shownPath(path) } };
    case "edit":
      return path === undefined ? named("edit", words, rawInput) : { name: "edit", input: { path: shownPath(path) } };
    case "fetch":
      return given.url === undefined
        ? named("fetch", words, rawInput)
        : { name: "web_fetch", input: { url: given.url } };
    case "delete":
    case "move":
    case "search":
    case "think":
    case "switch_mode":
      return named(kind, words, rawInput);
    case "other":
    case null:
    case undefined:
      return named(told.name ?? "tool", words, rawInput);
    default:
      return kind satisfies never;
  }
}

/** The title first: it is what one reads in a line. */
function named(name: string, title: string, rawInput: unknown): Face {
  const text = rawInput === undefined || rawInput === null ? "" : JSON.stringify(rawInput);
  const input = text === "" || text === "{}" || text.length > MOST_CHARACTERS ? {} : { input: rawInput };
  return { name, input: { title, ...input } };
}

function commandOf(command: string | string[] | undefined): string | undefined {
  return Array.isArray(command) ? command.join(" ") : command;
}

/** What came of it, in words. */
export function outputOf(
  { content, rawOutput }: Told,
  { shownPath, terminalText }: { shownPath: (path: string) => string; terminalText: (id: string) => string },
): string {
  const texts = (content ?? []).map((one) => {
    if (one.type === "content") return wordsOf(one.content);
    return one.type === "diff" ? `Changed ${shownPath(one.path)}.` : terminalText(one.terminalId);
  });
  const said = texts.filter((text) => text !== "").join("\n");
  if (said !== "" || rawOutput === undefined || rawOutput === null) return cut(said);
  return cut(typeof rawOutput === "string" ? rawOutput : JSON.stringify(rawOutput, null, 2));
}

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}\n[… cut …]` : text;
}

/** An answer is words: what is not is named. */
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
