// Slash commands as a feature of the window: their catalog, what carries out their actions, and the list to select from.
import type * as vscode from "vscode";
import { pathAt } from "../../compose/argument-at.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { CommandActions } from "./command-actions.ts";
import { CommandCatalog } from "./command-catalog.ts";
import { listCommands } from "./list-commands.ts";
import type { CommandDrafts, CommandSources } from "./needs.ts";

type Cataloged = Pick<CommandCatalog, "current" | "absence" | "ready" | "onChange" | "specs" | "offer">;

export interface SlashCommands extends vscode.Disposable, Cataloged, Pick<CommandActions, "carryOut" | "carryOutFor"> {
  /** What is typed of a path behind a command. */
  readonly pathAt: (question: { id: string; before: string }) => string | undefined;
  readonly commands: CommandHandlers;
}

export function registerSlashCommands(sources: CommandSources, drafts: CommandDrafts): SlashCommands {
  const catalog = new CommandCatalog(sources);
  const actions = new CommandActions(catalog, drafts, sources.log);
  return {
    get current() {
      return catalog.current;
    },
    get absence() {
      return catalog.absence;
    },
    ready: catalog.ready,
    onChange: catalog.onChange,
    specs: (conversation) => catalog.specs(conversation),
    offer: (commandsOf, conversations) => {
      catalog.offer(commandsOf, conversations);
    },
    pathAt: (question) => pathAt(catalog.current, question),
    carryOut: (conversation, draft, failed) => actions.carryOut(conversation, draft, failed),
    carryOutFor: (conversation, parts) => actions.carryOutFor(conversation, parts),
    commands: { "galley.listCommands": () => listCommands(catalog, drafts.insertIntoFocused) },
    dispose: () => {
      catalog.dispose();
    },
  };
}
