// What Galley says about the conversation database: why it cannot be opened or written, and what became of a damaged one.
import { counted } from "../../text/counted.ts";

// Why SQLite or the disk refused, at the end of a sentence
export const causes = {
  damaged: "the conversation database is damaged. Reload the window to repair it",
  full: "the disk is full",
  "read-only": "the folder or the file is read-only",
  busy: "the conversation database is in use by another program",
  disk: "the disk reported an error",
  closed: "the conversation database cannot be opened",
};
export const moved =
  "the conversation database was moved, or repaired in another window. Reload this window to continue";
export const repairing = "another window is repairing the conversations; reload this window in a moment";
export const unreadableNewer =
  "they were saved by a newer version of Galley that this version cannot read; update Galley";

// Notices when a window opens
export const newer =
  "These conversations were saved by a newer version of Galley and are read-only here. Update Galley to continue them.";
export const recovered = (conversations: number, messages: number, aside: string): string =>
  `The conversation database was damaged. ${
    conversations + messages === 0
      ? "No conversations could be recovered"
      : `${counted(conversations, "conversation")} and ${counted(messages, "message")} were recovered`
  }. A copy of the damaged file is at ${aside}.`;
/** For the log. */
export const withoutLog = (folder: string): string =>
  `The disk of ${folder} does not support SQLite's write-ahead log, so Galley uses a rollback journal. Windows on the same folder may wait for each other.`;
export const notWritable = (folder: string, reason: string): string =>
  `Galley cannot write to ${folder} (${reason}), so conversations are read-only. Fix the folder's permissions, then reload the window.`;
export const notOpened = (path: string, reason: string): string =>
  `Galley could not open its conversations at ${path} (${reason}). Messages in this window will not be saved. Fix the problem, then reload the window.`;
