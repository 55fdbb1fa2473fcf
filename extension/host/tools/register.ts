// The feature tools: what the model may call in this window, and the rules for it.
import * as vscode from "vscode";
import type { CommandHandlers } from "../window/command-handlers.ts";
import type { ToolsNeeds } from "./needs.ts";
import { showRules } from "./rule-commands.ts";
import { tellRuleProblems } from "./rule-problems.ts";
import { Toolbox } from "./toolbox.ts";

export interface Tools
  extends Pick<Toolbox, "offered" | "locate" | "searchWorkspace" | "shell" | "pdfs">, vscode.Disposable {
  readonly commands: CommandHandlers;
}

export function registerTools(needs: ToolsNeeds): Tools {
  const toolbox = new Toolbox(needs);
  const all = vscode.Disposable.from(tellRuleProblems(needs.log), toolbox);
  return {
    commands: { "galley.toolRules": () => showRules(needs.store, needs.focusedConversation) },
    offered: (conversationId, turn) => toolbox.offered(conversationId, turn),
    searchWorkspace: (query, conversationId, sending) => toolbox.searchWorkspace(query, conversationId, sending),
    locate: (path) => toolbox.locate(path),
    shell: toolbox.shell,
    pdfs: toolbox.pdfs,
    dispose: () => {
      all.dispose();
    },
  };
}
