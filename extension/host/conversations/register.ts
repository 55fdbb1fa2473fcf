// The conversations of a window: their list, what one does with them, and what other windows do with them.
import type { TurnEvent } from "../../turn/events.ts";
import * as vscode from "vscode";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { deletionCommands } from "./deletion-commands.ts";
import { keepHouse } from "./housekeeping.ts";
import { branch, lineageCommands, rewind } from "./lineage-commands.ts";
import { findLostSessions } from "./lost-sessions.ts";
import type { ConversationsNeeds } from "./needs.ts";
import { OtherWindows } from "./other-windows.ts";
import { queueCommands } from "./queue-commands.ts";
import { searchCommands } from "./search-commands.ts";
import { sessionCommands } from "./session-commands.ts";
import { SessionList } from "./session-list.ts";
import { exportConversation, importConversations } from "./transfer-commands.ts";

export interface Conversations extends vscode.Disposable {
  readonly commands: CommandHandlers;
  readonly list: Pick<SessionList, "items" | "update">;
  /** The list follows what happens in a conversation. */
  tell(event: TurnEvent): void;
  /** Goes on from the message that is named, in a conversation of its own. */
  branch(named: unknown): Promise<string | undefined>;
  /** Goes on from the message that is named, in the same conversation. */
  rewind(named: unknown): Promise<void>;
}

export function registerConversations(needs: ConversationsNeeds): Conversations {
  const list = new SessionList(needs);
  const running = vscode.Disposable.from(new OtherWindows(needs, list), keepHouse(needs.store, needs.log));
  return {
    commands: {
      ...sessionCommands(needs, list),
      ...deletionCommands(needs, list),
      ...searchCommands(list),
      ...queueCommands(needs),
      ...lineageCommands(needs),
      "galley.export": (argument, file, blobs) => exportConversation(needs, argument, file, blobs),
      "galley.import": (files) => importConversations(needs, files),
      "galley.findLostSessions": (wanted) => findLostSessions(needs, list, wanted),
    },
    list,
    tell: ({ type }) => {
      if (type === "run" || type === "title") list.update();
    },
    branch: (named) => branch(needs, named),
    rewind: (named) => rewind(needs, named),
    dispose: () => {
      running.dispose();
    },
  };
}
