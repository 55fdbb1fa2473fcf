// How large an export may be: a larger one is refused before it is read.
import * as words from "./words.ts";

/** Of the file. */
export const MOST_EXPORT_BYTES = 256 * 1024 * 1024;

export function tooLarge(bytes: number): string {
  return words.tooLarge(Math.ceil(bytes / (1 << 20)), MOST_EXPORT_BYTES >> 20);
}

const MOST_MESSAGES = 100_000;
const MOST_PARTS = 500_000;

/** Deeper than anything Galley or a tool writes. JSON that is much deeper cannot be written again. */
const MOST_DEPTH = 200;

/** Why it is refused, if it is. Never recurses, whatever it is given. */
export function excessOf(raw: unknown): string | undefined {
  if (isDeeper(raw, MOST_DEPTH)) return words.tooDeep(MOST_DEPTH);
  const messages = listIn(raw, "messages");
  if (messages.length > MOST_MESSAGES) return words.tooManyMessages(MOST_MESSAGES);
  const parts = messages.reduce<number>((count, message) => count + listIn(message, "parts").length, 0);
  return parts > MOST_PARTS ? words.tooManyParts(MOST_PARTS) : undefined;
}

function listIn(value: unknown, key: string): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const list: unknown = Reflect.get(value, key);
  return Array.isArray(list) ? list : [];
}

function isDeeper(raw: unknown, most: number): boolean {
  const open: { value: unknown; depth: number }[] = [{ value: raw, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== "object" || value === null) continue;
    if (depth >= most) return true;
    for (const inner of Object.values(value)) open.push({ value: inner, depth: depth + 1 });
  }
  return false;
}
