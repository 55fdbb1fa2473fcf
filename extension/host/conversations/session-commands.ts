// What one does with conversations in the list: open, rename, delete and bring back, archive, search.
import * as vscode from "vscode";
import type { SessionSummary } from "../../message/session.ts";
import { archiveSession, deleteSession, readSession } from "../../persist/sessions.ts";
import { askText, type ItemButton, pickWithButtons, shownUntilHidden } from "../window/ask.ts";
import type { Core } from "../core.ts";
import { setKey } from "../window/keys.ts";
import { isUsual } from "./session-list.ts";
import { timeAgo } from "../window/time-ago.ts";
import { exportConversation } from "./transfer-commands.ts";
import { mainOf, sessionOf, sessionsOf, summaryOf } from "./target.ts";
import { namedBy } from "../window/named.ts";

/** Asks for a conversation if the command is not run on one. The focus does not move to the panel. */
export async function openSession(core: Core, argument: unknown): Promise<void> {
  const id = namedBy(argument) ?? (await pickSession(core));
  if (id === undefined) return;
  await core.open(id);
}

async function pickSession(core: Core): Promise<string | undefined> {
  const items = () =>
    core.listSessions().map((session) => ({
      label: session.title,
      description: [...(isUsual(session) ? [] : ["hidden"]), timeAgo(session.updated_at, Date.now())].join(" · "),
      id: session.id,
      buttons: sessionButtons(core, session),
    }));
  const picked = await pickWithButtons(items, {
    title: "Open Conversation",
    placeHolder: "Select a conversation to open it",
    matchOnDescription: true,
  });
  return picked?.id;
}

function sessionButtons(core: Core, { id, archived_at }: SessionSummary): ItemButton[] {
  const icon = (name: string): vscode.ThemeIcon => new vscode.ThemeIcon(name);
  // By its id alone: an item of the list of conversations would mean all that are selected there.
  return [
    { iconPath: icon("edit"), tooltip: "Rename…", closes: true, run: () => rename(core, id, undefined) },
    archived_at === null
      ? { iconPath: icon("archive"), tooltip: "Archive", run: () => archive(core, id, undefined) }
      : { iconPath: icon("inbox"), tooltip: "Unarchive", run: () => unarchive(core, id, undefined) },
    {
      iconPath: icon("export"),
      tooltip: "Export…",
      closes: true,
      run: () => exportConversation(core, id, undefined, undefined),
    },
    { iconPath: icon("trash"), tooltip: "Delete", run: () => remove(core, id, undefined) },
  ];
}

/** `title` comes from a program; a person types it. */
export async function rename(core: Core, argument: unknown, title: unknown): Promise<void> {
  const id = mainOf(core, argument);
  const before = summaryOf(core, id).title;
  const given = typeof title === "string" ? title : await askTitle(before);
  const words = given?.trim().replace(/\s+/g, " ");
  if (words === undefined || words === "" || words === before) return;
  core.session(id).rename(words);
  core.changed(id);
}

function askTitle(title: string): Thenable<string | undefined> {
  return askText({
    title: "Rename Conversation",
    value: title,
    validateInput: (text) => (text.trim() === "" ? "Enter a name." : undefined),
  });
}

/** What this window deleted last, for Undo. */
const deleted: { ids: string[]; shown: string[] }[] = [];

/** Gone from every list, until it is undone. A turn that runs in one is stopped, and what waits goes on waiting. */
export function remove(core: Core, argument: unknown, selected: unknown): void {
  const ids = sessionsOf(core, argument, selected).filter((id) => readSession(core.store, id) !== undefined);
  const [first] = ids;
  if (first === undefined) return;
  const title = readSession(core.store, first)?.title ?? "";
  for (const id of ids) {
    core.session(id).stop("hold");
    deleteSession(core.store, id, Date.now());
  }
  const shown = ids.filter((id) => core.panes.of(id) !== undefined);
  const deletion = { ids, shown };
  deleted.push(deletion);
  setKey("galley.sessions.deleted", true);
  core.panes.leave(ids);
  core.list.update();
  void vscode.window
    .showInformationMessage(ids.length === 1 ? `Deleted “${title}”.` : `Deleted ${ids.length} conversations.`, "Undo")
    .then((answer) => {
      if (answer === "Undo") restore(core, deletion);
    });
}

export function undoRemove(core: Core): void {
  const last = deleted.at(-1);
  if (last !== undefined) restore(core, last);
}

function restore(core: Core, deletion: { ids: string[]; shown: string[] }): void {
  const at = deleted.indexOf(deletion);
  if (at < 0) return;
  deleted.splice(at, 1);
  setKey("galley.sessions.deleted", deleted.length > 0);
  for (const id of deletion.ids) deleteSession(core.store, id, null);
  for (const id of deletion.shown) core.panes.show(id);
  core.list.update();
}

/** Queued messages wait until it is done. */
export async function compact(core: Core, argument: unknown): Promise<void> {
  const failure = await core.session(sessionOf(core, argument)).compact();
  if (failure !== undefined) core.fail(failure);
}

/** Out of the list, and out of the panel. */
export function archive(core: Core, argument: unknown, selected: unknown): void {
  const ids = sessionsOf(core, argument, selected);
  for (const id of ids) archiveSession(core.store, id, Date.now());
  core.panes.leave(ids);
  core.list.update();
}

export function unarchive(core: Core, argument: unknown, selected: unknown): void {
  for (const id of sessionsOf(core, argument, selected)) {
    archiveSession(core.store, id, null);
    core.changed(id);
  }
}

/** The list follows what is typed; Escape brings back what it showed before. A program passes the words. */
export async function search(core: Core, words: unknown): Promise<void> {
  if (typeof words === "string") {
    core.list.search(words);
    return;
  }
  await vscode.commands.executeCommand("galley.sessions.focus", { preserveFocus: true });
  const before = core.list.words;
  let isAccepted = false;
  const input = vscode.window.createInputBox();
  input.title = "Search Conversations";
  input.placeholder = "Search titles and messages";
  input.value = before;
  input.onDidChangeValue((text) => core.list.search(text));
  input.onDidAccept(() => {
    isAccepted = true;
    input.hide();
  });
  input.onDidHide(() => {
    if (!isAccepted) core.list.search(before);
    input.dispose();
  });
  await shownUntilHidden(input, () => isAccepted);
}
