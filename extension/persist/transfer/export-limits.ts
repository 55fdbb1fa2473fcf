// How large an export may be: what is larger is refused in words before anything is made of it.

/** Of the file. */
export const MOST_EXPORT_BYTES = 256 * 1024 * 1024;

export function tooLarge(bytes: number): string {
  return `The file has ${Math.ceil(bytes / (1 << 20))} MB; the limit for an import is ${MOST_EXPORT_BYTES >> 20} MB. Export the conversation again without attachments.`;
}

const MOST_MESSAGES = 100_000;
const MOST_PARTS = 500_000;

/** Deeper than anything Galley or a tool writes; what is deeper cannot be written again. */
const MOST_DEPTH = 200;

/** Why it is refused, if it is. Never recurses, whatever it is given. */
export function excessOf(raw: unknown): string | undefined {
  if (isDeeper(raw, MOST_DEPTH)) return `it is nested more than ${MOST_DEPTH} levels deep`;
  const messages = listIn(raw, "messages");
  if (messages.length > MOST_MESSAGES) return `it has more than ${MOST_MESSAGES} messages`;
  const parts = messages.reduce<number>((count, message) => count + listIn(message, "parts").length, 0);
  return parts > MOST_PARTS ? `its messages have more than ${MOST_PARTS} parts` : undefined;
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
