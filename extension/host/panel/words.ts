// What Galley says about the panel: its input, its chips, its messages and sidecars.

// The context that is offered for a message
export const openEditors = "open editors";
export const offered = (what: string, more: number): string => (more > 0 ? `${what} and ${more} more` : what);
export const offeredVisible = (what: string, more: number): string => `visible: ${offered(what, more)}`;

// Attach
export const attachTitle = "Attach to Message";
export const attachButton = "Attach";
export const notAdded = (name: string): string => `Could not finish adding ${name}. Add it again.`;

// Opening a chip or a link
export const unnamedAttachment = "Attachment";
export const unnamedText = "Pinned";
export const neverStored = (name: string): string =>
  `The content of ${name} was not stored, so it cannot be opened. Attach the file again.`;
export const noLongerStored = (name: string): string => `${name} is no longer stored. Attach the file again.`;
export const contextReadLater = (name: string): string =>
  `@${name} is read when you send the message. Run Galley: Preview Request to see its content.`;
export const commandWithoutFile = (id: string): string => `${id} is not defined in a file.`;
export const linkNotSupported = (href: string): string => `Could not open ${href}: this link type is not supported.`;

// Convert to Text
export const chipWithoutText = "This item cannot be converted to text.";
export const chipTooLarge = (path: string): string => `${path} is too large to insert as text. Select fewer lines.`;
export const chipNotText = (path: string): string => `${path} is not a text file.`;
export const chipNotRead = (path: string, reason: string): string => `Could not read ${path}: ${reason}.`;

// A message that was not sent
export const refusedElsewhere = (failure: string, title: string): string =>
  `${failure} Your message is back in the input of “${title}”.`;
export const nothingToResend = "No message to resend.";

// Sidecars
export const noSidecar = "No sidecar is open.";
export const noSidecarAnswer = "The sidecar has no answer to insert yet.";
export const mainDeleted = "The main conversation of this sidecar was deleted.";

// The message that Continue sends after an answer that was cut off
export const goOn = "Continue.";
