// The native tree of skills: by the place they lie in, each with whether it is on, and what cannot be used with the reason.
import * as vscode from "vscode";
import { type Skill, type SkillListing, sortSkills } from "../../skills/catalog.ts";
import type { SkillProblem } from "../../skills/problem.ts";
import { treeView } from "../window/tree-view.ts";

type Source = Skill["source"];

export type SkillItem = vscode.TreeItem & {
  readonly source: Source;
  /** `undefined` for a group, and for a skill that cannot be read. */
  readonly name?: string;
};

/** What the view asks about skills. */
interface Shown {
  all: () => Promise<SkillListing>;
  isOff: (name: string) => boolean;
  permission: (name: string) => "allow" | "ask" | "deny";
}

export class SkillsView implements vscode.TreeDataProvider<SkillItem>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #skills: Shown;
  readonly #tree: vscode.TreeView<SkillItem>;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(skills: Shown) {
    this.#skills = skills;
    this.#tree = treeView("galley.skills", { treeDataProvider: this });
  }

  getTreeItem(item: SkillItem): SkillItem {
    return item;
  }

  async getChildren(item?: SkillItem): Promise<SkillItem[]> {
    const listing = await this.#skills.all();
    if (item === undefined) return SOURCES.flatMap((source) => groupOf(source, listing));
    const { skills, problems, clashes } = listing;
    const isHere = ({ file }: SkillProblem): boolean => sourceOf(file) === item.source;
    return [
      ...problems.filter(isHere).map((problem) => toWarning(problem, "not loaded")),
      ...clashes.filter(isHere).map((problem) => toWarning(problem, "hidden")),
      ...sortSkills(skills.filter(({ source }) => source === item.source)).map((skill) => this.#toItem(skill)),
    ];
  }

  refresh(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.#tree.dispose();
    this.#changed.dispose();
  }

  #toItem({ source, name, description, file, version }: Skill): SkillItem {
    const isOff = this.#skills.isOff(name);
    const states: readonly State[] = isOff ? ["disabled"] : STATES[this.#skills.permission(name)];
    const words = description.replace(/\s+/g, " ");
    return Object.assign(new vscode.TreeItem(name), {
      source,
      name,
      id: `${source}/${name}`,
      description: [...states, words].join(" · "),
      tooltip: [words, ...states.map((state) => TOLD[state]), `Version ${version} · ${file}`].join("\n"),
      iconPath: new vscode.ThemeIcon(isOff ? "circle-slash" : "mortar-board"),
      contextValue: `skill ${isOff ? "off" : "on"}`,
      command: openCommand(file, 1),
      accessibilityInformation: { label: [name, ...states, words].join(", ") },
    });
  }
}

type State = "disabled" | "asks first" | "manual only";

const STATES = {
  allow: [],
  ask: ["asks first"],
  deny: ["manual only"],
} as const satisfies Record<string, readonly State[]>;

const TOLD = {
  disabled: "Disabled in this workspace",
  "asks first": "Models ask before they load this skill",
  "manual only": "Models cannot load this skill; run it with /",
} as const satisfies Record<State, string>;

const SOURCES = ["project", "user", "bundled"] as const satisfies readonly Source[];

const GROUPS = {
  project: { label: "Project", icon: "root-folder", tooltip: "In .galley/skills, .claude/skills and .agents/skills" },
  user: { label: "User", icon: "account", tooltip: "In the same folders in your home directory" },
  bundled: { label: "Built-in", icon: "package", tooltip: "Included with Galley" },
} as const satisfies Record<Source, { label: string; icon: string; tooltip: string }>;

/** One without entries has no line, unless there is a reason why none are seen. */
function groupOf(source: Source, { skills, problems, clashes }: SkillListing): SkillItem[] {
  const isUnread = source === "project" && !vscode.workspace.isTrusted;
  const hasAny =
    skills.some((skill) => skill.source === source) ||
    [...problems, ...clashes].some(({ file }) => sourceOf(file) === source);
  if (!hasAny && !isUnread) return [];
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  const { label, icon, tooltip } = GROUPS[source];
  return [
    Object.assign(new vscode.TreeItem(label, isUnread ? None : source === "bundled" ? Collapsed : Expanded), {
      source,
      id: source,
      iconPath: new vscode.ThemeIcon(icon),
      tooltip: isUnread ? "Trust this workspace to use its skills." : tooltip,
      ...(isUnread && {
        description: "trust this workspace to use",
        command: { command: "workbench.trust.manage", title: "Manage Workspace Trust" },
      }),
    }),
  ];
}

/** As people call a file, it says whose it is: below the home, in the extension, else below a workspace folder. */
function sourceOf(file: string): Source {
  if (/^~\/\.\w+\/skills\b/.test(file)) return "user";
  return /^[~/]/.test(file) ? "bundled" : "project";
}

function toWarning({ file, line, reason }: SkillProblem, state: "not loaded" | "hidden"): SkillItem {
  const label = file.split("/").at(-2) ?? file;
  return Object.assign(new vscode.TreeItem(label), {
    source: sourceOf(file),
    id: `${file} ${state}`,
    // The sign says that it cannot be read; there is little room for the reason.
    description: state === "hidden" ? `hidden · ${reason}` : reason,
    tooltip: `${file}:${line}: ${reason}`,
    iconPath: new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground")),
    command: openCommand(file, line),
    accessibilityInformation: { label: `${label}, ${state}: ${reason}` },
  });
}

function openCommand(file: string, line: number): vscode.Command {
  return { command: "galley.skills.open", title: "Open Skill", arguments: [{ file, line, keeps_focus: true }] };
}
