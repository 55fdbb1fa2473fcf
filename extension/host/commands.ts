// What each command of package.json does, but `galley.open`, which needs no core.
import type { Core } from "./core.ts";
import { branch, rewind, undoRewind } from "./lineage-commands.ts";
import { listCommands } from "./list-commands.ts";
import { findLostSessions } from "./lost-sessions.ts";
import * as sessions from "./session-commands.ts";
import { exportConversation, importConversations } from "./transfer-commands.ts";

type Work = (core: Core, ...args: readonly unknown[]) => unknown;

export const commands: Readonly<Partial<Record<string, Work>>> = {
  "galley.addSelection": (core) => core.addSelection(),
  "galley.new": (core) => {
    core.newSession();
  },
  "galley.stop": (core) => {
    core.session().stop();
  },
  "galley.selectModel": (core) => core.models.pick(),
  "galley.showLog": (core) => {
    core.log.show();
  },
  "galley.listCommands": listCommands,
  "galley.sessions.open": sessions.openSession,
  "galley.sessions.rename": sessions.rename,
  "galley.sessions.delete": sessions.remove,
  "galley.sessions.undoDelete": sessions.undoRemove,
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
