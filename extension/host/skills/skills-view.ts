// The native tree of skills, grouped by where they come from.
import * as vscode from "vscode";
import { treeView } from "../window/tree-view.ts";
import { type ShownSkills, type SkillItem, skillItems } from "./skill-items.ts";

export class SkillsView implements vscode.TreeDataProvider<SkillItem>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #skills: ShownSkills;
  readonly #tree: vscode.TreeView<SkillItem>;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(skills: ShownSkills) {
    this.#skills = skills;
    this.#tree = treeView("galley.skills", { treeDataProvider: this });
  }

  getTreeItem(item: SkillItem): SkillItem {
    return item;
  }

  getChildren(item?: SkillItem): Promise<SkillItem[]> {
    return skillItems(this.#skills, item);
  }

  refresh(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.#tree.dispose();
    this.#changed.dispose();
  }
}
