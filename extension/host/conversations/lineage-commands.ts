// The commands that go on from an earlier message: branch into a new conversation, or rewind this one, with Undo.
import * as vscode from "vscode";
import type { Message } from "../../message/message.ts";
import { oneLine, wordsOf } from "../../text/part-words.ts";
import { ALL, readMessages, type StoredMessage } from "../../persist/messages.ts";
import type { Store } from "../../persist/database/store.ts";
import type { Draft } from "../../protocol/draft.ts";
import { pickOne } from "../window/ask.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import type { Done } from "../window/done.ts";
import { messageOf } from "../window/named.ts";
import { timeAgo } from "../window/time-ago.ts";
import { namedOrMain } from "./called-on.ts";
import type { ConversationsNeeds } from "./needs.ts";
import * as words from "./words.ts";

type Needs = Pick<
  ConversationsNeeds,
  "store" | "conversation" | "mainConversation" | "inherit" | "open" | "show" | "focus"
>;

export function lineageCommands(needs: Needs): CommandHandlers {
  return {
    "galley.branch": (argument) => branch(needs, argument),
    "galley.rewind": (argument): Promise<Done | undefined> => rewind(needs, argument),
    "galley.undoRewind": (argument) => undoRewind(needs, argument),
  };
}

/** Stands for a message id: the end of the conversation. */
const END = "end";

/** Shows the branch and returns its id. */
export async function branch(needs: Needs, argument: unknown): Promise<string | undefined> {
  const id = namedOrMain(needs, argument);
  const from = messageOf(argument) ?? (await pickMessage(needs.store, id));
  if (from === undefined) return undefined;
  const fork = needs.conversation(id).fork(from === END ? undefined : from, false);
  needs.inherit(id, fork.id);
  await needs.open(fork.id);
  return fork.id;
}

type Choice = vscode.QuickPickItem & { id: string };

async function pickMessage(store: Store, conversationId: string): Promise<string | undefined> {
  const end: Choice = { label: `$(git-branch) ${words.latestMessage}`, description: words.includeAll, id: END };
  const messages = sent(store, conversationId).map(toChoice);
  if (messages.length === 0) throw new Error(words.nothingToBranch);
  const picked = await pickOne([end, ...messages], { title: words.branchTitle, matchOnDetail: true });
  return picked?.id;
}

/** The draft before and after a rewind: Undo restores it if the user has not edited it. */
const rewinds = new Map<string, { before: Draft; after: Draft }>();

/** Says what was done; `undefined` if the user selected no message. */
export async function rewind(needs: Needs, argument: unknown): Promise<Done | undefined> {
  const id = namedOrMain(needs, argument);
  const messageId = messageOf(argument) ?? (await pickRewind(needs.store, id));
  if (messageId === undefined) return undefined;
  rewinds.set(id, needs.conversation(id).rewind(messageId));
  needs.show(id, { replacesDraft: true });
  await needs.focus(id);
  void vscode.window.showInformationMessage(words.rewound, words.undo).then((answer) => {
    if (answer === words.undo) undoRewind(needs, { session_id: id });
  });
  return { done: words.rewoundHere };
}

async function pickRewind(store: Store, conversationId: string): Promise<string | undefined> {
  const choices = sent(store, conversationId)
    .filter(({ message }) => message.role === "user")
    .map(toChoice);
  if (choices.length === 0) throw new Error(words.nothingToRewind);
  const picked = await pickOne(choices, { title: words.rewindTitle });
  return picked?.id;
}

function undoRewind(needs: Needs, argument: unknown): boolean {
  const id = namedOrMain(needs, argument);
  const conversation = needs.conversation(id);
  const draft = conversation.input.draft;
  if (!conversation.undoRewind()) {
    void vscode.window.showInformationMessage(words.nothingToUndo);
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
function sent(store: Store, conversationId: string): StoredMessage[] {
  return readMessages(store, conversationId, ALL).reverse();
}

function toChoice({ at, message }: StoredMessage): Choice {
  const isUser = message.role === "user";
  const label = isUser ? message.parts.map(wordsOf).join("") : answerText(message);
  const author = isUser ? words.you : (message.metadata.model_name ?? message.metadata.model);
  return {
    label: oneLine(label),
    description: `${author} · ${timeAgo(at, Date.now())}`,
    id: message.id,
  };
}

function answerText(message: Extract<Message, { role: "assistant" }>): string {
  return message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(" ");
}
