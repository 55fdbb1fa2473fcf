// The keyboard shortcuts, as users of this operating system write them.

type System = "mac" | "windows" | "linux";

/** The keys of commands as package.json binds them; the user may have changed them. */
export const commandKeys: Record<
  System,
  { addSelection: string; focusAsk: string; refactor: string; send: string; steer: string }
> = {
  mac: { addSelection: "⌘K G", focusAsk: "⌥⌘A", refactor: "⌘K I", send: "⌘Enter", steer: "⌥Enter" },
  windows: {
    addSelection: "Ctrl+K G",
    focusAsk: "Alt+A",
    refactor: "Ctrl+K I",
    send: "Ctrl+Enter",
    steer: "Alt+Enter",
  },
  linux: {
    addSelection: "Ctrl+Alt+.",
    focusAsk: "Alt+A",
    refactor: "Ctrl+K I",
    send: "Ctrl+Enter",
    steer: "Alt+Enter",
  },
};

/** The system that the window is shown on: VS Code chooses the keys by it, not by the remote machine. */
export function systemOf(userAgent: string): System {
  return /Mac/.test(userAgent) ? "mac" : /Windows/.test(userAgent) ? "windows" : "linux";
}

const system = systemOf(navigator.userAgent);
const isMac = system === "mac";

/** Adds the editor's selection to the message. */
export const addSelectionKey = commandKeys[system].addSelection;

/** Changes the selected code by an instruction. */
export const refactorKey = commandKeys[system].refactor;

/** The key that sends a message, by the setting galley.send. */
export const sendKeys = { enter: "Enter", ctrlEnter: commandKeys[system].send };

/** The key that breaks a line, by the same setting. */
export const lineKeys = { enter: "Shift+Enter", ctrlEnter: "Enter" };

/** Moves the focus to a pending ask. */
export const askKeyName = commandKeys[system].focusAsk;

/** On a keyboard without Latin letters, the key's position counts. */
export function isSelectAllKey({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey || shiftKey || !(isMac ? metaKey : ctrlKey)) return false;
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === "a" : code === "KeyA";
}

/** Sends the message into the running turn. */
export const steerKey = commandKeys[system].steer;
