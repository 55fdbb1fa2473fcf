// The table of handlers: one for each message of the host. The compiler names the message that has none.
import type { ToWebview } from "../../extension/protocol/to-webview.ts";
import type { Compositor } from "./compositor.svelte.ts";
import type { Intake } from "./intake.svelte.ts";
import { forgetCalls, progressOf } from "./progress.svelte.ts";
import type { Thread } from "./thread.svelte.ts";

type Messages = { [Message in ToWebview as Message["type"]]: Message };
export type MessageHandlers = { [Type in keyof Messages]: (message: Messages[Type]) => void };

export function handle<Type extends keyof Messages>(
  handlers: Pick<MessageHandlers, Type>,
  type: Type,
  message: Messages[Type],
): void {
  handlers[type](message);
}

/** What changes in the conversation: its messages, who answers, and the turn that runs. */
export function threadHandlers(thread: Thread, compositor: Compositor) {
  return {
    message: ({ message }) => thread.put(message),
    delta: (delta) => thread.answer(delta.message_id)?.grow(delta),
    part: ({ message_id, index, part }) => thread.answer(message_id)?.put(index, part),
    progress: ({ call_id, words }) => progressOf.set(call_id, words),
    edits: ({ message_id, edits }) => thread.answer(message_id)?.edited(edits),
    earlier: ({ messages, earlier }) => thread.prepend(messages, earlier),
    title: ({ title }) => thread.retitle(title),
    model: ({ model }) => (thread.model = model),
    agent: ({ agent }) => (thread.agent = agent),
    run: ({ run }) => {
      thread.run = run;
      if (!thread.busy) forgetCalls();
      compositor.settle();
    },
  } satisfies Partial<MessageHandlers>;
}

/** What the host puts into the input, takes out of it, or wants from it. */
export function inputHandlers(compositor: Compositor, intake: Intake) {
  return {
    insert: ({ parts, at }) => compositor.insert(parts, at),
    remove: ({ part, nth }) => compositor.remove(part, nth),
    replace: ({ id, parts }) => compositor.replaceChip(id, parts),
    focus: () => compositor.focus(),
    preparing: ({ words }) => compositor.prepares(words),
    returned: ({ draft, replaces = false }) => compositor.returned(draft, replaces),
    "take-file": ({ session_id, name, mime, bytes }) =>
      intake.takeFile(session_id, new File([new Uint8Array(bytes)], name, { type: mime })),
    "chunk-taken": ({ transfer, wants_more }) => intake.transfers.taken(transfer, wants_more),
    "copied-from": ({ paste, part }) => {
      if (part.type !== "text") intake.sourceFound(paste, part);
    },
  } satisfies Partial<MessageHandlers>;
}
