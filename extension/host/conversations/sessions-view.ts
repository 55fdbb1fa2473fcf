// The native list of conversations: registered on activation, filled once it is visible.
import * as vscode from "vscode";
import { treeView } from "../window/tree-view.ts";

export type SessionItem = vscode.TreeItem & { readonly session_id: string };

/** The items below one, or the first level. Never rejects. */
type Source = (parentId: string | undefined) => Promise<SessionItem[]>;

export class SessionsView implements vscode.TreeDataProvider<SessionItem>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #source: Source;
  readonly onDidChangeTreeData = this.#changed.event;
  readonly tree: vscode.TreeView<SessionItem>;

  constructor(source: Source) {
    this.#source = source;
    this.tree = treeView("galley.sessions", { treeDataProvider: this, canSelectMany: true });
  }

  getTreeItem(item: SessionItem): SessionItem {
    return item;
  }

  getChildren(item?: SessionItem): Promise<SessionItem[]> {
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
