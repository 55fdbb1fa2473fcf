// What the command line says: how it is called, and what is wrong with a call or its input.
import { counted } from "../text/counted.ts";

// How it is called
export const usage = (wires: string): string => `usage: galley validate [--in FILE]
       galley lower --to ${wires} [--in FILE]
       galley replay --export FILE --turn N [--to ${wires}] [--skills FOLDER]
       galley compose-skill [--in FILE]
       galley refactor [--finish] [--in FILE]
       galley complete [--finish] [--in FILE]
       galley expand --command FILE.md -- args…
       galley mcp [--workspace DIR | --access FILE]
An export is JSON or JSONL; turn 1 is the first user message. With the folder of its skills a turn's
skills are composed again, and what has changed in them is named. A refactoring shows
the request for {workspace, model, path, range, instruction}; with --finish it shows what an answer becomes in the
document, for {text, range, output}. A completion shows the request for {workspace, model, path, position}; with
--finish what an answer becomes in the document, for {text, position, output}. JSON is read from standard input when no
file is given.`;

// What is wrong with a call
export const failed = (reason: string): string => `galley: ${reason}`;
export const unexpected = (words: readonly string[]): string => `unexpected ${words.join(" ")}`;
export const noCommand = "no command given";
export const unknownCommand = (name: string): string => `unknown command ${name}`;
export const standardInput = "standard input";
export const unreadable = (file: string, reason: string): string => `${file}: ${reason}`;
export const commandNeedsFile = "--command requires a file";
export const exportNeedsFile = "--export requires a file";
export const turnNeedsNumber = "--turn requires a number from 1";
export const toNeedsOne = (names: readonly string[]): string => `--to requires one of ${names.join(", ")}`;
export const notFolder = (path: string): string => `${path} is not a folder`;

// What is wrong with the input
export const problems = (count: number): string => `${counted(count, "problem")} found.`;
export const fileFault = (file: string, line: number, reason: string): string => `${file}:${line}: ${reason}`;
export const invalidMessage = "A message is not valid.";
export const lastNotUser = "The last message of a scenario must be from the user.";
export const damagedExport = "The export is damaged.";
export const noTurn = (turn: number, count: number): string => `Turn ${turn} not found: the export has ${count}.`;
export const notText = (path: string): string => `${path} is not a text file.`;
export const notOpened = (path: string, reason: string): string => `Could not read ${path}: ${reason}.`;
export const noInstruction = "The instruction is empty.";
export const noSuchLines = (start: number, end: number): string => `The document has no lines ${start}-${end}.`;
export const emptyLines = "A range ends at its start or later, or one line before it to put text in there.";
export const noPlace = (line: number, character: number): string =>
  `The document has no line ${line} with a character ${character}.`;
export const noFamily = (names: readonly string[]): string =>
  `The format "tokens" requires the family of the model: ${names.join(", ")}.`;
export const unknownFamily = (name: string, names: readonly string[]): string =>
  `The family ${name} is unknown. Use one of ${names.join(", ")}.`;
export const leftOut = "it is ignored or may hold secrets";
export const outsideWorkspace = "it is outside the workspace";

// Skills
export const outsideSkill = (path: string): string => `${path} is outside the skill's folder`;
export const skillTooLarge = (kilobytes: number): string => `the file is larger than ${kilobytes} KB`;
export const outsideRoot = (path: string, root: string): string => `${path} is outside ${root}.`;
export const notWritten = (path: string, reason: string): string => `Could not write ${path}: ${reason}.`;
