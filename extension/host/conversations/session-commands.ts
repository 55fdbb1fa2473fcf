// What one does with a conversation of the list: open it, rename it, compact it.
import * as vscode from "vscode";
import { isUsual, type SessionSummary, UNTITLED } from "../../message/session.ts";
import { listSessions, readSession } from "../../persist/sessions.ts";
import { askText, type ItemButton, pickWithButtons } from "../window/ask.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { namedBy } from "../window/named.ts";
import { timeAgo } from "../window/time-ago.ts";
import { mainOf } from "./called-on.ts";
import { archive, remove, unarchive } from "./deletion-commands.ts";
import type { ConversationsNeeds } from "./needs.ts";
import type { SessionList } from "./session-list.ts";
import { exportConversation } from "./transfer-commands.ts";

export function sessionCommands(needs: ConversationsNeeds, list: SessionList): CommandHandlers {
  return {
    "galley.sessions.open": (argument) => openSession(needs, list, argument),
    "galley.sessions.rename": (argument, title) => rename(needs, argument, title),
    "galley.compact": (argument) => compact(needs, argument),
  };
}

/** Asks for a conversation if the command is not run on one. The focus does not move to the panel. */
async function openSession(needs: ConversationsNeeds, list: SessionList, argument: unknown): Promise<void> {
  const id = namedBy(argument) ?? (await pickSession(needs, list));
  if (id === undefined) return;
  await needs.open(id);
}

async function pickSession(needs: ConversationsNeeds, list: SessionList): Promise<string | undefined> {
  const items = () =>
    listSessions(needs.store).map((session) => ({
      label: session.title,
      description: [...(isUsual(session) ? [] : ["hidden"]), timeAgo(session.updated_at, Date.now())].join(" · "),
      id: session.id,
      buttons: sessionButtons(needs, list, session),
    }));
  const picked = await pickWithButtons(items, {
    title: "Open Conversation",
    placeHolder: "Select a conversation to open it",
    matchOnDescription: true,
  });
  return picked?.id;
}

function sessionButtons(
  needs: ConversationsNeeds,
  list: SessionList,
  { id, archived_at }: SessionSummary,
): ItemButton[] {
  const icon = (name: string): vscode.ThemeIcon => new vscode.ThemeIcon(name);
  // By its id alone: an item of the list of conversations would mean all that are selected there.
  return [
    { iconPath: icon("edit"), tooltip: "Rename…", closes: true, run: () => rename(needs, id, undefined) },
    archived_at === null
      ? { iconPath: icon("archive"), tooltip: "Archive", run: () => archive(needs, list, id, undefined) }
      : { iconPath: icon("inbox"), tooltip: "Unarchive", run: () => unarchive(needs, list, id, undefined) },
    {
      iconPath: icon("export"),
      tooltip: "Export…",
      closes: true,
      run: () => exportConversation(needs, id, undefined, undefined),
    },
    { iconPath: icon("trash"), tooltip: "Delete", run: () => remove(needs, list, id, undefined) },
  ];
}

type RenameNeeds = Pick<ConversationsNeeds, "store" | "conversation" | "mainConversation" | "conversationChanged">;

/** `title` comes from a program; a person types it. */
async function rename(needs: RenameNeeds, argument: unknown, title: unknown): Promise<void> {
  const id = mainOf(needs, argument);
  const before = readSession(needs.store, id)?.title ?? UNTITLED;
  const given = typeof title === "string" ? title : await askTitle(before);
  const words = given?.trim().replace(/\s+/g, " ");
  if (words === undefined || words === "" || words === before) return;
  needs.conversation(id).rename(words);
  needs.conversationChanged(id);
}

function askTitle(title: string): Thenable<string | undefined> {
  return askText({
    title: "Rename Conversation",
    value: title,
    validateInput: (text) => (text.trim() === "" ? "Enter a name." : undefined),
  });
}

type CompactNeeds = Pick<ConversationsNeeds, "conversation" | "focusedConversation" | "reportFailure">;

/** Queued messages wait until it is done. */
async function compact(needs: CompactNeeds, argument: unknown): Promise<void> {
  const failure = await needs.conversation(namedBy(argument) ?? needs.focusedConversation()).runner.compact();
  if (failure !== undefined) needs.reportFailure(failure);
}
