// A list in the shape in which a server sends it, shortened, with its source, and what Galley reads in it.
import type { Listed } from "../../../extension/send/lists/listed.ts";

export interface RecordedList {
  server: string;
  /** Where the shape of the list is public. */
  source: string;
  /** The path of the address that the user sets. */
  base: string;
  /** By path. What is not here is not found. */
  answers: Readonly<Record<string, unknown>>;
  expected: Listed[];
  /** Besides the list itself. */
  alsoAsked?: string;
}

/** What most servers say of each model. */
export const model = { object: "model", created: 1735142223 };

export const WEB_PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
export const LOCAL_PICTURES = ["image/png", "image/jpeg", "image/gif"];
