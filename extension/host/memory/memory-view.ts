// The native tree of memories: yours and the project's, each with its line of the index.
import * as vscode from "vscode";
import { type Scope, SCOPES } from "../../memory/entry.ts";
import { sortMemories } from "../../memory/index.ts";
import type { MalformedEntry, StoredMemory } from "../../memory/read-entry.ts";
import type { Listing } from "../../memory/store.ts";
import { treeView } from "../window/tree-view.ts";
import * as shared from "../window/words.ts";
import * as words from "./words.ts";

export type MemoryItem = vscode.TreeItem & {
  readonly scope: Scope;
  /** `undefined` for a group. */
  readonly name?: string;
};

export class MemoryView implements vscode.TreeDataProvider<MemoryItem>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #list: () => Promise<Listing>;
  readonly #tree: vscode.TreeView<MemoryItem>;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(list: () => Promise<Listing>) {
    this.#list = list;
    this.#tree = treeView("galley.memory", { treeDataProvider: this, canSelectMany: true });
  }

  getTreeItem(item: MemoryItem): MemoryItem {
    return item;
  }

  async getChildren(item?: MemoryItem): Promise<MemoryItem[]> {
    const listing = await this.#list();
    if (item === undefined) return SCOPES.flatMap((scope) => groupOf(scope, listing));
    return [
      ...listing.malformed.filter(({ scope }) => scope === item.scope).map(toWarning),
      ...sortMemories(listing.memories.filter(({ scope }) => scope === item.scope)).map(toItem),
    ];
  }

  get selection(): readonly MemoryItem[] {
    return this.#tree.selection;
  }

  refresh(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.#tree.dispose();
    this.#changed.dispose();
  }
}

const ICONS = { user: "account", project: "root-folder" } as const satisfies Record<Scope, string>;

/** A group without entries has no line, unless its memories were not read for a reason. */
function groupOf(scope: Scope, { memories, malformed, unread }: Listing): MemoryItem[] {
  const isHere = (one: { scope: Scope }): boolean => one.scope === scope;
  const reason = unread.find(isHere)?.reason;
  if (reason === undefined && !memories.some(isHere) && !malformed.some(isHere)) return [];
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const { label } = words.scopes[scope];
  const tooltip =
    reason === undefined ? words.scopes[scope].tooltip : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  return [
    Object.assign(new vscode.TreeItem(label, reason === undefined ? Expanded : None), {
      scope,
      id: scope,
      iconPath: new vscode.ThemeIcon(ICONS[scope]),
      tooltip,
      // Without it, a screen reader hears the tooltip alone.
      accessibilityInformation: { label: `${label}, ${tooltip}` },
      ...(reason !== undefined && {
        description: shared.trustToUse,
        command: { command: "workbench.trust.manage", title: shared.manageTrust },
      }),
    }),
  ];
}

function toItem({ scope, name, description, type, file, path }: StoredMemory): MemoryItem {
  return Object.assign(new vscode.TreeItem(name), {
    scope,
    name,
    id: `${scope}/${name}`,
    description,
    tooltip: `${description}\n${type} · ${file}`,
    iconPath: new vscode.ThemeIcon("note"),
    contextValue: "memory",
    command: openCommand(path, 1),
    accessibilityInformation: { label: words.spokenMemory(name, description) },
  });
}

/** Also for a folder that could not be read: it has no name, and nothing to open. */
function toWarning({ scope, name, file, path, line, reason }: MalformedEntry): MemoryItem {
  const label = name === "" ? file : name;
  return Object.assign(new vscode.TreeItem(label), {
    scope,
    name,
    id: `${scope}/${name} malformed`,
    description: reason,
    tooltip: `${file}:${line}: ${reason}`,
    iconPath: new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground")),
    ...(name !== "" && { contextValue: "memory", command: openCommand(path, line) }),
    accessibilityInformation: { label: words.spokenMalformed(label, reason) },
  });
}

function openCommand(path: string, line: number): vscode.Command {
  return { command: "galley.memory.open", title: words.openMemory, arguments: [{ path, line, keeps_focus: true }] };
}
