// The keyboard shortcuts, as users of this operating system write them.

const isMac = /Mac/.test(navigator.userAgent);

/** Adds the editor's selection to the message. */
export const addSelectionKey = isMac ? "⌥⌘." : "Ctrl+Alt+.";

/** The key that sends a message, by the setting galley.send. */
export const sendKeys = { enter: "Enter", ctrlEnter: isMac ? "⌘Enter" : "Ctrl+Enter" };

/** The key that breaks a line, by the same setting. */
export const lineKeys = { enter: "Shift+Enter", ctrlEnter: "Enter" };

/** Moves the focus to a pending ask. */
export const askKeyName = isMac ? "⌥A" : "Alt+A";

/** On a Mac, Option with a letter types another character, so the key's position counts. */
export function isAskKey({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (!altKey || ctrlKey || metaKey || shiftKey) return false;
  return isMac ? code === "KeyA" : key.toLowerCase() === "a";
}

/** On a keyboard without Latin letters, the key's position counts. */
export function isSelectAllKey({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey || shiftKey || !(isMac ? metaKey : ctrlKey)) return false;
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === "a" : code === "KeyA";
}

/** Sends the message into the running turn. */
export const steerKey = isMac ? "⌥Enter" : "Alt+Enter";
