// What Galley says about the context of a message: what can be mentioned, what is missing, and what the model reads of it.
import { counted } from "../text/counted.ts";

// The contexts, in the list of suggestions and in the settings
export const contexts = {
  selection: "selected text in the active editor",
  open: "names of the open editors",
  cursor: "line at the cursor and its enclosing symbol",
  viewport: "visible lines in the active editor",
  problems: "errors and warnings in the workspace",
  diff: "uncommitted changes",
  terminal: "last terminal command and its output",
  history: "your recent edits",
  last: "your last action in the editor",
  recent: "files you used recently",
  folder: "files in the folder of the active file",
  related: "imports, tests and Git neighbors of the active file",
};

// Why a context is empty
export const noServer = "no MCP server is available";
export const noEditor = "no editor is available";
export const noOpenEditor = "no editor is open";
export const nothingSelected = "nothing is selected";
export const noChanges = "no changes";
export const noProblems = (source: string | undefined): string =>
  source === undefined ? "no problems found" : `${source} has no problems`;
export const noEdits = "no recent edits";
export const noActions = "no recent actions";
export const symbolGone = "the symbol is not in its file anymore";
export const noFiles = {
  recent: "no recent files",
  folder: "the folder has no other files",
  related: "no related files found",
};
export const emptyConversation = "the conversation is empty";

// In the box that asks for a range of bytes
export const byteRangeForm =
  "Enter two offsets, such as 0x100-0x1ff or 256-511, or an offset and a length, such as 0x100+256.";
export const byteRangeEmpty = "The range is empty. Enter an end that is not before the start.";
export const byteRangePast = (size: number): string =>
  `The file has ${counted(size, "byte")}. Enter offsets up to ${size - 1} (0x${(size - 1).toString(16)}).`;

// Why a context of another extension is empty
export const noContent = "it has no content";
export const notJson = "the provider returned a value that is not JSON";
export const tooMuchData = "the provider returned too much data";
export const entitiesNotList = "the provider did not return a list";
export const partsNotList = "the provider returned neither text nor a list of parts";
export const storedNotProvided = "a provider cannot refer to stored content";

// What the model reads: what was left out
export const moreLines = (count: number): string => `${count} more ${count === 1 ? "line" : "lines"}`;
export const moreEditors = (count: number): string => `${count} more editors`;
export const moreProblems = (count: number): string => `${count} more problems`;
export const moreFiles = (count: number): string => `${count} more files`;
export const moreEntries = (count: number): string => `… ${count} more`;
export const omitted = (what: string): string => `[${what} omitted]`;
export const messagesOmitted = (count: number): string => `[${counted(count, "earlier message")} omitted]`;
export const endOfOutput = "the end of the output";

// What the model reads: another conversation
export const conversation = (title: string): string => `conversation “${title}”`;
export const user = (said: string): string => `User: ${said}`;
export const assistant = (said: string): string => `Assistant: ${said}`;

// What the model reads: editors, the cursor, recent actions
export const active = "active";
export const unsaved = "unsaved";
export const inSymbol = (kind: string, name: string, start: number, end: number): string =>
  `${kind} ${name}, lines ${start}-${end}`;
export const openNow = "open";
export const usedEarlier = "used earlier";
export const imported = "imported";
export const itsTest = "its test";
export const itsSource = "the file it tests";
export const sameCommits = (commits: number, of: number): string =>
  `changed in ${commits} of its last ${counted(of, "commit")}`;
export const action = (kind: string, place: string, minutes: number): string => `${kind} ${place}, ${ago(minutes)}`;

const ago = (minutes: number): string =>
  minutes < 1 ? "just now" : minutes === 1 ? "a minute ago" : `${minutes} minutes ago`;
