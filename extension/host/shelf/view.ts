// The Shelf: the view that lists what is sent with a message. Filled once it is visible.
//
// An extension cannot collapse a view, and an open view takes at least six lines. So there are two views, and VS Code
// shows one at a time: `galley.shelf` when something is pinned, else `galley.shelfEmpty`, which starts collapsed. VS Code
// does not expand a view that a file is dragged over; so the first one also shows while the Explorer has the focus, which
// it gets when the user presses the mouse on a file.
import * as vscode from "vscode";
import type { KnownPart } from "../../message/part.ts";
import { treeView } from "../window/tree-view.ts";

export type ShelfGroup = "pinned" | "message" | "automatic";

export type ShelfItem = vscode.TreeItem & {
  readonly group: ShelfGroup;
  /** `undefined` for a group. */
  readonly row?: ShelfRow;
};

/** A line below a group, as commands and drops need it. */
export interface ShelfRow {
  /** The pin's id; for a chip of the message, a digest of its part and its number among equal parts. */
  readonly id: string;
  readonly part: KnownPart;
  readonly nth: number;
}

/** What fills the tree. */
interface ShelfSource {
  items: (group: ShelfGroup | undefined) => Promise<ShelfItem[]>;
  /** `target` is `undefined` if the user drops below the lines. */
  drop: (target: ShelfItem | undefined, dropped: vscode.DataTransfer) => Promise<void>;
}

/** Lines of this tree, dragged. */
export const SHELF_MIME = "application/vnd.code.tree.galley.shelf";

export class ShelfView
  implements vscode.TreeDataProvider<ShelfItem>, vscode.TreeDragAndDropController<ShelfItem>, vscode.Disposable
{
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #source: () => Promise<ShelfSource>;
  readonly #report: (error: unknown) => void;
  readonly onDidChangeTreeData = this.#changed.event;
  readonly dropMimeTypes = [SHELF_MIME, "text/uri-list", "files"];
  readonly dragMimeTypes = ["text/uri-list"];
  readonly #trees: readonly vscode.TreeView<ShelfItem>[];

  /** `report` gets the errors; the tree is empty then. */
  constructor(source: () => Promise<ShelfSource>, report: (error: unknown) => void) {
    this.#source = source;
    this.#report = report;
    this.#trees = ["galley.shelf", "galley.shelfEmpty"].map((id) =>
      treeView(id, { treeDataProvider: this, dragAndDropController: this, canSelectMany: true }),
    );
  }

  get selected(): readonly ShelfItem[] {
    return this.#trees.flatMap(({ visible, selection }) => (visible ? selection : []));
  }

  get isVisible(): boolean {
    return this.#trees.some(({ visible }) => visible);
  }

  /** `description` stands beside the title, `message` above the lines. */
  say(description: string, message: string): void {
    for (const tree of this.#trees) Object.assign(tree, { description, message });
  }

  getTreeItem(item: ShelfItem): ShelfItem {
    return item;
  }

  async getChildren(item?: ShelfItem): Promise<ShelfItem[]> {
    try {
      return await (await this.#source()).items(item?.group);
    } catch (error) {
      this.#report(error);
      return [];
    }
  }

  /** Also sets `text/uri-list`, so that other targets accept the files. */
  handleDrag(items: readonly ShelfItem[], transfer: vscode.DataTransfer): void {
    const rows = items.filter(({ row }) => row !== undefined).map(({ group, row }) => ({ group, id: row?.id }));
    transfer.set(SHELF_MIME, new vscode.DataTransferItem(JSON.stringify(rows)));
    const uris = items.flatMap(({ resourceUri }) => resourceUri?.toString() ?? []);
    if (uris.length > 0) transfer.set("text/uri-list", new vscode.DataTransferItem(uris.join("\r\n")));
  }

  async handleDrop(target: ShelfItem | undefined, dropped: vscode.DataTransfer): Promise<void> {
    try {
      await (await this.#source()).drop(target, dropped);
    } catch (error) {
      this.#report(error);
    }
  }

  refresh(): void {
    this.#changed.fire();
  }

  dispose(): void {
    for (const tree of this.#trees) tree.dispose();
    this.#changed.dispose();
  }
}
