// The Shelf of a window: what it holds, what is dropped on it, and its commands.
import type * as vscode from "vscode";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { shelfCommands } from "./commands.ts";
import { drop } from "./drop.ts";
import type { ShelfNeeds } from "./needs.ts";
import { ShelfContents } from "./shelf.ts";
import type { ShelfItem } from "./view.ts";

type Provided = "items" | "show" | "reread" | "pin" | "unpin" | "livePins";

export interface Shelf extends Pick<ShelfContents, Provided>, vscode.Disposable {
  readonly commands: CommandHandlers;
  /** `target` is `undefined` if the user drops below the lines. */
  drop(target: ShelfItem | undefined, dropped: vscode.DataTransfer): Promise<void>;
}

export function registerShelf(needs: ShelfNeeds): Shelf {
  const shelf = new ShelfContents(needs);
  return Object.assign(shelf, {
    commands: shelfCommands(shelf, needs),
    drop: (target: ShelfItem | undefined, dropped: vscode.DataTransfer) =>
      drop(shelf, needs.focusedMessage, target, dropped),
  });
}
