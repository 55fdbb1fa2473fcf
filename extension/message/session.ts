// A conversation, as lists and headers show it.
import * as z from "zod/mini";
import { fileTargetOf } from "./file-target.ts";
import type { Part } from "./part.ts";

export const SessionSummary = z.object({
  id: z.string(),
  title: z.string(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type SessionSummary = z.infer<typeof SessionSummary>;

export const UNTITLED = "New conversation";

const TITLE_LENGTH = 60;

/** The first words of the first message, or the first thing it points at. */
export function titleOf(parts: readonly Part[]): string {
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(" ");
  const words = text.trim().replace(/\s+/g, " ");
  const title =
    words === "" ? (parts.map(fileTargetOf).find((target) => target !== undefined)?.path ?? UNTITLED) : words;
  return title.length > TITLE_LENGTH ? `${title.slice(0, TITLE_LENGTH - 1).trimEnd()}…` : title;
}
