// What a mention of a context or a resource stood for at the moment its message was sent; later turns replay this, never the editor.
import * as z from "zod/mini";
import { EditorContext, FileAttachment, FileRef, type Part } from "./part.ts";

export const ContextPart = z.discriminatedUnion("type", [FileRef, EditorContext, FileAttachment]);
export type ContextPart = z.infer<typeof ContextPart>;

/** Without parts it did not resolve, and `reason` says why in words. */
export const Resolved = z.object({ parts: z.array(ContextPart), reason: z.optional(z.string()) });
export type Resolved = z.infer<typeof Resolved>;

/** The name of the context a part mentions. */
export function contextNameOf(part: Part): string | undefined {
  return part.type === "mention" && part.target.kind === "context" ? part.target.name : undefined;
}

/** Which of the contexts of that name it mentions. */
export function contextIdOf(part: Part): string | undefined {
  return part.type === "mention" && part.target.kind === "context" ? part.target.id : undefined;
}

/** What the account of a request calls a mentioned context: `@open`, `@issues:Crash on start`. */
export function contextTitleOf(part: Part): string {
  if (part.type !== "mention" || part.target.kind !== "context") return "";
  const { name, label } = part.target;
  return label === undefined ? `@${name}` : `@${name}:${label}`;
}

/** The resource of an MCP server a part mentions. */
export function resourceOf(part: Part): { server: string; uri: string } | undefined {
  return part.type === "mention" && part.target.kind === "resource" ? part.target : undefined;
}

/** Two parts with one name are looked up once; nothing for a part that stands for itself. */
export function lookupName(part: Part): string | undefined {
  const resource = resourceOf(part);
  if (resource !== undefined) return `${resource.server} ${resource.uri}`;
  const id = contextIdOf(part);
  return id === undefined ? contextNameOf(part) : `${contextNameOf(part) ?? ""} ${id}`;
}

/** The key of one file among those a mention stood for; `key` is the mention's own. */
export function withinResolved(key: string, index: number): string {
  return `${key}@${index}`;
}

/** The message is being sent: resolving what it names may ask the user, and ends with the turn. */
export interface Sending {
  signal?: AbortSignal | undefined;
}
