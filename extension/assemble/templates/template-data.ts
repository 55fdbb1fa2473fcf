// What a template can read: own members of plain data. No functions, no prototypes, nothing inherited.
import * as words from "./words.ts";

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
  if (typeof key !== "string" && typeof key !== "number") throw new TemplateRefusal(words.memberNotText, line);
  if (isForbiddenName(key)) throw new TemplateRefusal(words.notAllowed(key), line);
  if (of === null || of === undefined) throw new TemplateRefusal(words.emptyValue(key), line);
  const value: unknown = Object.getOwnPropertyDescriptor(Object(of), key)?.value;
  if (value === undefined) throw new TemplateRefusal(words.unknownMember(key, namesIn(of)), line);
  // Our data is JSON and has no functions.
  if (typeof value === "function") throw new TemplateRefusal(words.notData(key), line);
  return value;
}

/** Throws if the text is too long. Called before anything else is done with it. */
export function bounded(text: string): string {
  return text.length > MOST_CHARACTERS ? tooLong() : text;
}

export function tooLong(): never {
  throw new TemplateRefusal(words.resultTooLong(MOST_CHARACTERS));
}

/** As a template writes a value. Objects have no such form: `json` gives them one. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return bounded(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return bounded(value.map(toText).join(", "));
  throw new TemplateRefusal(words.objectAsText);
}

function namesIn(of: unknown): string[] {
  return typeof of === "object" && of !== null && !Array.isArray(of) ? Object.keys(of).slice(0, 20) : [];
}
