// One word of a command line without its quotes: text, and gaps that only a shell can fill.

/** Text that only the shell knows. A gap that splits may become several words, or none. */
export interface Gap {
  splits: boolean;
}

export interface Word {
  parts: readonly (string | Gap)[];
  /** Part of it was quoted, so it is not a reserved word. */
  quoted: boolean;
}

/** `{a,b}` and `{1..3}` become several words. */
export function hasBraces(text: string): boolean {
  const inner = text.slice(text.indexOf("{") + 1, text.lastIndexOf("}") + 1);
  return text.includes("{") && (inner.includes(",") || inner.includes(".."));
}

/** A word with more parts than this becomes one gap. */
const MOST_PARTS = 100;

/** Joins neighbouring texts, and neighbouring gaps. */
export function joined(parts: readonly (string | Gap)[]): (string | Gap)[] {
  const all: (string | Gap)[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (typeof part === "string" && typeof last === "string") all[all.length - 1] = last + part;
    else if (typeof part === "object" && typeof last === "object") last.splits ||= part.splits;
    else all.push(part);
  }
  return all.length > MOST_PARTS ? [{ splits: true }] : all;
}

/** `undefined` if the word has a gap. */
export function textOf({ parts }: Word): string | undefined {
  return parts.every((part) => typeof part === "string") ? parts.join("") : undefined;
}
