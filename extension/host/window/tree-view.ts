// Makes VS Code's tree views.
import * as vscode from "vscode";

/**
 * When a view opens for the first time, VS Code draws no lines for two seconds: it lays out the tree too early. Setting
 * a message, even an empty one, makes it lay out the tree again.
 */
export function treeView<Item>(id: string, options: vscode.TreeViewOptions<Item>): vscode.TreeView<Item> {
  const tree = vscode.window.createTreeView(id, options);
  const first = tree.onDidChangeVisibility(() => {
    tree.message = tree.message ?? "";
    first.dispose();
  });
  return tree;
}
