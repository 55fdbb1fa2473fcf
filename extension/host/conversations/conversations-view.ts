// The Conversations view: registered on activation, filled once it is visible.
import * as vscode from "vscode";
import { treeView } from "../window/tree-view.ts";

export type ConversationItem = vscode.TreeItem & {
  readonly session_id: string;
  readonly hoverText: () => string;
};

/** Reads the items below an item, or the first level. Never rejects. */
type Source = (parentId: string | undefined) => Promise<ConversationItem[]>;

export class ConversationsView implements vscode.TreeDataProvider<ConversationItem>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #source: Source;
  readonly onDidChangeTreeData = this.#changed.event;
  readonly tree: vscode.TreeView<ConversationItem>;

  constructor(source: Source) {
    this.#source = source;
    this.tree = treeView("galley.sessions", { treeDataProvider: this, canSelectMany: true });
  }

  getTreeItem(item: ConversationItem): ConversationItem {
    return item;
  }

  /** When the pointer rests on an item: a date in the user's language takes long to write, and few are looked at. */
  resolveTreeItem(item: vscode.TreeItem, { hoverText }: ConversationItem): vscode.TreeItem {
    item.tooltip = hoverText();
    return item;
  }

  getChildren(item?: ConversationItem): Promise<ConversationItem[]> {
    return this.#source(item?.session_id);
  }

  refresh(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.tree.dispose();
    this.#changed.dispose();
  }
}
