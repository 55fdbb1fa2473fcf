// What each command of package.json does, but `galley.open`, which needs no core.
import { agentOptions, restartAgent, signInAgent } from "./acp/commands.ts";
import { addAgent } from "./acp/picker.ts";
import { begin as newSkill } from "./skills/authoring.ts";
import type { Core } from "./core.ts";
import { editing } from "./edits/edit-commands.ts";
import * as facts from "./context/facts-commands.ts";
import { listCommands } from "./commands/list-commands.ts";
import * as mcp from "./mcp/commands.ts";
import * as memory from "./memory/memory-commands.ts";
import type { CommandHandlers } from "./window/command-handlers.ts";
import { paneFocus } from "./window/pane-focus.ts";
import { choosePolicies, forgetEdits } from "./context/policy-commands.ts";
import { showRules } from "./tools/rule-commands.ts";
import { bringBack, closeSidecar, sidecar } from "./panel/sidecar-commands.ts";
import * as skills from "./skills/skill-commands.ts";
import { openInEditor } from "./panel/tab-commands.ts";
import { openTry } from "./skills/try-skill.ts";

type Work = (core: Core, ...args: readonly unknown[]) => unknown;

/** Those of the features that have handlers of their own, and those that still take the whole core. */
export function commandsOf(core: Core): CommandHandlers {
  const bound = Object.entries(ofCore).map(
    ([id, work]) => [id, (...args: unknown[]): unknown => work(core, ...args)] as const,
  );
  return {
    ...Object.fromEntries(bound),
    ...core.inspector.commands,
    ...core.agents.commands,
    ...core.models.commands,
    ...core.conversations.commands,
    ...core.shelf.commands,
  };
}

const ofCore: Readonly<Record<string, Work>> = {
  "galley.addSelection": (core) => core.draft.addSelection(),
  "galley.addProblems": facts.addProblems,
  "galley.addTerminalSelection": facts.addTerminalSelection,
  "galley.addDiff": facts.addDiff,
  "galley.addSymbol": facts.addSymbol,
  "galley.addSearchResults": facts.addSearchResults,
  "galley.sendWithSelection": facts.sendWithSelection,
  "galley.copyReference": (core) => core.reference.choose(),
  "galley.copySymbolReference": (core) => core.reference.copySymbol(),
  "galley.copyProblemReference": (core) => core.reference.copyProblem(),
  "galley.choosePolicies": choosePolicies,
  "galley.forgetEdits": forgetEdits,
  "galley.sidecar": sidecar,
  "galley.sidecar.bringBack": bringBack,
  "galley.sidecar.close": closeSidecar,
  "galley.openInEditor": openInEditor,
  "galley.new": async (core) => {
    const pane = core.panes.show(core.newId("ses"));
    // What is added next goes to this pane, even before its page reports the focus.
    core.panes.use(pane);
    // A visible page takes the focus itself: VS Code's focus command is slow and closes what the user has opened since.
    if (pane.panel.isVisible) pane.panel.post({ type: "focus" });
    else await pane.panel.focus();
  },
  "galley.closeList": () => paneFocus.closeList(),
  "galley.addAgent": addAgent,
  "galley.agentOptions": agentOptions,
  "galley.restartAgent": restartAgent,
  "galley.signInAgent": signInAgent,
  "galley.toolRules": showRules,
  "galley.reviewEdits": editing("review"),
  "galley.keepEdits": editing("keep"),
  "galley.undoEdits": editing("undo"),
  "galley.showLog": (core) => {
    core.log.show();
  },
  "galley.listCommands": listCommands,
  "galley.memory.show": memory.showOrKeep,
  "galley.memory.new": memory.create,
  "galley.memory.open": memory.open,
  "galley.memory.delete": memory.remove,
  "galley.memory.undoDelete": memory.undoRemove,
  "galley.mcp.show": mcp.show,
  "galley.mcp.configure": mcp.configure,
  "galley.mcp.start": mcp.start,
  "galley.mcp.stop": mcp.stop,
  "galley.mcp.restart": mcp.start,
  "galley.mcp.signIn": mcp.start,
  "galley.mcp.showLog": mcp.showLog,
  "galley.mcp.forget": mcp.forget,
  "galley.skills.show": skills.show,
  "galley.skills.new": newSkill,
  "galley.skills.try": openTry,
  "galley.skills.open": skills.open,
  "galley.skills.enable": skills.enable,
  "galley.skills.disable": skills.disable,
  "galley.skills.permission": skills.permit,
};
