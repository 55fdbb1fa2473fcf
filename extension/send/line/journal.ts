// The wire journal: the last requests as the exact bytes that went, and what came back when, without any secret.
import { HIDDEN, Secrets } from "../../message/secrets/secrets.ts";
import { isSecretName } from "../../message/secrets/server-secrets.ts";

export interface JournalEntry {
  id: number;
  /** The message it answered. */
  about?: string;
  provider: string;
  at: number;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  status?: number;
  answer_headers?: Record<string, string>;
  /** As they arrived, in milliseconds after the request. */
  pieces: { at_ms: number; text: string }[];
  ended?: { at_ms: number; how: string };
}

const MOST_ENTRIES = 200;

/** What requests for text at the cursor are about. They go with every pause of the typist, so only the last few are kept. */
export const COMPLETION = "completion";
const MOST_COMPLETIONS = 20;

/** Of all entries together: pictures in requests and long answers add up. */
const MOST_CHARACTERS = 32 * 1024 * 1024;

/** Of what came back for one: an agent may speak for hours. */
const MOST_OF_ONE = 8 * 1024 * 1024;

/** Each costs memory beside its text. */
const MOST_PIECES = 50_000;

/** Counts of tokens tell nothing. */
const OPEN_HEADERS = /ratelimit|rate-limit|tokens/i;

export class Journal {
  readonly #isOn: () => boolean;
  readonly #now: () => number;
  readonly #told: ((entry: JournalEntry) => void) | undefined;
  /** What stands in no entry. */
  readonly secrets: Secrets;
  #entries: JournalEntry[] = [];
  #count = 0;

  constructor(
    isOn: () => boolean = () => true,
    now: () => number = Date.now,
    told?: (entry: JournalEntry) => void,
    secrets = new Secrets(),
  ) {
    this.#isOn = isOn;
    this.#now = now;
    this.#told = told;
    this.secrets = secrets;
  }

  /** Oldest first. */
  entries(about?: string): JournalEntry[] {
    return this.#entries.filter((entry) => about === undefined || entry.about === about);
  }

  clear(): void {
    this.#entries = [];
  }

  begin(request: Pick<JournalEntry, "about" | "provider" | "method" | "url" | "headers" | "body">): Recording {
    const { url, headers, body } = request;
    const entry: JournalEntry = {
      ...request,
      url: this.secrets.hide(openUrl(url)),
      headers: hiddenValues(headers, this.secrets),
      body: this.secrets.hide(body),
      ...{ id: ++this.#count, at: this.#now(), pieces: [] },
    };
    if (this.#isOn()) {
      this.#entries.push(entry);
      this.#trim();
    }
    return new Recording(entry, this.secrets, this.#now, () => this.#told?.(entry));
  }

  #trim(): void {
    const oldest = this.entries(COMPLETION).at(-MOST_COMPLETIONS - 1);
    if (oldest !== undefined) this.#entries = this.#entries.filter((entry) => entry !== oldest);
    let kept = 0;
    const from = this.#entries.findLastIndex((entry) => {
      kept += weightOf(entry);
      return kept > MOST_CHARACTERS;
    });
    this.#entries = this.#entries.slice(Math.max(from + 1, this.#entries.length - MOST_ENTRIES));
  }
}

/** One entry while it happens. */
export class Recording {
  readonly #entry: JournalEntry;
  readonly #secrets: Secrets;
  readonly #now: () => number;
  readonly #done: () => void;
  readonly #decoder = new TextDecoder();
  #room = MOST_OF_ONE;
  /** The end of what came: a secret may have begun in it. */
  #held = "";

  constructor(entry: JournalEntry, secrets: Secrets, now: () => number, done: () => void) {
    this.#entry = entry;
    this.#secrets = secrets;
    this.#now = now;
    this.#done = done;
  }

  answered(status: number, headers: Record<string, string>): void {
    this.#entry.status = status;
    this.#entry.answer_headers = hiddenValues(headers, this.#secrets);
  }

  piece(bytes: Uint8Array): void {
    if (this.#room < 0) return;
    const all = this.#held + this.#decoder.decode(bytes, { stream: true });
    const settled = this.#secrets.settled(all);
    this.#held = all.slice(settled);
    if (settled > 0) this.#keep(this.#secrets.hide(all.slice(0, settled)));
  }

  #keep(text: string): void {
    this.#room -= text.length;
    const at_ms = this.#elapsed();
    if (this.#room < 0) this.#entry.pieces.push({ at_ms, text: "\n[… truncated …]\n" });
    else if (this.#entry.pieces.length < MOST_PIECES) this.#entry.pieces.push({ at_ms, text });
    else this.#tail(text);
  }

  /** An answer of a million pieces: the later ones are kept without their times. */
  #tail(text: string): void {
    const last = this.#entry.pieces.at(-1);
    if (last !== undefined) last.text += text;
  }

  ended(how: string): void {
    if (this.#entry.ended !== undefined) return;
    // What looks like a secret that was cut off is none to show either.
    if (this.#held !== "") this.#keep(this.#held.length < SHORT ? this.#held : endOf(this.#held, this.#secrets));
    this.#held = "";
    this.#entry.ended = { at_ms: this.#elapsed(), how };
    this.#done();
  }

  #elapsed(): number {
    return this.#now() - this.#entry.at;
  }
}

/** So little tells nothing. */
const SHORT = 4;

/** Secrets in it are hidden, and so is the beginning of one at its end. */
function endOf(held: string, secrets: Secrets): string {
  const text = secrets.hide(held);
  return text === held ? HIDDEN : text.slice(0, secrets.settled(text));
}

function weightOf({ body, pieces }: JournalEntry): number {
  return body.length + pieces.reduce((sum, { text }) => sum + text.length, 0);
}

/** Headers without what lets anyone in. */
export function openHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Array.from(headers.entries(), ([name, value]) => [name, isOpenHeader(name) ? value : HIDDEN]),
  );
}

function isOpenHeader(name: string): boolean {
  return !isSecretName(name) || (OPEN_HEADERS.test(name) && !/auth|cookie|key/i.test(name));
}

function hiddenValues(headers: Record<string, string>, secrets: Secrets): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, secrets.hide(value)]));
}

/** Of a query that tells how the answer comes: the values of all others may be secrets. */
const OPEN_QUERY = new Set(["alt"]);

/** An address without what lets anyone in: no name, no password, no values of its query. */
function openUrl(url: string): string {
  if (!URL.canParse(url)) return HIDDEN;
  const open = new URL(url);
  if (open.username !== "" || open.password !== "") {
    open.username = "";
    open.password = "";
  }
  const names = [...open.searchParams.keys()].filter((name) => !OPEN_QUERY.has(name));
  if (names.length === 0) return open.href === new URL(url).href ? url : open.href;
  const query = [...open.searchParams].map(([name, value]) => `${name}=${OPEN_QUERY.has(name) ? value : HIDDEN}`);
  open.search = "";
  return `${open.href}?${query.join("&")}`;
}
