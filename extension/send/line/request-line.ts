// One line of the log for each request: where it went, how it ended and how long it took. Never what it said.
import type { JournalEntry } from "./journal.ts";

export function requestLine({ id, provider, method, url, body, status, pieces, ended }: JournalEntry): string {
  const fields = {
    request: id,
    provider,
    to: `${method} ${withoutQuery(url)}`,
    bytes: body.length,
    status: status ?? "none",
    first_byte_ms: pieces[0]?.at_ms ?? "none",
    ms: ended?.at_ms ?? "none",
    end: ended?.how ?? "none",
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${/\s/.test(String(value)) ? JSON.stringify(value) : value}`)
    .join(" ");
}

function withoutQuery(url: string): string {
  return url.replace(/\?.*$/, "");
}
