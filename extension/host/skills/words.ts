// What Galley says about skills.
import type { Skill } from "../../skills/catalog.ts";

// Groups of the view
export const groups = {
  project: { label: "Project", tooltip: "In .galley/skills, .claude/skills and .agents/skills" },
  user: { label: "User", tooltip: "In the same folders in your home directory" },
  bundled: { label: "Built-in", tooltip: "Included with Galley" },
} as const satisfies Record<Skill["source"], { label: string; tooltip: string }>;
export const trustForSkills = "Trust this workspace to use its skills.";

// Skills of the view, and the list of skills to open
export const states = {
  disabled: { label: "disabled", tooltip: "Disabled in this workspace" },
  always: { label: "always on", tooltip: "Part of every request" },
  asks: { label: "asks first", tooltip: "Models ask before they load this skill" },
  manual: { label: "manual only", tooltip: "Models cannot load this skill; run it with /" },
} as const;
export const versionTooltip = (version: string, file: string): string => `Version ${version} · ${file}`;
export const openSkill = "Open Skill";

// Skills of the view that cannot be used
export const hidden = (reason: string): string => `hidden · ${reason}`;
export const cannotRun = (reason: string): string => `cannot run · ${reason}`;
export const spokenHidden = (name: string, reason: string): string => `${name}, hidden: ${reason}`;
export const spokenNotLoaded = (name: string, reason: string): string => `${name}, not loaded: ${reason}`;

// Why skills are not read
export const outsideFolder = (path: string): string => `${path} is outside the skill's folder`;
export const noTemplateOutput = "the template produced no output";

// The list of skills for a command
export const selectToEnable = "Enable Skill";
export const selectToDisable = "Disable Skill";
export const selectToTry = "Try Skill";
export const selectToPermit = "Set Skill Permission: Select Skill";
export const sources = {
  project: "project",
  user: "user",
  bundled: "bundled",
} as const satisfies Record<Skill["source"], string>;
export const skillNotFound = (name: string): string => `Skill ${name} not found.`;
export const noSkillFits = "No skill is available for this command.";

// Whether models can load a skill
export const permissionTitle = (name: string): string => `Can models load ${name}?`;
export const permissions = {
  allow: { label: "Allow", description: "models can load the skill without asking" },
  ask: { label: "Ask", description: "models ask before they load the skill" },
  deny: { label: "Never", description: "only you can run the skill, with /" },
} as const;
export const currentPermission = "Current";

// Try Skill
export const tryTitle = (name: string): string => `Try ${name}`;
export const skillUnavailable = (name: string): string =>
  `The skill ${name} was removed or disabled. Enable it in the Skills view.`;
export const skillOverridden = (command: string): string =>
  `Another command named ${command} overrides this skill. Rename one of them.`;

// Conversations in which a skill is written
export const authoringDraft = "Write a skill that ";
export const changeRefused =
  "Skills cannot be changed while a skill is running. Ask for the change in another message.";
export const noFolder = "no folder is open; use the user scope";
export const linkOutside = "a symbolic link points outside .galley/skills";
