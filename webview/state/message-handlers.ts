// The table of handlers: one for each message of the host. The compiler names the message that has none.
import type { ToWebview } from "../../extension/protocol/to-webview.ts";
import type { Compositor } from "./compositor.svelte.ts";
import type { MessageAdditions } from "./additions.svelte.ts";
import { forgetCalls, progressOf } from "./progress.svelte.ts";
import type { ShownConversation } from "./shown-conversation.svelte.ts";

type Messages = { [Message in ToWebview as Message["type"]]: Message };
export type MessageHandlers = { [Type in keyof Messages]: (message: Messages[Type]) => void };

export function handle<Type extends keyof Messages>(
  handlers: Pick<MessageHandlers, Type>,
  type: Type,
  message: Messages[Type],
): void {
  handlers[type](message);
}

/** Messages that change the conversation: its messages, its model, its profile and its turn. */
export function conversationHandlers(conversation: ShownConversation, compositor: Compositor) {
  return {
    message: ({ message }) => conversation.put(message),
    delta: (delta) => conversation.answer(delta.message_id)?.grow(delta),
    part: ({ message_id, index, part }) => conversation.answer(message_id)?.put(index, part),
    progress: ({ call_id, words }) => progressOf.set(call_id, words),
    edits: ({ message_id, edits }) => conversation.answer(message_id)?.edited(edits),
    earlier: ({ messages, earlier }) => conversation.prepend(messages, earlier),
    title: ({ title }) => conversation.retitle(title),
    model: ({ model }) => (conversation.model = model),
    agent: ({ agent }) => (conversation.agent = agent),
    run: ({ run }) => {
      conversation.run = run;
      if (!conversation.busy) forgetCalls();
      compositor.clearNotice();
    },
  } satisfies Partial<MessageHandlers>;
}

/** Messages that change the input, or answer what the user added to it. */
export function inputHandlers(compositor: Compositor, additions: MessageAdditions) {
  return {
    insert: ({ parts, at }) => compositor.insert(parts, at),
    remove: ({ part, nth }) => compositor.remove(part, nth),
    replace: ({ id, parts }) => compositor.replaceChip(id, parts),
    focus: () => compositor.focus(),
    "keys-bound": () => compositor.bindKeys(),
    send: ({ steers }) => compositor.submitByKey(steers),
    preparing: ({ words }) => compositor.showPreparing(words),
    returned: ({ draft, replaces = false }) => compositor.returned(draft, replaces),
    "take-file": ({ session_id, name, mime, bytes }) =>
      additions.takeFile(session_id, new File([new Uint8Array(bytes)], name, { type: mime })),
    shrink: (message) => void additions.transfers.shrink(message),
    "chunk-taken": ({ transfer, wants_more }) => additions.transfers.taken(transfer, wants_more),
    "copied-from": ({ paste, part }) => {
      if (part.type !== "text") additions.sourceFound(paste, part);
    },
  } satisfies Partial<MessageHandlers>;
}
