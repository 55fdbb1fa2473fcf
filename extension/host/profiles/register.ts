// The feature profiles: which profile answers in a conversation, and the command that selects one.
import type * as vscode from "vscode";
import type { CommandHandlers } from "../window/command-handlers.ts";
import type { ProfilesNeeds } from "./needs.ts";
import { selectProfile } from "./profile-picker.ts";
import { Profiles as WindowProfiles } from "./profiles.ts";

type Provided = "ready" | "render" | "of" | "shown" | "modelOf" | "rules" | "inherit" | "keepChoice" | "onChange";

export interface Profiles extends Pick<WindowProfiles, Provided>, vscode.Disposable {
  readonly commands: CommandHandlers;
}

export function registerProfiles(needs: ProfilesNeeds): Profiles {
  const profiles = new WindowProfiles(needs);
  const commands: CommandHandlers = {
    "galley.selectAgent": (name) => selectProfile(profiles, needs.focusedConversation, name),
  };
  return Object.assign(profiles, { commands });
}
