// VS Code's tree views.
import * as vscode from "vscode";

/**
 * Of a view that is opened for the first time VS Code draws no line for two seconds: it lays the tree out before the
 * tree is there. A message, even none, makes it do so again.
 */
export function treeView<Item>(id: string, options: vscode.TreeViewOptions<Item>): vscode.TreeView<Item> {
  const tree = vscode.window.createTreeView(id, options);
  const first = tree.onDidChangeVisibility(() => {
    tree.message = tree.message ?? "";
    first.dispose();
  });
  return tree;
}
