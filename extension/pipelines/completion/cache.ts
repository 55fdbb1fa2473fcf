// Answers by the text around the caret: typing what is shown keeps an answer, deleting brings it back.
import type { Amount } from "./amount.ts";
import { closerOf, scan } from "./scan.ts";
import type { Syntax } from "./syntax.ts";

/** How much around the caret makes an answer the answer to this place. */
const BEFORE = 2_000;
const AFTER = 500;

/** The part of it that is looked up; the rest is compared. */
const KEY = 24;

const MOST_ENTRIES = 100;

/** A text of which this much was typed is taken or dismissed by then. */
const MOST_TYPED = 400;

interface Entry {
  before: string;
  after: string;
  output: string;
  amount: Amount | undefined;
}

export interface Hit {
  /** What is left of the answer at this place. */
  output: string;
  /** What was typed of it since. */
  typed: string;
  /** How much was asked for, at the place the answer was for. */
  amount: Amount | undefined;
}

/** Line ends count as line feeds. */
export class CompletionCache {
  readonly #byKey = new Map<string, Entry[]>();
  readonly #order: { key: string; entry: Entry }[] = [];

  /** Keeps a clean answer to the place; a later one replaces it. */
  keep(text: string, offset: number, output: string, amount?: Amount): void {
    const { before, after } = around(text, offset);
    const key = ownCopy(before.slice(-KEY));
    const others = (this.#byKey.get(key) ?? []).filter((one) => one.before !== before || one.after !== after);
    const entry = { before: ownCopy(before), after: ownCopy(after), output: ownCopy(output), amount };
    this.#byKey.set(key, [...others, entry]);
    this.#order.push({ key, entry });
    if (this.#order.length > MOST_ENTRIES) this.#forget(this.#order.shift());
  }

  /** Walks back over what was typed to the place an answer was for. The shortest way counts. */
  find(text: string, offset: number, syntax: Syntax): Hit | undefined {
    const { before, after } = around(text, offset, BEFORE + MOST_TYPED);
    for (let back = 0; back <= Math.min(MOST_TYPED, before.length); back += 1) {
      const at = before.length - back;
      const entries = this.#byKey.get(before.slice(Math.max(0, at - KEY), at));
      if (entries === undefined) continue;
      const typed = before.slice(at);
      const found = entries.findLast((entry) => isFor(entry, before.slice(0, at), typed, after, syntax));
      if (found !== undefined) return { output: found.output.slice(back), typed, amount: found.amount };
    }
    return undefined;
  }

  get size(): number {
    return this.#order.length;
  }

  clear(): void {
    this.#byKey.clear();
    this.#order.length = 0;
  }

  #forget(oldest: { key: string; entry: Entry } | undefined): void {
    if (oldest === undefined) return;
    const left = (this.#byKey.get(oldest.key) ?? []).filter((one) => one !== oldest.entry);
    if (left.length === 0) this.#byKey.delete(oldest.key);
    else this.#byKey.set(oldest.key, left);
  }
}

function around(text: string, offset: number, most = BEFORE): Pick<Entry, "before" | "after"> {
  return {
    before: withFeeds(text.slice(Math.max(0, offset - most - KEY), offset)).slice(-most),
    after: withFeeds(text.slice(offset, offset + most)).slice(0, most === BEFORE ? AFTER : most),
  };
}

/** A slice keeps the whole text in memory that it is from: with each entry a copy of its document would stay. */
function ownCopy(slice: string): string {
  return ` ${slice}`.slice(1);
}

function withFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function isFor(entry: Entry, before: string, typed: string, after: string, syntax: Syntax): boolean {
  if (!entry.output.startsWith(typed) || typed.length === entry.output.length) return false;
  return before.endsWith(entry.before) && isSameAfter(entry.after, after, typed, syntax);
}

/** The editor closes what is typed: `foo(` brings its bracket along. */
export function isSameAfter(was: string, is: string, typed: string, syntax: Syntax, isSame = startsSame): boolean {
  if (isSame(was, is)) return true;
  const { open } = scan(typed, syntax);
  let brought = "";
  for (const { sign } of open.toReversed()) {
    brought += closerOf(sign);
    if (is.startsWith(brought) && isSame(was, is.slice(brought.length))) return true;
  }
  return false;
}

/** As far as it was kept. */
function startsSame(was: string, is: string): boolean {
  return is.startsWith(was) && (was.length === AFTER || is.length === was.length);
}
