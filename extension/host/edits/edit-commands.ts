// The commands that review, keep or undo the last edits of tools in a conversation.
import * as vscode from "vscode";
import { lastEdited } from "../../persist/edited/edits.ts";
import { messageOf, namedBy } from "../window/named.ts";
import type { EditedFiles } from "./edited-files.ts";
import type { EditsNeeds } from "./needs.ts";
import * as words from "./words.ts";

export function editing(
  action: "review" | "keep" | "undo",
  { store, focusedConversation }: Pick<EditsNeeds, "store" | "focusedConversation">,
  files: Pick<EditedFiles, "act">,
): (argument?: unknown) => Promise<void> {
  return async (argument) => {
    const session_id = namedBy(argument) ?? focusedConversation();
    const message_id = messageOf(argument) ?? lastEdited(store, session_id);
    if (message_id !== undefined) return files.act({ type: "edits", action, session_id, message_id });
    void vscode.window.showInformationMessage(words.noEdits);
  };
}
