// The commands that open, rename and compact a conversation.
import * as vscode from "vscode";
import { isUsual, type ConversationSummary, UNTITLED } from "../../message/conversation.ts";
import { listConversations, readSummary } from "../../persist/conversations.ts";
import { askText, type ItemButton, pickWithButtons } from "../window/ask.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { namedBy } from "../window/named.ts";
import { timeAgo } from "../window/time-ago.ts";
import { namedOrMain } from "./called-on.ts";
import { archive, remove, unarchive } from "./deletion-commands.ts";
import type { ConversationsNeeds } from "./needs.ts";
import type { ConversationList } from "./conversation-list.ts";
import { exportConversation } from "./transfer-commands.ts";
import * as words from "./words.ts";

export function conversationCommands(needs: ConversationsNeeds, list: ConversationList): CommandHandlers {
  return {
    "galley.sessions.open": (argument) => openConversation(needs, list, argument),
    "galley.sessions.rename": (argument, title) => rename(needs, argument, title),
    "galley.compact": (argument) => compact(needs, argument),
  };
}

/** Asks for a conversation if the command is not run on one. The focus does not move to the panel. */
async function openConversation(needs: ConversationsNeeds, list: ConversationList, argument: unknown): Promise<void> {
  const id = namedBy(argument) ?? (await pickConversation(needs, list));
  if (id === undefined) return;
  await needs.open(id);
}

async function pickConversation(needs: ConversationsNeeds, list: ConversationList): Promise<string | undefined> {
  const items = () =>
    listConversations(needs.store).map((session) => ({
      label: session.title,
      description: [...(isUsual(session) ? [] : [words.hidden]), timeAgo(session.updated_at, Date.now())].join(" · "),
      id: session.id,
      buttons: itemButtons(needs, list, session),
    }));
  const picked = await pickWithButtons(items, {
    title: words.openTitle,
    placeHolder: words.selectToOpen,
    matchOnDescription: true,
  });
  return picked?.id;
}

function itemButtons(
  needs: ConversationsNeeds,
  list: ConversationList,
  { id, archived_at }: ConversationSummary,
): ItemButton[] {
  const icon = (name: string): vscode.ThemeIcon => new vscode.ThemeIcon(name);
  // Each passes the id alone: an item of the list would stand for all that are selected there.
  return [
    { iconPath: icon("edit"), tooltip: words.renameButton, closes: true, run: () => rename(needs, id, undefined) },
    archived_at === null
      ? { iconPath: icon("archive"), tooltip: words.archiveButton, run: () => archive(needs, list, id, undefined) }
      : { iconPath: icon("inbox"), tooltip: words.unarchiveButton, run: () => unarchive(needs, list, id, undefined) },
    {
      iconPath: icon("export"),
      tooltip: words.exportButton,
      closes: true,
      run: () => exportConversation(needs, id, undefined, undefined),
    },
    { iconPath: icon("trash"), tooltip: words.deleteButton, run: () => remove(needs, list, id, undefined) },
  ];
}

type RenameNeeds = Pick<ConversationsNeeds, "store" | "conversation" | "mainConversation" | "conversationChanged">;

/** Another extension passes `title`; otherwise the user types it. */
async function rename(needs: RenameNeeds, argument: unknown, title: unknown): Promise<void> {
  const id = namedOrMain(needs, argument);
  const before = readSummary(needs.store, id)?.title ?? UNTITLED;
  const given = typeof title === "string" ? title : await askTitle(before);
  const after = given?.trim().replace(/\s+/g, " ");
  if (after === undefined || after === "" || after === before) return;
  needs.conversation(id).rename(after);
  needs.conversationChanged(id);
}

function askTitle(title: string): Thenable<string | undefined> {
  return askText({
    title: words.renameTitle,
    value: title,
    validateInput: (text) => (text.trim() === "" ? words.nameMissing : undefined),
  });
}

type CompactNeeds = Pick<ConversationsNeeds, "conversation" | "focusedConversation" | "reportFailure">;

/** Queued messages wait until the compaction ends. */
async function compact(needs: CompactNeeds, argument: unknown): Promise<void> {
  const failure = await needs.conversation(namedBy(argument) ?? needs.focusedConversation()).runner.compact();
  if (failure !== undefined) needs.reportFailure(failure);
}
