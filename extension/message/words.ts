// What Galley says about messages, their parts and forms that are not valid.

// A form, after the name of a field
export const required = "is required";
export const mustBeText = "must be text";
export const mustBeNumber = "must be a number";
export const mustBeWhole = "must be a whole number";
export const mustBeYesOrNo = "must be yes or no";
export const mustBeEmail = "must be an email address";
export const mustBeUrl = "must be a URL";
export const mustBeDate = "must be a date, for example 2026-01-31";
export const mustBeTime = "must be a date and time, for example 2026-01-31T10:00:00Z";
export const mustBeOption = "must be one of the options";
export const atLeast = (least: number, unit?: "characters" | "choices"): string =>
  `must be at least ${least}${unit === undefined ? "" : ` ${unit}`}`;
export const atMost = (most: number, unit?: "characters" | "choices"): string =>
  `must be at most ${most}${unit === undefined ? "" : ` ${unit}`}`;

// A message, or a part of one
export const nulInPath = "a path must not contain a NUL";
export const dataTwice = "an attachment carries data or a content_id, not both";
export const invalidCommandId = "a command ID is a slash and a name";
export const invertedLines = "a line range must not be inverted";
export const invertedBytes = "a byte range must not be empty or inverted";
export const invalidMetadata = "metadata is an object";

// A part that this version does not know, in place of its content
export const unsupportedPart = "[unsupported part]";
