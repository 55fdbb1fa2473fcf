// The window that the journeys of a file share: each of them begins a conversation of its own.
import { openWindow, type Window } from "./window.ts";

/** Keys that VS Code turns into its commands, as it does with Ctrl+Z. */
export const COMMANDS = {
  undo: "Control+Alt+F6",
  redo: "Control+Alt+F7",
  "select all": "Control+Alt+F8",
  cut: "Control+Alt+F10",
  copy: "Control+Alt+F11",
} as const;

let shared: Promise<Window> | undefined;

/** Opened by the first that asks for it, with the settings that it asks for. */
export function sharedWindow(settings: Readonly<Record<string, unknown>> = {}): Promise<Window> {
  return (shared ??= openWindow({
    // The windows of tests are low: by itself a sidecar would open in an editor tab.
    settings: { "galley.sidecar.location": "panel", ...settings },
    keybindings: [
      { key: "ctrl+alt+f6", command: "undo" },
      { key: "ctrl+alt+f7", command: "redo" },
      { key: "ctrl+alt+f8", command: "editor.action.selectAll" },
      { key: "ctrl+alt+f10", command: "editor.action.clipboardCutAction" },
      { key: "ctrl+alt+f11", command: "editor.action.clipboardCopyAction" },
    ],
  }));
}

/** The next file of this worker has one of its own. */
export async function closeShared(): Promise<void> {
  const window = await shared;
  shared = undefined;
  await window?.close();
}
