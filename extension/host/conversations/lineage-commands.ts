// Going on from an earlier point: a branch beside the conversation, or a rewind in it that can be undone.
import * as vscode from "vscode";
import type { Message } from "../../message/message.ts";
import { oneLine, wordsOf } from "../../text/words.ts";
import { ALL, readMessages, type StoredMessage } from "../../persist/messages.ts";
import type { Draft } from "../../protocol/draft.ts";
import { pickOne } from "../window/ask.ts";
import type { Core } from "../core.ts";
import { timeAgo } from "../window/time-ago.ts";
import { mainOf } from "./target.ts";
import { messageOf } from "../window/named.ts";

/** As a message id: the end of the conversation. */
const END = "end";

/** Returns the id of the branch, which is shown. */
export async function branch(core: Core, argument: unknown): Promise<string | undefined> {
  const id = mainOf(core, argument);
  const from = messageOf(argument) ?? (await pickMessage(core, id));
  if (from === undefined) return undefined;
  const fork = core.session(id).fork(from === END ? undefined : from, false);
  await core.models.inherit(id, fork.id);
  core.agents.inherit(id, fork.id);
  await core.open(fork.id);
  return fork.id;
}

type Choice = vscode.QuickPickItem & { id: string };

async function pickMessage(core: Core, sessionId: string): Promise<string | undefined> {
  const end: Choice = { label: "$(git-branch) Latest message", description: "include all messages", id: END };
  const messages = sent(core, sessionId).map(toChoice);
  if (messages.length === 0) throw new Error("This conversation has no messages to branch from.");
  const picked = await pickOne([end, ...messages], {
    title: "Branch Conversation: Select Last Message to Include",
    matchOnDetail: true,
  });
  return picked?.id;
}

/** The draft before and after a rewind: Undo restores it if the user has not edited it. */
const rewinds = new Map<string, { before: Draft; after: Draft }>();

export async function rewind(core: Core, argument: unknown): Promise<void> {
  const id = mainOf(core, argument);
  const messageId = messageOf(argument) ?? (await pickRewind(core, id));
  if (messageId === undefined) return;
  rewinds.set(id, core.session(id).rewind(messageId));
  await core.panes.show(id, { replacesDraft: true }).panel.focus();
  const words = "Conversation rewound. Your message is back in the input.";
  void vscode.window.showInformationMessage(words, "Undo").then((answer) => {
    if (answer === "Undo") undoRewind(core, { session_id: id });
  });
}

async function pickRewind(core: Core, sessionId: string): Promise<string | undefined> {
  const choices = sent(core, sessionId)
    .filter(({ message }) => message.role === "user")
    .map(toChoice);
  if (choices.length === 0) throw new Error("This conversation has no messages to rewind to.");
  const picked = await pickOne(choices, {
    title: "Rewind Conversation: Select Message to Edit (it and later messages are hidden)",
  });
  return picked?.id;
}

export function undoRewind(core: Core, argument: unknown): boolean {
  const id = mainOf(core, argument);
  const session = core.session(id);
  const draft = session.draft();
  if (!session.undoRewind()) {
    void vscode.window.showInformationMessage(
      "Nothing to undo. A rewind can be undone only until you send another message.",
    );
    return false;
  }
  const drafts = rewinds.get(id);
  rewinds.delete(id);
  const isUntouched = drafts !== undefined && JSON.stringify(drafts.after) === JSON.stringify(draft);
  if (isUntouched) session.saveDraft(drafts.before);
  core.panes.show(id, { replacesDraft: isUntouched });
  return true;
}

/** Newest first. */
function sent(core: Core, sessionId: string): StoredMessage[] {
  return readMessages(core.store, sessionId, ALL).reverse();
}

function toChoice({ at, message }: StoredMessage): Choice {
  const label = message.role === "user" ? message.parts.map(wordsOf).join("") : answerWords(message);
  return {
    label: oneLine(label),
    description: `${message.role === "user" ? "You" : (message.metadata.model_name ?? message.metadata.model)} · ${timeAgo(at, Date.now())}`,
    id: message.id,
  };
}

function answerWords(message: Extract<Message, { role: "assistant" }>): string {
  return message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(" ");
}
