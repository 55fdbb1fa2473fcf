// Going on from an earlier point: a branch beside the conversation, or a rewind in it that can be undone.
import * as vscode from "vscode";
import type { Message } from "../../message/message.ts";
import { oneLine, wordsOf } from "../../text/words.ts";
import { ALL, readMessages, type StoredMessage } from "../../persist/messages.ts";
import type { Store } from "../../persist/database/store.ts";
import type { Draft } from "../../protocol/draft.ts";
import { pickOne } from "../window/ask.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { messageOf } from "../window/named.ts";
import { timeAgo } from "../window/time-ago.ts";
import { mainOf } from "./called-on.ts";
import type { ConversationsNeeds } from "./needs.ts";

type Needs = Pick<
  ConversationsNeeds,
  "store" | "conversation" | "mainConversation" | "inherit" | "open" | "show" | "focus"
>;

export function lineageCommands(needs: Needs): CommandHandlers {
  return {
    "galley.branch": (argument) => branch(needs, argument),
    "galley.rewind": (argument) => rewind(needs, argument),
    "galley.undoRewind": (argument) => undoRewind(needs, argument),
  };
}

/** As a message id: the end of the conversation. */
const END = "end";

/** Returns the id of the branch, which is shown. */
export async function branch(needs: Needs, argument: unknown): Promise<string | undefined> {
  const id = mainOf(needs, argument);
  const from = messageOf(argument) ?? (await pickMessage(needs.store, id));
  if (from === undefined) return undefined;
  const fork = needs.conversation(id).fork(from === END ? undefined : from, false);
  await needs.inherit(id, fork.id);
  await needs.open(fork.id);
  return fork.id;
}

type Choice = vscode.QuickPickItem & { id: string };

async function pickMessage(store: Store, sessionId: string): Promise<string | undefined> {
  const end: Choice = { label: "$(git-branch) Latest message", description: "include all messages", id: END };
  const messages = sent(store, sessionId).map(toChoice);
  if (messages.length === 0) throw new Error("This conversation has no messages to branch from.");
  const picked = await pickOne([end, ...messages], {
    title: "Branch Conversation: Select Last Message to Include",
    matchOnDetail: true,
  });
  return picked?.id;
}

/** The draft before and after a rewind: Undo restores it if the user has not edited it. */
const rewinds = new Map<string, { before: Draft; after: Draft }>();

export async function rewind(needs: Needs, argument: unknown): Promise<void> {
  const id = mainOf(needs, argument);
  const messageId = messageOf(argument) ?? (await pickRewind(needs.store, id));
  if (messageId === undefined) return;
  rewinds.set(id, needs.conversation(id).rewind(messageId));
  needs.show(id, { replacesDraft: true });
  await needs.focus(id);
  const words = "Conversation rewound. Your message is back in the input.";
  void vscode.window.showInformationMessage(words, "Undo").then((answer) => {
    if (answer === "Undo") undoRewind(needs, { session_id: id });
  });
}

async function pickRewind(store: Store, sessionId: string): Promise<string | undefined> {
  const choices = sent(store, sessionId)
    .filter(({ message }) => message.role === "user")
    .map(toChoice);
  if (choices.length === 0) throw new Error("This conversation has no messages to rewind to.");
  const picked = await pickOne(choices, {
    title: "Rewind Conversation: Select Message to Edit (it and later messages are hidden)",
  });
  return picked?.id;
}

function undoRewind(needs: Needs, argument: unknown): boolean {
  const id = mainOf(needs, argument);
  const conversation = needs.conversation(id);
  const draft = conversation.input.draft;
  if (!conversation.undoRewind()) {
    void vscode.window.showInformationMessage(
      "Nothing to undo. A rewind can be undone only until you send another message.",
    );
    return false;
  }
  const drafts = rewinds.get(id);
  rewinds.delete(id);
  const isUntouched = drafts !== undefined && JSON.stringify(drafts.after) === JSON.stringify(draft);
  if (isUntouched) conversation.input.save(drafts.before);
  needs.show(id, { replacesDraft: isUntouched });
  return true;
}

/** Newest first. */
function sent(store: Store, sessionId: string): StoredMessage[] {
  return readMessages(store, sessionId, ALL).reverse();
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
