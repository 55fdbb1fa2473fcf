// The entries of a message's menu, each with the messages that it applies to.
import type { ToHost } from "../../../extension/protocol/to-host.ts";
import { markdownOf, textOf } from "../../markdown/copy.ts";
import type { Entry } from "../../state/shown-conversation.svelte.ts";
import type { MenuEntry } from "../basics/menu.ts";
import * as words from "./words.ts";

export interface MessageContext {
  entry: Entry;
  /** The selected text in the message; empty if there is none. */
  selected: string;
  /** Whether a turn is under way. */
  busy: boolean;
  copy: (text: string) => void;
  /** Copies a name of the message, which becomes a chip when it is pasted into the input. */
  refer: (text: string) => void;
  /** Pins a text: it is sent with every message from now on. */
  pin: (text: string) => void;
  act: (action: Extract<ToHost, { type: "act" }>["action"]) => void;
}

interface Offer {
  label: string;
  fits: (context: MessageContext) => boolean;
  run: (context: MessageContext) => void;
}

const isMine = ({ entry }: MessageContext): boolean => entry.role === "user";
const isAnswer = ({ entry }: MessageContext): boolean =>
  entry.role === "assistant" && entry.shown.finish !== null && textOf(entry) !== "";
const isSettled = ({ entry, busy }: MessageContext): boolean =>
  !busy || (entry.role === "assistant" && entry.shown.finish !== null);

const offers: Offer[] = [
  { label: words.copySelection, fits: ({ selected }) => selected !== "", run: ({ copy, selected }) => copy(selected) },
  { label: words.copy, fits: () => true, run: ({ copy, entry }) => copy(textOf(entry)) },
  { label: words.copyMarkdown, fits: () => true, run: ({ copy, entry }) => copy(markdownOf(entry)) },
  {
    label: words.copyReference,
    fits: ({ entry }) => textOf(entry) !== "",
    run: ({ refer, entry }) => refer(textOf(entry)),
  },
  { label: words.editAndResend, fits: (context) => isMine(context) && !context.busy, run: ({ act }) => act("edit") },
  {
    label: words.askAgain,
    fits: ({ entry }) => entry.role === "assistant" && entry.shown.finish !== null,
    run: ({ act }) => act("again"),
  },
  { label: words.branchFromHere, fits: isSettled, run: ({ act }) => act("branch") },
  { label: words.openSidecar, fits: isSettled, run: ({ act }) => act("sidecar") },
  { label: words.pinAnswer, fits: isAnswer, run: ({ pin, entry }) => pin(textOf(entry)) },
  { label: words.showSentRequest, fits: () => true, run: ({ act }) => act("inspect") },
  { label: words.replayTurn, fits: isSettled, run: ({ act }) => act("replay") },
];

export function messageEntries(context: MessageContext): MenuEntry[] {
  return offers.filter(({ fits }) => fits(context)).map(({ label, run }) => ({ label, run: () => run(context) }));
}
