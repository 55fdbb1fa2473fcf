// The keys of package.json as this machine's users read them.

const isMac = /Mac/.test(navigator.userAgent);

/** Adds the editor's selection to the message. */
export const addSelectionKey = isMac ? "⌥⌘." : "Ctrl+Alt+.";

/** What sends when Enter alone does not. */
export const ctrlEnterKey = isMac ? "⌘Enter" : "Ctrl+Enter";

/** Goes to what the turn waits for. */
export const askKeyName = isMac ? "⌥A" : "Alt+A";

/** On a Mac the key writes another letter. */
export function isAskKey({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (!altKey || ctrlKey || metaKey || shiftKey) return false;
  return isMac ? code === "KeyA" : key.toLowerCase() === "a";
}

/** Sends into the turn that runs. */
export const steerKey = isMac ? "⌥Enter" : "Alt+Enter";
