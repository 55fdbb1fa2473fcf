// The URI by which another program hands Galley a message: `vscode://galley.galley/submit?from=…&text=…`.
import type { Result } from "../../message/result.ts";
import * as words from "../words.ts";

/** Longer texts belong into a file: a link is no place for them. */
export const MOST_CHARACTERS = 10_000;
const MOST_FROM = 60;

export interface Handed {
  text: string;
  /** Who says to have sent it. */
  from: string;
}

/**
 * Plain text only. VS Code has decoded the query, so that a `&` of the text looks like one between two fields: the text
 * is the last field, and goes to the end.
 */
export function parseSubmitUri({ path, query }: { path: string; query: string }): Result<Handed, string> {
  if (path.replace(/\/$/, "") !== "/submit") return { ok: false, failure: words.unknownLink };
  const [, before = "", given = ""] = /^(.*?)(?:^|&)text=(.*)$/s.exec(query) ?? [];
  const text = plain(given).trim();
  if (text === "") return { ok: false, failure: words.emptyLink };
  if (text.length > MOST_CHARACTERS) return { ok: false, failure: words.longLink(MOST_CHARACTERS) };
  return { ok: true, value: { text, from: nameOf(/(?:^|&)from=(.*)$/s.exec(before)?.[1] ?? "") } };
}

/** One line for people: it stands beside the message. */
export function nameOf(from: string): string {
  return Array.from(plain(from).replace(/\s+/g, " ").trim()).slice(0, MOST_FROM).join("");
}

/** Without characters that hide or reverse text. Line breaks and tabs stay. */
function plain(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, (one) => (/[\n\t]/.test(one) ? one : ""));
}
