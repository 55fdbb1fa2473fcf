// What Galley says in the request preview.

// Titles of the tab
export const previewTitle = "Request Preview";
export const sidecarPreviewTitle = "Request Preview: Sidecar";
export const sentTitle = "Sent Request";

// In the tab
export const nothingToShow = "Nothing to show. The message was not sent or no longer exists.";
export const notShown = (reason: string): string =>
  `Could not show the request: ${reason}. Run Galley: Show Log for details.`;
export const copied = "Copied to clipboard";

// Show Sent Request…
export const selectMessage = "Show Sent Request: Select Message";

// Replay Turn…
export const selectReplayed = "Replay Turn: Select Message";
export const replayTitle = (message: string, sent: string, now: string): string =>
  `Replay “${message}”: ${sent} ↔ ${now}`;
export const replayGone = "This comparison is no longer kept. Run Galley: Replay Turn… again.";

// Both
export const nothingSent = "No messages have been sent in this conversation.";
