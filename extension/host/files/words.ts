// What Galley says about files that a message names, that the user drops, and that Galley reads or writes.

// The question before a message sends ignored files
export const confirmIgnored = (paths: string, hasMore: boolean): string =>
  `Excluded by your ignore rules: ${paths}${hasMore ? " and more" : ""}. Send to the model anyway?`;
export const ignoredAskedOnce = "Galley won't ask about these files again in this workspace.";
export const sendIgnored = "Send";
export const ignoredNotConfirmed =
  "The message was not sent because it includes an ignored file. Remove the file, or send again and confirm.";

// Why a file that a message names cannot be read
export const noFolder = "no folder is open";
export const untitledClosed = "the untitled file was closed";

// Dropped and chosen files that cannot be added
export const notAdded = (name: string, reason: string): string => `Could not add ${name}: ${reason}.`;
export const notAddedInvalidUrl = (line: string): string => `Could not add ${line}: it is not a valid URL.`;
export const fileMissing = "it does not exist";
export const noPermission = "permission denied";
export const linkNotPinned = (link: string): string =>
  `Web links cannot be pinned. Drop ${link} on Current Message instead.`;

// Why files that define commands, profiles, skills or servers are not read
export const tooManyFiles = (count: number, most: number): string =>
  `contains ${count} files; only the first ${most} are read`;
export const fileTooLarge = (kilobytes: number): string => `the file is larger than ${kilobytes} KB`;
export const fileNotText = "the file is not UTF-8 text";

// Files that Galley writes
export const notWritten = (name: string, reason: string): string => `Could not write ${name}: ${reason}.`;
export const notCreated = (name: string, reason: string): string => `Could not create ${name}: ${reason}.`;
