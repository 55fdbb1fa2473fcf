// The keys of package.json as this machine's users read them.

const isMac = /Mac/.test(navigator.userAgent);

/** Adds the editor's selection to the message. */
export const addSelectionKey = isMac ? "⌥⌘." : "Ctrl+Alt+.";

/** What sends a message, by the setting galley.send. */
export const sendKeys = { enter: "Enter", ctrlEnter: isMac ? "⌘Enter" : "Ctrl+Enter" };

/** What breaks a line, by the same setting. */
export const lineKeys = { enter: "Shift+Enter", ctrlEnter: "Enter" };

/** Goes to what the turn waits for. */
export const askKeyName = isMac ? "⌥A" : "Alt+A";

/** On a Mac the key writes another letter. */
export function isAskKey({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (!altKey || ctrlKey || metaKey || shiftKey) return false;
  return isMac ? code === "KeyA" : key.toLowerCase() === "a";
}

/** On a keyboard without Latin letters the place of the key counts. */
export function isSelectAllKey({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey || shiftKey || !(isMac ? metaKey : ctrlKey)) return false;
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === "a" : code === "KeyA";
}

/** Sends into the turn that runs. */
export const steerKey = isMac ? "⌥Enter" : "Alt+Enter";
