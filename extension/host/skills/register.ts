// Skills as a feature of the window: what a turn and the input use of them, their view, their commands, Try Skill.
import type * as vscode from "vscode";
import type { UserMessage } from "../../message/message.ts";
import type { Tool } from "../../tools/tool.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { type AuthoringPorts, authoringTools, beginAuthoring } from "./authoring.ts";
import type { AuthoringNeeds, SkillsNeeds, TrySkillNeeds } from "./needs.ts";
import { openSkill, skillCommands } from "./skill-commands.ts";
import { openTry, TrySkill } from "./try-skill.ts";
import { WindowSkills } from "./window-skills.ts";

type Used = Pick<WindowSkills, "listing" | "off" | "list" | "forModels" | "tool" | "composer" | "onChange">;

export interface Skills extends vscode.Disposable, Used {
  /** The tools that write skills. None in a conversation that is not for writing skills. */
  authoringTools: (conversationId: string, turn: UserMessage | undefined, ports: AuthoringPorts) => Promise<Tool[]>;
  /** Opens the file of the skill with this name. */
  open: (name: string) => Promise<void>;
  readonly commands: CommandHandlers;
}

export function registerSkills(needs: SkillsNeeds, trying: TrySkillNeeds, authoring: AuthoringNeeds): Skills {
  const { store, context, log } = needs;
  const skills = new WindowSkills(needs);
  const tried = new TrySkill(skills, trying, { extensionUri: context.extensionUri, log });
  return {
    get listing() {
      return skills.listing;
    },
    get off() {
      return skills.off;
    },
    list: () => skills.list(),
    forModels: () => skills.forModels(),
    tool: () => skills.tool(),
    composer: skills.composer,
    onChange: skills.onChange,
    authoringTools: (conversationId, turn, ports) => authoringTools({ store, skills, ...ports }, conversationId, turn),
    open: (name) => openSkill(skills, { name }),
    commands: {
      ...skillCommands(skills, needs),
      "galley.skills.new": (given) => beginAuthoring(store, authoring, given),
      "galley.skills.try": (argument) => openTry(skills, tried, argument),
    },
    dispose: () => {
      tried.dispose();
      skills.dispose();
    },
  };
}
