// Values that must not appear in a log, a journal or the panel: replaces each, in all its encoded forms, by a mark.

export const HIDDEN = "[hidden]";

/** A shorter value is part of too many other words. */
const SHORTEST = 4;

/** Of the other forms of a value: shorter ones would be found by accident. */
const SHORTEST_CODED = 8;

/** Keep at most this many values; the oldest are dropped first. */
const MOST_VALUES = 400;

/** Longer values are looked for by their beginning. */
const LONGEST = 8_192;

interface Index {
  pattern: RegExp | undefined;
  /** By their first sign. */
  starts: ReadonlyMap<string, readonly string[]>;
  longest: number;
}

export class Secrets {
  /** Each with the forms it can take. */
  readonly #forms = new Map<string, readonly string[]>();
  #found: Index | undefined;

  constructor(values: Iterable<string> = []) {
    this.add(values);
  }

  /** Hides these values from now on. Ignores values too short to tell from other words. */
  add(values: Iterable<string>): void {
    for (const value of values) {
      const trimmed = value.trim().slice(0, LONGEST);
      if (trimmed.length < SHORTEST) continue;
      const known = this.#forms.get(trimmed);
      this.#forms.delete(trimmed);
      this.#forms.set(trimmed, known ?? formsOf(trimmed));
      if (known === undefined) this.#found = undefined;
    }
    for (const oldest of this.#forms.keys()) {
      if (this.#forms.size <= MOST_VALUES) return;
      this.#forms.delete(oldest);
    }
  }

  hide(text: string): string {
    const { pattern } = this.#index();
    return pattern === undefined ? text : text.replace(pattern, HIDDEN);
  }

  /** How far a text that goes on can be given away: a secret that may have begun in it is not cut in two. */
  settled(text: string): number {
    const { pattern, longest } = this.#index();
    if (pattern === undefined) return text.length;
    let end = this.#openAt(text);
    // A secret that is whole and crosses that point stays with what is kept back.
    const from = Math.max(0, end - longest);
    const found: { at: number; length: number }[] = [];
    // Not `matchAll`: it makes the pattern anew each time.
    text.slice(from).replace(pattern, (whole, index: number) => {
      found.push({ at: from + index, length: whole.length });
      return whole;
    });
    for (const { at, length } of found.toReversed()) if (at < end && at + length > end) end = at;
    return end;
  }

  /** Where the first secret begins that may go on behind the end. */
  #openAt(text: string): number {
    const { starts, longest } = this.#index();
    for (let at = Math.max(0, text.length - longest + 1); at < text.length; at += 1) {
      const fitting = starts.get(text.charAt(at)) ?? [];
      if (fitting.some((form) => form.length > text.length - at && form.startsWith(text.slice(at)))) return at;
    }
    return text.length;
  }

  #index(): Index {
    if (this.#found !== undefined) return this.#found;
    // A value that begins another must not leave the rest of it behind.
    const forms = [...new Set([...this.#forms.values()].flat())].toSorted((a, b) => b.length - a.length);
    const pattern = forms.length === 0 ? undefined : new RegExp(forms.map(escaped).join("|"), "g");
    const starts = Map.groupBy(forms, (form) => form.charAt(0));
    return (this.#found = { pattern, starts, longest: forms[0]?.length ?? 0 });
  }
}

/** For one value. */
export function hiding(value: string | undefined): (text: string) => string {
  const secrets = new Secrets(value === undefined ? [] : [value]);
  return (text) => secrets.hide(text);
}

/** As it is written; in addresses, forms and JSON, also JSON within JSON; in Base64, wherever it begins there. */
function formsOf(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const ascii = json.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const address = encodedFor(value);
  const written = [
    ...[value, json, ascii, ...[json, ascii].map((form) => JSON.stringify(form).slice(1, -1))],
    ...[json.replaceAll("/", "\\/"), address, address.replaceAll("%20", "+")],
    ...[address.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()), addressOf(value)],
  ].filter((form) => form.length >= SHORTEST);
  const coded = base64Of(value).flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
  return [...new Set([...written, ...coded.filter((form) => form.length >= SHORTEST_CODED)])];
}

/** Halves of pairs have no form in an address. */
function encodedFor(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

/** As `URL` writes it in a query. */
function addressOf(value: string): string {
  return new URLSearchParams([["", value]]).toString().slice(1);
}

/** The base64 forms at each of the three byte offsets, without characters that also hold bits of other bytes. */
function base64Of(value: string): string[] {
  const bytes = Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join("");
  return [0, 1, 2].map((before) => {
    const text = btoa("\0".repeat(before) + bytes).replace(/=+$/, "");
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return text.slice(Math.ceil((before * 8) / 6), whole);
  });
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
