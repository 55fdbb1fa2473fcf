// What Galley says about values, paths, disks and characters that are not as they should be.

// What is wrong with a value, after the name of its field
export const input = "its input";
export const required = (kind: string): string => `is required: ${kind}`;
export const mustBe = (what: string): string => `must be ${what}`;
export const oneOf = (values: readonly string[]): string =>
  `must be ${values.length === 1 ? "" : "one of "}${values.join(", ")}`;
export const notEmpty = "must not be empty";
export const atLeast = (verb: "be" | "have", least: number | bigint): string => `must ${verb} at least ${least}`;
export const atMost = (verb: "be" | "have", most: number | bigint): string => `must ${verb} at most ${most}`;
export const noField = (names: readonly string[]): string => `has no field ${names.join(", ")}`;
export const multipleOf = (divisor: number | bigint): string => `must be a multiple of ${divisor}`;
export const nameNotAllowed = "has a name that is not allowed";
export const invalid = (reason: string): string => `is not valid: ${reason}`;
export const either = (ways: readonly string[]): string => `must be ${ways.join(" or ")}`;
export const unknownKind = "is not a known kind";
export const writtenAs = (pattern: string): string => `written as ${pattern}`;
export const valid = (format: string): string => `a valid ${format}`;
export const wholeNumber = "a whole number";
export const a = (kind: string): string => `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;

// What is wrong with a path, at the end of a sentence
export const nulInPath = "paths cannot contain NUL";
export const emptyPath = "the path is empty";
export const urlAsPath = "this is a URL, not a path; for a file name with a colon, prefix it with ./";

// Why a write failed, at the end of a sentence
export const diskFull = "the disk is full; free some space and try again";

// Marks in place of characters that hide or move text
export const emptyLines = (count: number): string => `${count} empty lines`;
export const spaces = (count: number): string => `${count} spaces`;
export const character = (code: string, name: string, count: number): string =>
  `${code} ${name}${count > 1 ? `, ${count} times` : ""}`;
export const turnsText = "changes the text direction";
export const control = "control character";
export const unusualSpace = "unusual space";
export const tag = "invisible tag";
export const invisible = "invisible character";

// An attachment among the texts of a context
export const attachment = (name: string, mime: string, bytes: number): string => `[${name}: ${mime}, ${bytes} bytes]`;
