// The wire journal: the last requests as the exact bytes that went, and what came back when, without any key.

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

/** Of all entries together: pictures in requests and long answers add up. */
const MOST_CHARACTERS = 32 * 1024 * 1024;

/** Of what came back for one: an agent may speak for hours. */
const MOST_OF_ONE = 8 * 1024 * 1024;

/** Each costs memory beside its text. */
const MOST_PIECES = 50_000;

const SECRET_HEADERS = /^(authorization|proxy-authorization|x-api-key|x-goog-api-key|api-key|cookie|set-cookie)$/i;

const HIDDEN = "[hidden]";

export class Journal {
  readonly #isOn: () => boolean;
  readonly #now: () => number;
  readonly #told: ((entry: JournalEntry) => void) | undefined;
  #entries: JournalEntry[] = [];
  #count = 0;

  constructor(isOn: () => boolean = () => true, now: () => number = Date.now, told?: (entry: JournalEntry) => void) {
    this.#isOn = isOn;
    this.#now = now;
    this.#told = told;
  }

  /** Oldest first. */
  entries(about?: string): JournalEntry[] {
    return this.#entries.filter((entry) => about === undefined || entry.about === about);
  }

  clear(): void {
    this.#entries = [];
  }

  begin(request: Pick<JournalEntry, "about" | "provider" | "method" | "url" | "headers" | "body">): Recording {
    const entry: JournalEntry = { ...request, id: ++this.#count, at: this.#now(), pieces: [] };
    if (this.#isOn()) {
      this.#entries.push(entry);
      this.#trim();
    }
    return new Recording(entry, this.#now, () => this.#told?.(entry));
  }

  #trim(): void {
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
  readonly #now: () => number;
  readonly #done: () => void;
  readonly #decoder = new TextDecoder();
  #room = MOST_OF_ONE;

  constructor(entry: JournalEntry, now: () => number, done: () => void) {
    this.#entry = entry;
    this.#now = now;
    this.#done = done;
  }

  answered(status: number, headers: Record<string, string>): void {
    this.#entry.status = status;
    this.#entry.answer_headers = headers;
  }

  piece(bytes: Uint8Array, hide: (text: string) => string): void {
    if (this.#room < 0) return;
    const text = hide(this.#decoder.decode(bytes, { stream: true }));
    this.#room -= text.length;
    const at_ms = this.#elapsed();
    if (this.#room < 0) this.#entry.pieces.push({ at_ms, text: "\n[… more came, and is not kept …]\n" });
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
    this.#entry.ended = { at_ms: this.#elapsed(), how };
    this.#done();
  }

  #elapsed(): number {
    return this.#now() - this.#entry.at;
  }
}

function weightOf({ body, pieces }: JournalEntry): number {
  return body.length + pieces.reduce((sum, { text }) => sum + text.length, 0);
}

/** Headers without what lets anyone in. */
export function openHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Array.from(headers.entries(), ([name, value]) => [name, SECRET_HEADERS.test(name) ? HIDDEN : value]),
  );
}

/** Wherever the key itself stands, a mark stands instead. */
export function hiding(key: string | undefined): (text: string) => string {
  if (key === undefined || key === "") return (text) => text;
  const forms = new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)]);
  return (text) =>
    [...forms].reduce((open, form) => (open.includes(form) ? open.replaceAll(form, HIDDEN) : open), text);
}
