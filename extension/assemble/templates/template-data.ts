// What a template may hold in its hands: plain data that is its own. No function, no prototype, nothing inherited.

/** Ends rendering, with a message for the author of the template. */
export class TemplateRefusal extends Error {
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}

/** The longest text a template may make; checked while the text grows. */
export const MOST_CHARACTERS = 256 * 1024;

const NEVER = new Set(["__proto__", "constructor", "prototype"]);

/** The names through which plain data would lead to code. */
export function isForbiddenName(name: unknown): boolean {
  return NEVER.has(String(name));
}

export function ownMember(of: unknown, key: unknown, line: number): unknown {
  if (typeof key !== "string" && typeof key !== "number") throw new TemplateRefusal("a member name must be text", line);
  if (isForbiddenName(key)) throw new TemplateRefusal(`${key} is not allowed in templates`, line);
  if (of === null || of === undefined) throw new TemplateRefusal(`cannot read ${key} of an empty value`, line);
  const value: unknown = Object.getOwnPropertyDescriptor(Object(of), key)?.value;
  if (value === undefined) throw new TemplateRefusal(`unknown name ${key}${known(of)}`, line);
  // Data has none: what does not come as JSON does not come from us.
  if (typeof value === "function") throw new TemplateRefusal(`${key} is not data`, line);
  return value;
}

/** A text that is not too long; its length is asked for before anything else is done with it. */
export function bounded(text: string): string {
  return text.length > MOST_CHARACTERS ? tooLong() : text;
}

export function tooLong(): never {
  throw new TemplateRefusal(`the template produced more than ${MOST_CHARACTERS.toLocaleString("en")} characters`);
}

/** As a template writes a value. Objects have no such form: `json` gives them one. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return bounded(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return bounded(value.map(toText).join(", "));
  throw new TemplateRefusal("an object cannot be inserted as text; use a member or the json filter");
}

function known(of: unknown): string {
  const names = typeof of === "object" && of !== null && !Array.isArray(of) ? Object.keys(of) : [];
  return names.length === 0 ? "" : `; available names: ${names.slice(0, 20).join(", ")}`;
}
