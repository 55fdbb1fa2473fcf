// What Galley says to the author of a template that cannot be rendered.
import { grouped } from "../../text/counted.ts";

// What templates may not be made of
export const constructs: Readonly<Record<string, string>> = {
  FunCall: "calls",
  Macro: "macros",
  Caller: "macros",
  Include: "includes",
  Import: "imports",
  FromImport: "imports",
  Extends: "extends",
  Block: "blocks",
  Super: "blocks",
  Pow: "powers",
  KeywordArgs: "named arguments",
  AsyncEach: "asynchronous loops",
  AsyncAll: "asynchronous loops",
  IfAsync: "asynchronous conditions",
  Switch: "switches",
};
export const notSupported = (construct: string): string => `${construct} are not supported in templates`;
export const unknownTest = "is can only be followed by defined or not defined";
export const noRegularExpressions = "regular expressions are not supported in templates";
export const notAllowed = (name: string | number): string => `${name} is not allowed in templates`;
export const invalidName = (name: string): string => `${name} is not a valid name`;

// Files
export const fileNotNamed = "read_file and include require the name of a file in quotes";
export const fileNotRead = (name: string, reason: string | undefined): string =>
  reason === undefined ? `the file ${name} is not available here` : `the file ${name} cannot be read: ${reason}`;
export const tooManyIncludes = "too many includes, or a file that includes itself";

// Size
export const tooDeep = "the template is nested too deeply";
export const tooLarge = "the template is too large";
export const tooDeepOrLarge = "the template is nested too deeply or too large";
export const sourceTooLong = (kilobytes: number): string => `the template is longer than ${kilobytes} KB`;
export const resultTooLong = (characters: number): string =>
  `the template produced more than ${grouped(characters)} characters`;

// Values
export const unknownName = (name: string): string => `unknown name ${name}`;
export const unknownMember = (name: string | number, available: readonly string[]): string =>
  `unknown name ${name}${available.length === 0 ? "" : `; available names: ${available.join(", ")}`}`;
export const memberNotText = "a member name must be text";
export const emptyValue = (member: string | number): string => `cannot read ${member} of an empty value`;
export const notData = (name: string | number): string => `${name} is not data`;
export const objectAsText = "an object cannot be inserted as text; use a member or the json filter";
export const loopNeedsList = "for requires a list";
export const wrongType = "a value has the wrong type";
export const incomplete = "the template is incomplete";

// Filters
export const unknownFilter = (name: string, available: readonly string[]): string =>
  `unknown filter ${name}${available.length === 0 ? "" : `; available filters: ${available.join(", ")}`}`;
export const filterArguments = (name: string, least: number, most: number): string =>
  `the ${name} filter requires ${least === most ? least : `${least} or ${most}`} arguments`;
export const joinNeedsList = "the join filter requires a list";
export const replaceNeedsText = "the replace filter requires text to search for";
export const numberExpected = (most: number): string => `expected a number from 0 to ${most}`;
