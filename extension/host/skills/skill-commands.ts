// Commands for skills: show, open, enable, disable, set whether models may load one.
import * as z from "zod/mini";
import { readPermissions, removePermission, savePermission } from "../../persist/permissions.ts";
import { type Skill, sortSkills } from "../../skills/catalog.ts";
import { pickOne } from "../window/ask.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { placeNamed, showLine } from "../window/editor.ts";
import type { SkillsNeeds } from "./needs.ts";
import type { WindowSkills } from "./window-skills.ts";
import * as words from "./words.ts";

type RuleNeeds = Pick<SkillsNeeds, "store" | "newRuleId">;

export function skillCommands(skills: WindowSkills, needs: RuleNeeds): CommandHandlers {
  return {
    "galley.skills.show": () => skills.show(),
    "galley.skills.open": (argument) => openSkill(skills, argument),
    "galley.skills.enable": (argument) => enable(skills, argument),
    "galley.skills.disable": (argument) => disable(skills, argument),
    "galley.skills.permission": (argument, given) => permit(skills, needs, argument, given),
  };
}

const Target = z.object({ file: z.string(), line: z.number(), keeps_focus: z.optional(z.boolean()) });

/** `argument` is a line of the view or names a skill; else the user selects one. */
export async function openSkill(skills: WindowSkills, argument: unknown): Promise<void> {
  const target = Target.safeParse(argument).data ?? (await fileOf(skills, argument));
  if (target === undefined) return;
  await showLine(placeNamed(target.file), target.line, target.keeps_focus);
}

async function fileOf(skills: WindowSkills, argument: unknown): Promise<z.infer<typeof Target> | undefined> {
  const skill = await skillOf(skills, argument, words.openSkill, () => true);
  return skill && { file: skill.file, line: 1 };
}

async function enable(skills: WindowSkills, argument: unknown): Promise<void> {
  const skill = await skillOf(skills, argument, words.selectToEnable, ({ name }) => skills.isOff(name));
  if (skill !== undefined) await skills.turn(skill.name, true);
}

async function disable(skills: WindowSkills, argument: unknown): Promise<void> {
  const skill = await skillOf(skills, argument, words.selectToDisable, ({ name }) => !skills.isOff(name));
  if (skill !== undefined) await skills.turn(skill.name, false);
}

const ACTIONS = ["allow", "ask", "deny"] as const;
type Action = (typeof ACTIONS)[number];

/** Saves a rule for this workspace. A program passes the action; a user is asked for it. */
async function permit(
  skills: WindowSkills,
  { store, newRuleId }: RuleNeeds,
  argument: unknown,
  given: unknown,
): Promise<void> {
  const skill = await skillOf(skills, argument, words.selectToPermit, () => true);
  if (skill === undefined) return;
  const { name } = skill;
  const action = z.enum(ACTIONS).safeParse(given).data ?? (await pickAction(name, skills.permission(name)));
  if (action === undefined) return;
  for (const { id, session_id, permission, pattern } of readPermissions(store, ""))
    if (session_id === null && permission === "skill" && pattern === name) removePermission(store, id);
  const rule = { session_id: null, permission: "skill", pattern: name, action, created_at: Date.now() };
  savePermission(store, { id: newRuleId(), ...rule });
  skills.changedRules();
}

async function pickAction(name: string, now: Action): Promise<Action | undefined> {
  const items = ACTIONS.map((action) => ({
    ...words.permissions[action],
    action,
    ...(action === now && { detail: words.currentPermission }),
  }));
  return (await pickOne(items, { title: words.permissionTitle(name) }))?.action;
}

const Named = z.union([
  z.pipe(
    z.string(),
    z.transform((name) => ({ name })),
  ),
  z.object({ name: z.string() }),
]);

/** The skill that the view or a program names; else the user selects one that fits. */
export async function skillOf(
  library: WindowSkills,
  argument: unknown,
  title: string,
  fits: (skill: Skill) => boolean,
): Promise<Skill | undefined> {
  const { skills } = await library.all();
  const named = Named.safeParse(argument).data;
  if (named !== undefined) {
    const skill = skills.find(({ name }) => name === named.name);
    if (skill === undefined) throw new Error(words.skillNotFound(named.name));
    return skill;
  }
  const items = sortSkills(skills)
    .filter(fits)
    .map((skill) => ({
      label: skill.name,
      description: words.sources[skill.source],
      detail: skill.description,
      skill,
    }));
  if (items.length === 0) throw new Error(words.noSkillFits);
  return (await pickOne(items, { title, matchOnDetail: true }))?.skill;
}
