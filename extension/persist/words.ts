// What Galley says about stored conversations: what is gone, what another window took over, and what was interrupted.

// A conversation or a message that is gone
export const conversationGone = "The conversation no longer exists.";
export const messageGone = "The message is no longer in this conversation.";
export const nothingToBranch = "This conversation has no messages to branch from.";
export const takenOver = "another window has taken over this conversation";

// Edits of files
export const newFile = "The file did not exist before this edit.";
export const notBackedUp = (reason: string): string => `could not back up its text before the change: ${reason}`;

// A skill whose window closed
export const interruptedSkill = "Interrupted: the window closed.";

// What the model reads
export const interruptedCall =
  "Interrupted: the window closed while this was running. It may or may not have taken effect.";
export const unavailable = (name: string): string => `[attachment unavailable: ${name}]`;
