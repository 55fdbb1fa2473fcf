// The last files that tools changed in a conversation: reviewed, kept or undone from the keyboard.
import * as vscode from "vscode";
import { lastEdited } from "../../persist/edits.ts";
import type { Core } from "../core.ts";
import { sessionOf } from "../conversations/target.ts";
import { messageOf } from "../window/named.ts";

type Work = (core: Core, argument?: unknown) => Promise<void>;

export function editing(action: "review" | "keep" | "undo"): Work {
  return async (core, argument) => {
    const session_id = sessionOf(core, argument);
    const message_id = messageOf(argument) ?? lastEdited(core.store, session_id);
    if (message_id !== undefined) return core.toolbox.edits.act({ type: "edits", action, session_id, message_id });
    void vscode.window.showInformationMessage("This conversation has no edits to review.");
  };
}
