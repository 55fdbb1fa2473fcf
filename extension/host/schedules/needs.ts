// What schedules need from the rest of the window.
import type * as vscode from "vscode";
import type { SkillListing } from "../../skills/catalog.ts";
import type { SchedulePorts } from "../../turn/schedules/queue-scheduled.ts";

export interface ScheduleNeeds extends SchedulePorts {
  /** Keeps what the user said to proposals. */
  workspaceState: vscode.Memento;
  /** Keeps that skills of the user have schedules, for the next start. */
  globalState: vscode.Memento;
  /** Shared by all windows of the user. */
  userStorage: vscode.Uri;
  log: vscode.LogOutputChannel;
  /** The enabled skills. */
  skills: () => Promise<SkillListing>;
  onSkillsChange: vscode.Event<void>;
  /** Updates the list of conversations. */
  updateList: () => void;
  /** The store takes no writes. */
  isReadOnly: () => boolean;
}
