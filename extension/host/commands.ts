// What each command of package.json does, but `galley.open`, which needs no core.
import { selectAgent } from "./profiles/agent-picker.ts";
import type { Core } from "./core.ts";
import { editing } from "./edits/edit-commands.ts";
import * as facts from "./context/facts-commands.ts";
import { branch, rewind, undoRewind } from "./conversations/lineage-commands.ts";
import { showNext, showTurn } from "./inspector/inspect-commands.ts";
import { exportJournal } from "./models/journal-commands.ts";
import { setApiKey } from "./models/key-commands.ts";
import { openSettings, pickModel } from "./models/model-picker.ts";
import { findLostSessions } from "./conversations/lost-sessions.ts";
import type { CommandHandlers } from "./window/command-handlers.ts";
import { paneFocus } from "./window/pane-focus.ts";
import { choosePolicies, forgetEdits } from "./context/policy-commands.ts";
import { addToQueue, editQueued, queueing, resumeQueue, stopping } from "./conversations/queue-commands.ts";
import { showRules } from "./tools/rule-commands.ts";
import { setServer } from "./models/server-commands.ts";
import * as sessions from "./conversations/session-commands.ts";
import { bringBack, closeSidecar, sidecar } from "./panel/sidecar-commands.ts";
import * as shelf from "./shelf/commands.ts";
import { openInEditor } from "./panel/tab-commands.ts";
import { exportConversation, importConversations } from "./conversations/transfer-commands.ts";

type Work = (core: Core, ...args: readonly unknown[]) => unknown;

/** Those of the features that have handlers of their own, and those that still take the whole core. */
export function commandsOf(core: Core): CommandHandlers {
  const bound = Object.entries(ofCore).map(
    ([id, work]) => [id, (...args: unknown[]): unknown => work(core, ...args)] as const,
  );
  return {
    ...Object.fromEntries(bound),
    ...core.memories.commands,
    ...core.commands.commands,
    ...core.acp.commands,
    ...core.mcp.commands,
    ...core.skills.commands,
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
  "galley.addFile": shelf.addFile,
  "galley.pinFile": shelf.pinFile,
  "galley.unpin": shelf.unpin,
  "galley.pinOpenEditors": shelf.pinOpenEditors,
  "galley.shelf.open": shelf.open,
  "galley.shelf.remove": shelf.remove,
  "galley.shelf.moveUp": (core, ...args) => {
    shelf.moveBy(core, -1, ...args);
  },
  "galley.shelf.moveDown": (core, ...args) => {
    shelf.moveBy(core, 1, ...args);
  },
  "galley.shelf.followOpenEditors": (core) => {
    core.shelf.follow(true);
  },
  "galley.shelf.unfollowOpenEditors": (core) => {
    core.shelf.follow(false);
  },
  "galley.inspectNext": showNext,
  "galley.inspectTurn": showTurn,
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
  "galley.stop": stopping(),
  "galley.stopAndHold": stopping("hold"),
  "galley.stopAndClear": stopping("clear"),
  "galley.queue.edit": editQueued,
  "galley.queue.cancel": queueing("cancel"),
  "galley.queue.moveUp": queueing("moveUp"),
  "galley.queue.moveDown": queueing("moveDown"),
  "galley.queue.sendNow": queueing("sendNow"),
  "galley.queue.resume": resumeQueue,
  "galley.queue.add": addToQueue,
  "galley.selectModel": pickModel,
  "galley.setApiKey": setApiKey,
  "galley.setServer": setServer,
  "galley.openSettings": openSettings,
  "galley.exportJournal": exportJournal,
  "galley.selectAgent": selectAgent,
  "galley.toolRules": showRules,
  "galley.reviewEdits": editing("review"),
  "galley.keepEdits": editing("keep"),
  "galley.undoEdits": editing("undo"),
  "galley.showLog": (core) => {
    core.log.show();
  },
  "galley.sessions.open": sessions.openSession,
  "galley.sessions.rename": sessions.rename,
  "galley.sessions.delete": sessions.remove,
  "galley.sessions.undoDelete": sessions.undoRemove,
  "galley.compact": sessions.compact,
  "galley.archive": sessions.archive,
  "galley.unarchive": sessions.unarchive,
  "galley.sessions.search": sessions.search,
  "galley.sessions.clearSearch": (core) => {
    core.list.search("");
  },
  "galley.sessions.showHidden": (core) => core.list.showHidden(true),
  "galley.sessions.hideHidden": (core) => core.list.showHidden(false),
  "galley.branch": branch,
  "galley.rewind": rewind,
  "galley.undoRewind": undoRewind,
  "galley.export": exportConversation,
  "galley.import": importConversations,
  "galley.findLostSessions": findLostSessions,
};
