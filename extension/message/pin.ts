// A pin: what a conversation keeps in sight. Read anew for every turn, never part of the history.
import * as z from "zod/mini";
import { fileTargetOf } from "./file-target.ts";
import { KnownPart } from "./part.ts";
import { resourceOf } from "./resolved.ts";
import { isByteRange, type Range } from "./range.ts";

export const Pin = z.object({
  /** One pin of an id in a conversation: the same lines cannot be pinned twice. */
  id: z.string().check(z.minLength(1)),
  part: KnownPart,
  /** What a text is called. */
  title: z.optional(z.string()),
});
export type Pin = z.infer<typeof Pin>;

/** What ids begin with. They are stored: a prefix never changes. */
const PREFIXES = { file: "file:", resource: "resource:", text: "text:", "open-editor": "open:" } as const;

/** `open-editor`: pinned while the editor is open, not by the user. */
type PinKind = keyof typeof PREFIXES;

const TITLE_LENGTH = 60;

/** `undefined` for a pin of another extension, which gives it an id of its own. */
export function pinKindOf({ id }: Pick<Pin, "id">): PinKind | undefined {
  const kinds: readonly PinKind[] = ["file", "resource", "text", "open-editor"];
  return kinds.find((kind) => id.startsWith(PREFIXES[kind]));
}

/** Files, folders, resources and texts can be pinned; `undefined` for anything else. */
export function pinOf(part: KnownPart, digest: (text: string) => string, title?: string): Pin | undefined {
  const target = fileTargetOf(part);
  if (target !== undefined)
    return {
      id: `${PREFIXES.file}${target.path}${placeOf(target.range)}`,
      part: { type: "file-ref", ref: { kind: "path", ...target } },
    };
  const resource = resourceOf(part);
  if (resource !== undefined) return { id: `${PREFIXES.resource}${resource.server} ${resource.uri}`, part };
  if (part.type !== "text" || part.text.trim() === "") return undefined;
  return { id: `${PREFIXES.text}${digest(part.text)}`, part, title: title ?? firstWords(part.text) };
}

/** The same file under the name of an open editor: gone from the conversation when the editor closes. */
export function openEditorPin(path: string): Pin {
  return { id: `${PREFIXES["open-editor"]}${path}`, part: { type: "file-ref", ref: { kind: "path", path } } };
}

function placeOf(range: Range | undefined): string {
  if (range === undefined) return "";
  return isByteRange(range) ? `@${range.start}-${range.end}` : `:${range.start}-${range.end}`;
}

function firstWords(text: string): string {
  const words = Array.from(text.trim().replace(/\s+/g, " "));
  return words.length > TITLE_LENGTH ? `${words.slice(0, TITLE_LENGTH - 1).join("")}…` : words.join("");
}
