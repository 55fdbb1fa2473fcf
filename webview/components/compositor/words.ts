// What the composer says: the input, its buttons, its suggestions and the context bar.
import { counted } from "../../../extension/text/counted.ts";

// The input
export const placeholder = (addSelectionKey: string): string => `Ask, or add code with ${addSelectionKey}`;
export const pinned = "Pinned. It is sent with every message in this conversation.";
export const dropToAdd = "Drop to add to message";
export const dropToPin = "Drop here to pin to conversation";

// The line above the input while it holds a queued message
export const editingQueued = "Editing a queued message";
export const cancel = "Cancel";
export const cancelTitle = "Discard changes and return the message to the queue";

// The buttons below the input
export const attach = "Attach";
export const attachTitle = "Attach files or folders. You can also paste them, or hold Shift and drop them here.";
export const profile = (name: string): string => `Profile: ${name}`;
export const selectProfile = (description: string): string =>
  description === "" ? "Select Profile" : `Select Profile. ${description}`;
export const model = (name: string): string => `Model: ${name}`;
export const selectModelTitle = "Select Model";

// Send
export const sendNames = { send: "Send", queue: "Queue", steer: "Steer" };
export const sendTitle = (key: string): string => `Send (${key})`;
export const queueTitle = (key: string): string => `Queue (${key})`;
export const steerTitle = (key: string): string => `Steer: send to the model at its next step (${key})`;
export const queueDetail = "Send after the current answer";
export const steerDetail = "Send at the model's next step";
export const moreSend = "More ways to send";

// Stop
export const stop = "Stop";
export const stopTitle = "Stop the answer (Escape)";
export const stopAndHold = "Stop and Hold Queue";
export const stopAndHoldDetail = "Queued messages wait until you resume";
export const stopAndClear = "Stop and Clear Queue";
export const stopAndClearDetail = "Move queued messages back to the input";
export const moreStop = "More ways to stop";

// Suggested context above the input
export const suggestedContext = "Suggested context";
export const add = "Add";
export const tokens = "tokens";
export const tab = "Tab";
export const addTitle = "Not part of the message yet. Click to add it to the message.";
export const addTitleTab = "Not part of the message yet. Click or press Tab to add it to the message.";
export const automatic = "automatic";
export const automaticTitle = (setting: string): string =>
  `Added automatically because galley.context.${setting} is set to always.`;
export const moreActions = (context: string): string => `More actions for ${context}`;
export const alwaysAdd = (name: string): string => `Always Add “${name}” in This Workspace`;
export const askBefore = (name: string): string => `Ask Before Adding “${name}”`;
export const neverSuggest = (name: string): string => `Never Suggest “${name}” in This Workspace`;
export const dismiss = (context: string): string => `Dismiss ${context}`;
export const dismissTitle = "Dismiss (Escape)";
export const remove = (context: string): string => `Remove ${context}`;
export const removeTitle = "Remove from this message";

// The expansion of a command
export const command = "Command";
export const expandsTo = (id: string, chips: number): string =>
  chips === 0 ? `${id} expands to text` : `${id} expands to text and ${counted(chips, "chip")}`;
export const adds = (id: string, chips: string): string => `${id} adds ${chips}`;
export const expandedText = "Text that will be sent";
export const spokenCommand = (id: string, open: string, note = ""): string =>
  `Command ${id}.${open === "" ? "" : ` Arguments: ${open}.`}${note === "" ? "" : ` ${note}`}`;
export const spokenSentence = (id: string, sentence: string): string => `${id}: ${sentence}`;

// The suggestions at the cursor
export const suggestions = "Suggestions";
export const searching = "Searching…";
export const noCommand = "No matching command. It will be sent as text.";
export const noSymbol =
  "No matching symbols. Open the file that contains the symbol, or press Escape to keep the text.";
export const typeToSearch = "Type to search files, folders and symbols.";
export const noMatch = "No matches. To add an ignored file, type its full path. Press Escape to keep the text.";
export const cost = (count: string): string => `~${count} tokens`;
export const overrides = (sources: string): string => `Overrides the command from ${sources}`;

// The context bar
export const context = "Context";
export const segments = {
  system: "System prompt",
  history: "Earlier messages",
  pinned: "Pins",
  task: "This message",
};
export const segment = (name: string, count: string): string => `${name}: ~${count} tokens`;
export const usedTokens = (estimate: number, limit: number): string => `${estimate} of ${limit} tokens`;
export const used = (estimate: string, limit: string): string => `${estimate} of ${limit}`;
export const attachLink = "Attach as Link";
export const preview = "Preview";
export const previewTitle = "Preview the request that will be sent";

// The warning of the context bar
export const contextWarning = "Context warning";
export const overLimit = "Over the context limit.";
export const almostFull = "Context almost full.";
export const compactButton = (saves: string): string => `Compact (saves ${saves})`;
export const compactTitle = "Replace earlier messages with a summary";
export const unpinButton = (name: string, saves: string): string => `Unpin ${name} (saves ${saves})`;
export const unpinTitle = (name: string): string => `Unpin ${name}`;
export const newConversation = "New Conversation";
export const selectModel = "Select Model…";
