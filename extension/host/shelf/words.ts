// What Galley says on the Shelf.
import type { ShelfGroup } from "./view.ts";

// The view
export const emptyView = "Drop files or folders here. Files on Pinned are sent with every message.";
export const followsEditors = "open editors pinned automatically";

// Groups
export const groups = {
  pinned: {
    label: "Pinned",
    spoken: "pinned",
    empty: "empty",
    tooltip: "Pinned items are read again and sent with every message. Drop files here to pin them.",
  },
  message: {
    label: "Current Message",
    spoken: "current message",
    empty: "empty",
    tooltip: "Context in the message you are writing.",
  },
  automatic: {
    label: "Automatic",
    spoken: "automatic",
    empty: "",
    tooltip: "Context that is added automatically. Run Galley: Configure Automatic Context… to change it.",
  },
} as const satisfies Record<ShelfGroup, { label: string; spoken: string; empty: string; tooltip: string }>;
export const spokenEmptyGroup = (label: string, empty: string): string => `${label}, ${empty}`;
export const spokenGroup = (label: string, count: number, tokens: string): string =>
  `${label}, ${count}, about ${tokens} tokens`;

// Names of entries that have no file name
export const attachment = "attachment";
export const pinnedText = "text";

// What follows the name of an entry
export const tokenCount = (tokens: string): string => `~${tokens}`;
export const openEditor = "open";
export const changed = "changed";
export const unreadable = "could not be read";
export const ignored = "ignored";
export const instructions = "instructions";

// Lines: what a screen reader says
export const spokenFollowed = "open editor, pinned automatically";
export const spokenIgnoredEditor = "open editor";
export const spokenTokens = (tokens: string): string => `about ${tokens} tokens`;
export const spokenChanged = "changed since it was last sent";
export const spokenIgnored = "ignored, not sent";

// Lines: tooltips
export const tokensTooltip = (tokens: string): string => `About ${tokens} tokens.`;
export const pinnedTooltip = "Read again with every message.";
export const changedTooltip = "Changed since it was last sent.";
export const followedTooltip = "Pinned automatically while its editor is open.";
export const ignoredTooltip =
  "Not sent because your ignore rules exclude it or it may contain secrets. Pin it to send it anyway.";
export const openLine = "Open";

// Commands and drops
export const unpinTitle = "Unpin";
export const noEditor = "No editor is open.";
export const noFile = "Open a file, or select one in the Explorer.";
export const notPinned = "This item is not pinned.";
export const nothingPinned = "Nothing is pinned in this conversation.";
export const notPinnable = "Only files, folders, resources and text can be pinned.";
export const foreignNotPinned = "Files from another machine cannot be pinned. They were added to the message instead.";

// Pins of other extensions
export const pinTaken = (id: string): string => `A pin with the ID ${id} is already registered.`;
