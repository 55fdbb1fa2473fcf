// The feature edits: changes that tools make to files, and code of an answer that the user puts into files and terminals.
import * as vscode from "vscode";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { keepBefores } from "./apply-review.ts";
import { actOnCode } from "./code-actions.ts";
import { editing } from "./edit-commands.ts";
import { EditedFiles } from "./edited-files.ts";
import { followShells } from "./insert-terminal.ts";
import type { EditsNeeds } from "./needs.ts";

export interface Edits extends vscode.Disposable {
  readonly commands: CommandHandlers;
  /** Reads and changes files for tools, and keeps the text before. */
  readonly files: EditedFiles;
  /** Carries out a button of a code block. */
  readonly actOnCode: typeof actOnCode;
}

export function registerEdits(needs: EditsNeeds): Edits {
  const files = new EditedFiles(needs);
  const listening = vscode.Disposable.from(followShells(), keepBefores(), files);
  return {
    commands: {
      "galley.reviewEdits": editing("review", needs, files),
      "galley.keepEdits": editing("keep", needs, files),
      "galley.undoEdits": editing("undo", needs, files),
    },
    files,
    actOnCode,
    dispose: () => {
      listening.dispose();
    },
  };
}
