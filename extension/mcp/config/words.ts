// What Galley says about the configuration of MCP servers.

// Where a configuration is written
export const userSettings = "user settings";
export const workspaceSettings = "workspace settings";

// What is wrong with it
const subject = (field: string): string => (field === "" ? "it" : `"${field}"`);
export const fault = (place: string, name: string, reason: string): string =>
  name === "" ? `${place}: ${reason}.` : `${place}: ${name}: ${reason}.`;
export const inputNumber = (number: number): string => `input ${number}`;
export const invalidName =
  "the name must begin with a letter or digit, have at most 64 characters, and contain no others than letters, digits, spaces and . _ / @ -";
export const noSse = 'the type "sse" is not supported; use "http"';
export const commandOrUrl = '"command" or "url" is required';
export const malformed = "it is malformed";
export const mustBe = (field: string, kind: string): string =>
  `${subject(field)} must be ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
export const notValid = (field: string): string => `${subject(field)} is not valid`;
export const overridden = (place: string): string => `overridden by the server with the same name in ${place}`;

// Variables without a value
export const noSuchFolder = "no matching workspace folder is open";
export const noFolder = "no workspace folder is open";
export const unknownVariable = (name: string): string => `unknown variable \${${name}}`;
export const inputUndefined = (id: string): string => `the input "${id}" is not defined`;
export const inputNotEntered = (id: string): string => `no value was entered for the input "${id}"`;
export const waitsForInput = (id: string): string => `waiting for the input "${id}"`;
