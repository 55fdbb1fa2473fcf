// Pages a server wants seen in the browser: each opened only after the user said so; a call that needs them waits.
import { isWebAddress } from "../text/web-address.ts";
import * as z from "zod/mini";
import { plainLine } from "./plain-text.ts";
import * as words from "./words.ts";

export interface PagePorts {
  /** `undefined` when the turn was stopped, or no turn runs that could ask. */
  approve: (
    server: string,
    about: { title: string; text: string },
    signal: AbortSignal,
  ) => Promise<boolean | undefined>;
  /** Waits until the user says that they are done; not `true` when they give up. */
  goOn: (server: string, words: string, signal: AbortSignal) => Promise<boolean | undefined>;
  /** `false` when it did not open. */
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

/** More pages than this in one call are refused. */
const MOST_PAGES = 5;

const Wanted = z.object({
  elicitations: z
    .array(z.object({ elicitationId: z.string(), url: z.string(), message: z.string() }))
    .check(z.minLength(1), z.maxLength(MOST_PAGES)),
});

/** What calls wait for: the server says that a page is done with, or the user does. */
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

  /** The pages of a refused call, one after the other. Why it cannot be made again; nothing when it can. */
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
    // Before it opens: the server may be quicker than the browser.
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
