// The keys of package.json as this machine's users read them.

const isMac = /Mac/.test(navigator.userAgent);

/** Adds the editor's selection to the message. */
export const addSelectionKey = isMac ? "⌥⌘." : "Ctrl+Alt+.";

/** What sends when Enter alone does not. */
export const ctrlEnterKey = isMac ? "⌘Enter" : "Ctrl+Enter";
