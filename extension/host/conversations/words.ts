// What Galley says about conversations: their list, their commands, their queue, and their files.
import { counted } from "../../text/counted.ts";

// The Conversations view
export const draft = (title: string): string => `Draft: ${title}`;
export const current = "current";
export const sidecar = "sidecar";
export const skillAuthoring = "skill authoring";
export const archived = "archived";
export const branchOf = (parent: string | undefined): string =>
  parent === undefined ? "Branch of a deleted conversation" : `Branch of ${parent}`;
export const sidecarOf = (parent: string | undefined): string =>
  parent === undefined ? "Sidecar of a deleted conversation" : `Sidecar of ${parent}`;
export const lastUsed = (time: string): string => `Last used ${time}`;

// Search Conversations
export const searchTitle = "Search Conversations";
export const searchPlaceholder = "Search titles and messages";
export const results = (count: number, query: string): string =>
  count === 0 ? `No results for “${query}”` : `${counted(count, "result")} for “${query}”`;

// Open Conversation
export const openTitle = "Open Conversation";
export const selectToOpen = "Select a conversation to open it";
export const hidden = "hidden";
export const renameButton = "Rename…";
export const archiveButton = "Archive";
export const unarchiveButton = "Unarchive";
export const exportButton = "Export…";
export const deleteButton = "Delete";

// Rename Conversation
export const renameTitle = "Rename Conversation";
export const nameMissing = "Enter a name.";

// Deleting, and rewinding
export const undo = "Undo";
export const deletedOne = (title: string): string => `Deleted “${title}”.`;
export const deletedMany = (count: number): string => `Deleted ${count} conversations.`;
export const rewound = "Conversation rewound. Your message is back in the input.";
export const rewindTitle = "Rewind Conversation: Select Message to Edit (it and later messages are hidden)";
export const nothingToRewind = "This conversation has no messages to rewind to.";
export const nothingToUndo = "Nothing to undo. A rewind can be undone only until you send another message.";

// Branch Conversation
export const branchTitle = "Branch Conversation: Select Last Message to Include";
export const latestMessage = "Latest message";
export const includeAll = "include all messages";
export const nothingToBranch = "This conversation has no messages to branch from.";
export const you = "You";

// The queue
export const queueEmpty = "The queue is empty.";
export const editQueuedTitle = "Edit Queued Message";
export const selectToEdit = "Select a message to edit it in the input";
export const steers = "steers";
export const sendNow = "Send Now";
export const moveUp = "Move Up";
export const moveDown = "Move Down";
export const cancel = "Cancel";

// Export Conversation
export const nothingToExport = "This conversation is empty. Send a message before you export it.";
export const exportContentTitle = "Export Conversation: Select Content";
export const withContents = "Include attachments and file contents";
export const withContentsDetail = "Complete. Can be imported and replayed on any machine.";
export const withoutContents = "Exclude attachments and file contents";
export const withoutContentsDetail = "Smaller. Contains file names but not file contents.";
export const exportTitle = "Export Conversation";
export const json = "JSON";
export const jsonLines = "JSON Lines";
export const untitledFile = "conversation";
export const exported = (title: string, file: string): string => `Exported “${title}” to ${file}.`;
export const open = "Open";

// Import Conversations
export const importTitle = "Import Conversations";
export const importButton = "Import";
export const exportedConversations = "Exported conversations";
export const notImported = (file: string, reason: string): string => `Could not import ${file}. ${reason}`;
export const importNotStarted = "Could not start the import.";
export const importTimedOut = "Reading the file timed out. Export the conversation again without attachments.";
export const importOutOfMemory =
  "Reading the file ran out of memory. Export the conversation again without attachments.";

// Find Lost Conversations
export const findLostTitle = "Find Lost Conversations";
export const selectToCopy = "Select conversations to copy to this workspace";
export const noneLost = "No lost conversations found. To restore an export, run Galley: Import Conversations….";
export const restored = (count: number): string => `Restored ${counted(count, "conversation")}.`;
export const noFolder = "No folder";
export const partOfWorkspace = "part of this workspace";
export const moved = "moved";
export const sameName = "same folder name";
export const folderGone = "folder no longer exists";
export const readOnly = "Conversations of another window are read-only.";

// Where conversations are kept
export const inContainer =
  "Galley keeps conversations in this container. They are lost when the container is rebuilt. Export them, or set a folder on a mounted volume.";
export const exportNow = "Export…";
export const setFolder = "Set Folder";
export const folderRefused = (folder: string, reason: string, used: string): string =>
  `Galley cannot keep conversations in ${folder}: ${reason}. It uses ${used} until you set another folder and reload the window.`;
export const folderChanged = (before: string): string =>
  `Galley uses the new folder after you reload the window. Conversations so far stay in ${before}. To copy them, run Find Lost Conversations… in the Conversations view after the reload.`;

// A database that cannot be used as it is
export const reloadWindow = "Reload Window";
export const showFolder = "Show Folder";

// What the model reads of a mentioned conversation
export const conversationGone = "the conversation no longer exists";

// The lines that slash commands leave in a conversation
export const rewoundHere = "Rewound the conversation to this place.";
export const archivedHere = "Archived the conversation.";
export const exportedHere = (file: string): string => `Exported the conversation to ${file}.`;
