// A list that comes in pages, followed for a limited number of them.
import { NoList, type Source } from "./ask.ts";
import { MOST_ENTRIES } from "./told.ts";

const MOST_PAGES = 10;
const LONGEST_CURSOR = 2_000;

interface Page {
  entries: readonly unknown[];
  /** Names the page after this one. */
  next: string | undefined;
}

export interface Paging {
  url: (cursor?: string) => string;
  headers: HeadersInit;
  /** `undefined` for an answer that is no page. */
  read: (answer: unknown) => Page | undefined;
}

/** Rejects if the first page does not come. A later one that does not come ends the list. */
export async function readPages({ ask, tryToAsk }: Source, { url, headers, read }: Paging): Promise<unknown[]> {
  let page = read(await ask(url(), { headers }));
  if (page === undefined) throw new NoList("no page");
  let entries: unknown[] = [];
  const asked = new Set<string>();
  while (page !== undefined) {
    const { next } = page;
    entries = entries.concat(page.entries);
    if (next === undefined || next.length > LONGEST_CURSOR || asked.has(next)) break;
    if (asked.size + 1 >= MOST_PAGES || entries.length >= MOST_ENTRIES) break;
    asked.add(next);
    page = read(await tryToAsk(url(encodeURIComponent(next)), { headers }));
  }
  return entries;
}
