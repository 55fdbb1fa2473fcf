// Pages that a server asks to open in the browser: the user approves each, and a call that needs one waits.
import { isWebAddress } from "../text/web-address.ts";
import * as z from "zod/mini";
import { plainLine } from "./plain-text.ts";
import * as words from "./words.ts";

export interface PagePorts {
  /** `undefined` if the turn was stopped, or no turn runs that could ask. */
  approve: (
    server: string,
    about: { title: string; text: string },
    signal: AbortSignal,
  ) => Promise<boolean | undefined>;
  /** Resolves with `true` when the user says that the page is done, else when the user gives up. */
  goOn: (server: string, words: string, signal: AbortSignal) => Promise<boolean | undefined>;
  /** `false` if the page did not open. */
  openBrowser: (url: string) => Promise<boolean>;
}

type Answer = "accept" | "decline" | "cancel";

export async function openPage(
  ports: PagePorts,
  server: string,
  page: { message: string; url: string },
  signal: AbortSignal,
): Promise<Answer> {
  // Show the URL as the browser parses it, so that it cannot pass for another one.
  const { href } = new URL(page.url);
  const text = `${plainLine(page.message, 300)}\n${href}`;
  const title = words.openPage(server);
  const isAllowed = await ports.approve(server, { title, text }, signal);
  if (isAllowed === undefined) return "cancel";
  return isAllowed && (await ports.openBrowser(href)) ? "accept" : "decline";
}

/** A call that asks for more pages is refused. */
const MOST_PAGES = 5;

const Wanted = z.object({
  elicitations: z
    .array(z.object({ elicitationId: z.string(), url: z.string(), message: z.string() }))
    .check(z.minLength(1), z.maxLength(MOST_PAGES)),
});

/** The pages that calls wait for, until the server or the user says that they are done. */
export class Visits {
  readonly #ports: PagePorts;
  readonly #waiting = new Map<string, AbortController>();

  constructor(ports: PagePorts) {
    this.#ports = ports;
  }

  /** No-op if no call waits for this page. */
  completed(server: string, id: string): void {
    this.#waiting.get(keyOf(server, id))?.abort();
  }

  /** Shows the pages of a refused call in turn. Resolves with why the call cannot be repeated; `undefined` if it can. */
  async visit(server: string, raw: unknown, signal: AbortSignal): Promise<string | undefined> {
    const wanted = Wanted.safeParse(raw);
    if (!wanted.success) return words.pageWithoutUrl;
    for (const page of wanted.data.elicitations) {
      if (!isWebAddress(page.url)) return words.pageNotWeb;
      if (!(await this.#visitOne(server, page, signal))) return words.pageNotCompleted;
    }
    return undefined;
  }

  async #visitOne(
    server: string,
    page: { elicitationId: string; url: string; message: string },
    signal: AbortSignal,
  ): Promise<boolean> {
    const key = keyOf(server, page.elicitationId);
    const done = new AbortController();
    const isDone = (): boolean => done.signal.aborted;
    // Set before the page opens: the server may report completion before the browser has opened.
    this.#waiting.set(key, done);
    try {
      if ((await openPage(this.#ports, server, page, signal)) !== "accept") return false;
      if (isDone()) return true;
      const said = await this.#ports.goOn(server, words.completePage(server), AbortSignal.any([signal, done.signal]));
      return isDone() || said === true;
    } finally {
      this.#waiting.delete(key);
    }
  }
}

function keyOf(server: string, id: string): string {
  return `${server}\n${id}`;
}
