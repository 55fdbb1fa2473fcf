// Conversations as a feature of the window: their list, their commands, and what other windows change in them.
import type { TurnEvent } from "../../turn/events.ts";
import * as vscode from "vscode";
import { watchStore } from "../../persist/database/watch-store.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { deletionCommands } from "./deletion-commands.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { branch, lineageCommands, rewind } from "./lineage-commands.ts";
import { findLostConversations } from "./lost-conversations.ts";
import type { ConversationsNeeds } from "./needs.ts";
import { OtherWindows } from "./other-windows.ts";
import { followElsewhere } from "./states-elsewhere.ts";
import { queueCommands } from "./queue-commands.ts";
import { searchCommands } from "./search-commands.ts";
import { conversationCommands } from "./conversation-commands.ts";
import { ConversationList } from "./conversation-list.ts";
import { StorageNotices } from "./storage-notices.ts";
import { exportConversation, importConversations } from "./transfer-commands.ts";

export interface Conversations extends vscode.Disposable {
  readonly commands: CommandHandlers;
  readonly list: Pick<ConversationList, "items" | "update">;
  /** Updates the list after an event of a turn. */
  tell(event: TurnEvent): void;
  /** Goes on from the message that `named` names, in a new conversation. */
  branch(named: unknown): Promise<string | undefined>;
  /** Goes on from the message that `named` names, in the same conversation. */
  rewind(named: unknown): Promise<void>;
}

export function registerConversations(needs: ConversationsNeeds): Conversations {
  const list = new ConversationList(needs);
  const notices = new StorageNotices(needs);
  const others = new OtherWindows(needs, list);
  const states = followElsewhere(needs);
  const watched = watchStore(needs.store.folder, () => {
    others.look();
    states.look();
  });
  const running = vscode.Disposable.from(
    others,
    states,
    new vscode.Disposable(() => {
      watched.close();
    }),
    startHousekeeping(needs.store, needs.log),
    notices,
  );
  return {
    commands: {
      ...conversationCommands(needs, list),
      ...deletionCommands(needs, list),
      ...searchCommands(list),
      ...queueCommands(needs),
      ...lineageCommands(needs),
      "galley.export": (argument, file, blobs) => exportConversation(needs, argument, file, blobs),
      "galley.import": (files) => importConversations(needs, files),
      "galley.findLostSessions": (wanted) => findLostConversations(needs, list, wanted),
    },
    list,
    tell: ({ type }) => {
      if (type === "run" || type === "title") list.update();
      if (type === "run") notices.tellContainer();
    },
    branch: (named) => branch(needs, named),
    rewind: async (named) => {
      await rewind(needs, named);
    },
    dispose: () => {
      running.dispose();
    },
  };
}
