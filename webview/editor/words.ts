// What the input says: its name, its chips and their menu.
import { counted } from "../../extension/text/counted.ts";

// The input
export const message = "Message";

// The menu of a chip, and the buttons on it
export const open = "Open";
export const expandRange = "Expand Range";
export const shrinkRange = "Shrink Range";
export const useWholeFile = "Use Whole File";
export const pin = "Pin";
export const convertToText = "Convert to Text";
export const remove = "Remove";
export const moreActions = "More actions";

// The kinds of chips
export const kinds = {
  fileReference: "file reference",
  fileMention: "file mention",
  link: "link",
  attachment: "attachment",
  described: "file name and size only",
  command: "command",
  symbol: "symbol",
  skill: "skill",
  resource: "resource",
  conversation: "conversation",
  reference: "reference",
  contextMention: "context mention",
  editorContext: "editor context",
};

// The details of a chip
export const tokens = (count: string): string => `${count} tokens`;
export const scaled = (name: string, width: number, height: number): string =>
  `${name}, scaled to ${width}×${height} for models with a lower limit`;
export const symbolIn = (name: string, path: string): string => `${name} in ${path}`;
export const resourceOf = (server: string, uri: string): string => `${server}: ${uri}`;
export const entityOf = (context: string, label: string): string => `${context}: ${label}`;
export const byteRange = (start: number, end: number): string => `:bytes ${start}-${end}`;
export const bytes = (size: string): string => `${size} B`;
export const kilobytes = (size: string): string => `${size} KB`;
export const megabytes = (size: string): string => `${size} MB`;

// A folded paste
export const lineCount = (count: number): string => counted(count, "line");
export const pasteName = (beginning: string): string => `“${beginning}”`;
export const pasteLabel = (beginning: string, lines: string): string => `“${beginning}”, pasted text, ${lines}, folded`;
export const pasteTitle = (beginning: string, lines: string): string =>
  `${beginning}\nPasted text · ${lines}\nClick to expand`;
