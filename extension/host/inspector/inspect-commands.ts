// Commands that show a request: the one that would be sent now, the one that a turn sent, or both for one message.
import { oneLine, wordsOf } from "../../text/part-words.ts";
import { ALL, readMessages } from "../../persist/messages.ts";
import type { Store } from "../../persist/database/store.ts";
import type { Inspected } from "../../preview/inspect.ts";
import { pickOne } from "../window/ask.ts";
import { messageOf, namedBy } from "../window/named.ts";
import type { ReplayDocuments } from "./replay-documents.ts";
import type { InspectorTab } from "./inspector-tab.ts";
import type { InspectorNeeds } from "./needs.ts";
import * as words from "./words.ts";

export function showNext(
  { focusedComposer, previewRequest }: Pick<InspectorNeeds, "focusedComposer" | "previewRequest">,
  tab: InspectorTab,
): void {
  const composer = focusedComposer();
  const look = async (): Promise<Inspected> => previewRequest(composer.conversation(), await composer.parts());
  tab.show(composer.isSidecar ? words.sidecarPreviewTitle : words.previewTitle, look, { isLive: true });
}

/** A menu passes a message: a question, or an answer, which stands for its question. Else the user selects one. */
export async function showTurn(
  { store, focusedComposer, sentRequest }: Pick<InspectorNeeds, "store" | "focusedComposer" | "sentRequest">,
  tab: InspectorTab,
  argument: unknown,
): Promise<void> {
  const { conversation, named } = meant(focusedComposer, argument);
  const message =
    named === undefined
      ? await askTurn(store, conversation, words.selectMessage)
      : questionOf(store, conversation, named);
  if (message === undefined) return;
  const look = (): Promise<Inspected | undefined> => Promise.resolve(sentRequest(conversation, message));
  tab.show(words.sentTitle, look, { isLive: false, turn: { session_id: conversation, message_id: message } });
}

/** Shows what was sent for a message beside what would be sent now. Throws with words for the user if it cannot. */
export async function showReplay(
  { store, focusedComposer, replay }: Pick<InspectorNeeds, "store" | "focusedComposer" | "replay">,
  documents: ReplayDocuments,
  argument: unknown,
): Promise<void> {
  const { conversation, named } = meant(focusedComposer, argument);
  const message =
    named === undefined
      ? await askTurn(store, conversation, words.selectReplayed)
      : // A message that is hidden has no question any more: it is refused by its own id.
        (questionOf(store, conversation, named) ?? named);
  if (message === undefined) return;
  const replayed = await replay(conversation, message);
  if (!replayed.ok) throw new Error(replayed.failure.message);
  await documents.show(replayed.value);
}

/** The conversation and the message that a menu passes; without them, the conversation that the user used last. */
function meant(focusedComposer: InspectorNeeds["focusedComposer"], argument: unknown) {
  return { conversation: namedBy(argument) ?? focusedComposer().conversation(), named: messageOf(argument) };
}

function questionOf(store: Store, conversation: string, messageId: string): string | undefined {
  const messages = readMessages(store, conversation, ALL).map(({ message }) => message);
  const at = messages.findIndex(({ id }) => id === messageId);
  return messages.slice(0, at + 1).findLast(({ role }) => role === "user")?.id;
}

async function askTurn(store: Store, conversation: string, title: string): Promise<string | undefined> {
  const items = readMessages(store, conversation, ALL).flatMap(({ message }) =>
    message.role === "user" ? [{ label: oneLine(message.parts.map(wordsOf).join("")), id: message.id }] : [],
  );
  if (items.length === 0) throw new Error(words.nothingSent);
  const picked = await pickOne(items.reverse(), { title });
  return picked?.id;
}
