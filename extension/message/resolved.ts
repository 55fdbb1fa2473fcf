// What a context mention stood for at the moment its message was sent; later turns replay this, never the editor.
import * as z from "zod/mini";
import { EditorContext, FileRef, type Part } from "./part.ts";

export const ContextPart = z.discriminatedUnion("type", [FileRef, EditorContext]);
export type ContextPart = z.infer<typeof ContextPart>;

/** Without parts it did not resolve, and `reason` says why in words. */
export const Resolved = z.object({ parts: z.array(ContextPart), reason: z.optional(z.string()) });
export type Resolved = z.infer<typeof Resolved>;

/** The name of the context a part mentions. */
export function contextNameOf(part: Part): string | undefined {
  return part.type === "mention" && part.target.kind === "context" ? part.target.name : undefined;
}

/** The key of one file among those a mention stood for; `key` is the mention's own. */
export function withinResolved(key: string, index: number): string {
  return `${key}@${index}`;
}
