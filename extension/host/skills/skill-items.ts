// The lines of the Skills view: groups by where skills come from, and below them each skill with its state, or why it cannot be used.
import * as vscode from "vscode";
import { alwaysOn } from "../../skills/always.ts";
import { type Skill, type SkillListing, sortSkills } from "../../skills/catalog.ts";
import type { SkillCheck } from "../../skills/skill-checks.ts";
import type { SkillProblem } from "../../skills/problem.ts";
import * as shared from "../window/words.ts";
import * as words from "./words.ts";

type Source = Skill["source"];

export type SkillItem = vscode.TreeItem & {
  readonly source: Source;
  /** `undefined` for a group, and for a skill that cannot be read. */
  readonly name?: string;
};

/** What the view asks about skills. */
export interface ShownSkills {
  all: () => Promise<SkillListing>;
  /** Those that a model may load. */
  forModels: () => Promise<SkillListing>;
  isOff: (name: string) => boolean;
  permission: (name: string) => "allow" | "ask" | "deny";
  /** Why skills cannot run, and what else is wrong with them, in the order of the skills. */
  check: (skills: readonly Skill[]) => Promise<SkillCheck[]>;
}

/** The groups, or the skills of one. */
export async function skillItems(shown: ShownSkills, item?: SkillItem): Promise<SkillItem[]> {
  const listing = await shown.all();
  if (item === undefined) return SOURCES.flatMap((source) => groupOf(source, listing));
  const { skills, problems, clashes } = listing;
  const always = new Set(alwaysOn((await shown.forModels()).skills).on.map(({ skill }) => skill.name));
  const isHere = ({ file }: SkillProblem): boolean => sourceOf(file) === item.source;
  const here = sortSkills(skills.filter(({ source }) => source === item.source));
  const checks = await shown.check(here);
  return [
    ...problems.filter(isHere).map((problem) => toWarning(problem, "not-loaded")),
    ...clashes.filter(isHere).map((problem) => toWarning(problem, "hidden")),
    ...here.map((skill, index) =>
      withCheck(toItem(shown, skill, always.has(skill.name)), skill, checks[index] ?? { warnings: [] }),
    ),
  ];
}

function toItem(shown: ShownSkills, skill: Skill, isAlways: boolean): SkillItem {
  const { source, name, description, file, version, note } = skill;
  const isOff = shown.isOff(name);
  const states: readonly State[] = isOff ? ["disabled"] : isAlways ? ["always"] : STATES[shown.permission(name)];
  const labels = states.map((state) => words.states[state].label);
  const tooltips = states.map((state) => words.states[state].tooltip);
  const oneLine = description.replace(/\s+/g, " ");
  return Object.assign(new vscode.TreeItem(name), {
    source,
    name,
    id: `${source}/${name}`,
    description: [...labels, oneLine].join(" · "),
    tooltip: [oneLine, ...(note === undefined ? [] : [note]), ...tooltips, words.versionTooltip(version, file)].join(
      "\n",
    ),
    iconPath: new vscode.ThemeIcon(isOff ? "circle-slash" : "mortar-board"),
    contextValue: `skill ${isOff ? "off" : "on"}`,
    command: openCommand(file, 1),
    accessibilityInformation: { label: [name, ...labels, oneLine].join(", ") },
  });
}

/** A skill that cannot run looks like one that is not loaded; a warning stands in front of the description. */
function withCheck(item: SkillItem, { name }: Skill, { fault, warnings }: SkillCheck): SkillItem {
  const said = [...(fault === undefined ? [] : [words.cannotRun(fault)]), ...warnings];
  if (said.length === 0) return item;
  return Object.assign(item, {
    description: said.join(" "),
    tooltip: [...said, ...(typeof item.tooltip === "string" ? [item.tooltip] : [])].join("\n"),
    iconPath: new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground")),
    accessibilityInformation: { label: [name, ...said].join(", ") },
  });
}

type State = keyof typeof words.states;

const STATES = {
  allow: [],
  ask: ["asks"],
  deny: ["manual"],
} as const satisfies Record<string, readonly State[]>;

const SOURCES = ["project", "user", "bundled"] as const satisfies readonly Source[];

const ICONS = {
  project: "root-folder",
  user: "account",
  bundled: "package",
} as const satisfies Record<Source, string>;

/** A group without entries has no line, unless the user must trust the workspace to see them. */
function groupOf(source: Source, { skills, problems, clashes }: SkillListing): SkillItem[] {
  const isUnread = source === "project" && !vscode.workspace.isTrusted;
  const hasAny =
    skills.some((skill) => skill.source === source) ||
    [...problems, ...clashes].some(({ file }) => sourceOf(file) === source);
  if (!hasAny && !isUnread) return [];
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  const { label } = words.groups[source];
  const tooltip = isUnread ? words.trustForSkills : words.groups[source].tooltip;
  return [
    Object.assign(new vscode.TreeItem(label, isUnread ? None : source === "bundled" ? Collapsed : Expanded), {
      source,
      id: source,
      iconPath: new vscode.ThemeIcon(ICONS[source]),
      tooltip,
      // Without it, a screen reader hears the tooltip alone.
      accessibilityInformation: { label: `${label}, ${tooltip}` },
      ...(isUnread && {
        description: shared.trustToUse,
        command: { command: "workbench.trust.manage", title: shared.manageTrust },
      }),
    }),
  ];
}

/** By the path that Galley shows: a folder for skills in the home is the user's, other absolute paths are Galley's. */
function sourceOf(file: string): Source {
  if (/^~\/\.\w+\/skills\b/.test(file)) return "user";
  return /^[~/]/.test(file) ? "bundled" : "project";
}

function toWarning({ file, line, reason }: SkillProblem, state: "not-loaded" | "hidden"): SkillItem {
  const label = labelOf(file);
  const isHidden = state === "hidden";
  return Object.assign(new vscode.TreeItem(label), {
    source: sourceOf(file),
    id: `${file} ${state}`,
    // The icon says that the skill is not loaded: the reason needs the room.
    description: isHidden ? words.hidden(reason) : reason,
    tooltip: `${file}:${line}: ${reason}`,
    iconPath: new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground")),
    // A folder cannot be opened in an editor.
    ...(/\.(md|toml)$/i.test(file) && { command: openCommand(file, line) }),
    accessibilityInformation: {
      label: isHidden ? words.spokenHidden(label, reason) : words.spokenNotLoaded(label, reason),
    },
  });
}

/** The name of the skill's folder; of a folder without a skill, or a file without a folder, its own name. */
function labelOf(file: string): string {
  const [own = file, folder = own] = file.split("/").reverse();
  return /^(skill\.md|skill\.toml)$/i.test(own) ? folder : own;
}

function openCommand(file: string, line: number): vscode.Command {
  return { command: "galley.skills.open", title: words.openSkill, arguments: [{ file, line, keeps_focus: true }] };
}
