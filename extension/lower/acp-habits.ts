// How single agents read a prompt, beyond what they declare: one table, by the agent's name.
import type { ContentBlock } from "@agentclientprotocol/sdk";
import { isByteRange, type Range } from "../message/range.ts";
import { isTextMime } from "../text/mime.ts";
import { fileUri } from "./file-uri.ts";

/** A file that is sent as a link. */
export interface Linked {
  /** Absolute. */
  path: string;
  name: string;
  range?: Range;
  mime?: string;
  size?: number;
  /** The user attached it: it is not in the workspace. */
  isAttached: boolean;
}

export interface Habits {
  /** The form of a link. Default: a resource link. */
  link?: (file: Linked) => ContentBlock;
  /** Attachments are lines of text after the message. */
  attachmentLines?: boolean;
}

export const habits: Readonly<Record<string, Habits>> = {
  /**
   * Makes a `file` part of each link: with the lines in its query, and text only under the one type it reads as text. A
   * type it has no part for would fail the whole prompt, so such a file is named in words.
   */
  opencode: {
    link: (file) =>
      isPart(file)
        ? { ...resourceLink(file), uri: fileUri(file.path) + lineQuery(file.range), ...plainType(file) }
        : reference(file),
  },
  /** Its own references are links in Markdown whose target is a plain path. */
  codex: { link: reference },
  /** Opens attachments itself, so the prompt names them in text. */
  claude: { attachmentLines: true },
};

/** By what the agent calls itself, else by what the user calls it. */
export function habitsOf(...names: (string | undefined)[]): Habits {
  for (const name of names) {
    const known = Object.keys(habits).find((agent) => name?.toLowerCase().includes(agent) === true);
    if (known !== undefined) return habits[known] ?? {};
  }
  return {};
}

export function resourceLink({
  path,
  name,
  range,
  mime,
  size,
}: Linked): Extract<ContentBlock, { type: "resource_link" }> {
  return {
    type: "resource_link",
    uri: fileUri(path, range),
    name,
    ...(mime !== undefined && { mimeType: mime }),
    ...(size !== undefined && { size }),
  };
}

/** A link in Markdown. */
function reference({ path, name, range }: Linked): ContentBlock {
  return { type: "text", text: `[${escapeLabel(name)}](${target(path + line(range))})` };
}

function isPart({ mime }: Linked): boolean {
  return mime === undefined || isTextMime(mime) || /^image\/|^application\/pdf$/.test(mime);
}

function plainType({ mime }: Linked): { mimeType: string } {
  return { mimeType: mime === undefined || isTextMime(mime) ? "text/plain" : mime };
}

function lineQuery(range: Range | undefined): string {
  return range === undefined || isByteRange(range) ? "" : `?start=${range.start}&end=${range.end}`;
}

function line(range: Range | undefined): string {
  return range === undefined || isByteRange(range) ? "" : `:${range.start}`;
}

function escapeLabel(name: string): string {
  return name.replace(/[\\[\]]/g, "\\$&");
}

/** In pointed brackets where a blank or a bracket would end it. */
function target(path: string): string {
  return /[\s()<>]/.test(path) ? `<${path.replace(/[<>]/g, "\\$&")}>` : path;
}
