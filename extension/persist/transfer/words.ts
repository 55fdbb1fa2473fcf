// What Galley says about a file that cannot be imported.

// The file
export const notFile = "It is not a file.";
export const tooLarge = (megabytes: number, limit: number): string =>
  `The file has ${megabytes} MB; the limit for an import is ${limit} MB. Export the conversation again without attachments.`;
export const partTooLarge = (limit: number): string =>
  `Could not import the file: one part is larger than ${limit} MB.`;
export const notExport = (reason: string): string => `The file is not a Galley conversation export (${reason}).`;
export const damaged = (path: string, reason: string, others: number): string =>
  `The file is not a valid export (.json or .jsonl from Export Conversation): ${path === "" ? "" : `${path}: `}${reason}${others > 0 ? ` (and ${others} more)` : ""}.`;

// What is wrong in it: its size
export const tooDeep = (limit: number): string => `it is nested more than ${limit} levels deep`;
export const tooManyMessages = (limit: number): string => `it has more than ${limit} messages`;
export const tooManyParts = (limit: number): string => `its messages have more than ${limit} parts`;

// What is wrong in it: its lines
export const atLine = (line: number, reason: string): string => `line ${line}: ${reason}`;
export const invalidJson = "invalid JSON";
export const noSession = "the session row is missing";
export const twoSessions = "duplicate session row";
export const strayPart = (messageId: string): string => `part of ${messageId}, which is not the message before it`;
export const partOutOfOrder = (index: number, messageId: string): string =>
  `part ${index} of ${messageId} is out of order`;

// What is wrong in it: its content
export const duplicateId = (id: string): string => `duplicate ID ${id}`;
export const idTaken = "this ID is already used by another conversation";
export const outOfOrder = "it is earlier than the message before it";
export const noMessage = "no such message in the export";
export const wrongDigest = "the text does not match its digest";
export const wrongContent = "the content does not match its content_id";
export const wrongSize = (bytes: number, stated: number): string => `the content has ${bytes} bytes, not ${stated}`;
