// The conversation so far, as the model reads it again: viewed once per message, however often it is sent.
import type { Manifest } from "../message/manifest.ts";
import type { AssistantMessage, Message, UserMessage } from "../message/message.ts";
import { viewAnswers } from "./answers.ts";
import type { AttachmentRules } from "./attachment.ts";
import { type LoadContent, viewParts } from "./blocks.ts";
import { visibleHistory } from "./compacted.ts";
import type { Block } from "./context.ts";
import { estimateTokens } from "./estimate.ts";
import { type AsSent, toPinned } from "./pins.ts";
import { Scales } from "./scales.ts";

export interface PastBlock {
  block: Block;
  /** As the manifest names it: the same in every request. */
  what: string;
}

export interface PastMessage {
  id: string;
  role: "user" | "assistant";
  blocks: readonly PastBlock[];
}

export interface Viewed {
  messages: PastMessage[];
  dropped: Manifest["dropped"];
}

export interface HistoryInput {
  history: readonly Message[];
  /** Decides whose reasoning can go back. */
  provider: string;
  load: LoadContent;
  rules: AttachmentRules | undefined;
  /** What past turns carried of their pins, by message; none when only the current turn carries any. */
  asSent: ReadonlyMap<string, readonly AsSent[]>;
}

/** What was viewed before. Messages are values: the same object is the same message. */
export class KnownHistory {
  readonly scales = new Scales();
  readonly #known = new WeakMap<Message, { of: readonly Message[]; under: string; viewed: Viewed }>();
  readonly #pinned = new WeakMap<AsSent, PastBlock>();

  view(of: readonly Message[], under: string, look: () => Viewed): Viewed {
    const [first] = of;
    if (first === undefined) return { messages: [], dropped: [] };
    const known = this.#known.get(first);
    if (known?.under === under && isSameList(known.of, of)) return known.viewed;
    const viewed = look();
    this.#known.set(first, { of, under, viewed });
    return viewed;
  }

  pinned(sent: AsSent, messageId: string): PastBlock {
    const known = this.#pinned.get(sent);
    if (known !== undefined) return known;
    const block = toPinned(sent);
    const past = { block, what: `pin ${sent.id === "" ? "note" : sent.id} in ${messageId}` };
    this.#pinned.set(sent, past);
    return past;
  }
}

/** Oldest first. A message of which nothing is left is skipped, and said. */
export function viewHistory(input: HistoryInput, known: KnownHistory): Viewed {
  const { messages, summary } = visibleHistory(input.history);
  const viewed: Viewed = { messages: [], dropped: [] };
  if (summary !== undefined) {
    viewed.messages.push(summaryMessage(summary.id, summary.text));
    if (summary.summarised > 0)
      viewed.dropped.push({
        what: `${summary.summarised} earlier messages`,
        why: `the summary ${summary.id} stands for them`,
      });
  }
  for (const run of runsOf(messages)) {
    const seen = viewRun(run, input, known);
    viewed.messages.push(...seen.messages);
    viewed.dropped.push(...seen.dropped);
  }
  const [first] = viewed.messages;
  if (first?.role === "assistant") viewed.messages.unshift(beginning(first.id));
  return viewed;
}

type Run = { user: UserMessage } | { answers: AssistantMessage[] };

/** Each message of the user by itself, all answers between two of them together. */
function* runsOf(messages: readonly Message[]): Generator<Run> {
  let answers: AssistantMessage[] = [];
  for (const message of messages) {
    if (message.role === "assistant") {
      answers.push(message);
      continue;
    }
    if (answers.length > 0) yield { answers };
    answers = [];
    yield { user: message };
  }
  if (answers.length > 0) yield { answers };
}

function viewRun(run: Run, { provider, load, rules, asSent }: HistoryInput, known: KnownHistory): Viewed {
  if ("answers" in run) return known.view(run.answers, provider, () => viewAnswers(run.answers, provider));
  const { user } = run;
  const typed = known.view([user], `${provider} ${JSON.stringify(rules)}`, () => viewUser(user, load, rules));
  const pinned = (asSent.get(user.id) ?? []).map((sent) => known.pinned(sent, user.id));
  if (pinned.length === 0) return typed;
  const blocks = [...pinned, ...typed.messages.flatMap((message) => message.blocks)];
  return { messages: [{ id: user.id, role: "user", blocks }], dropped: typed.dropped };
}

function viewUser(message: UserMessage, load: LoadContent, rules: AttachmentRules | undefined): Viewed {
  const { id } = message;
  const views = viewParts(message, load, rules);
  const dropped = views.flatMap(({ part, dropped: why }) =>
    why === undefined ? [] : [{ what: `${part} in ${id}`, why }],
  );
  const blocks = views.flatMap(({ part, block }): PastBlock[] =>
    block === undefined || isEmpty(block) ? [] : [{ block, what: `${part} in ${id}` }],
  );
  if (blocks.every(({ block }) => block.type === "text" && block.text.trim() === ""))
    return { messages: [], dropped: [...dropped, { what: `message ${id}`, why: "it is empty" }] };
  return { messages: [{ id, role: "user", blocks }], dropped };
}

/** A wire refuses a text of no characters. */
export function isEmpty(block: Block): boolean {
  return block.type === "text" && block.text === "";
}

function summaryMessage(id: string, text: string): PastMessage {
  const origin = { kind: "summary", name: "summary", tokens: estimateTokens(text, "prose") };
  return { id, role: "user", blocks: [{ block: { type: "text", text, origin }, what: `summary in ${id}` }] };
}

/** Wires want the user to speak first. */
function beginning(id: string): PastMessage {
  const text = "[The conversation goes on from here.]";
  const origin = { kind: "text", name: "", tokens: estimateTokens(text, "prose") };
  return { id, role: "user", blocks: [{ block: { type: "text", text, origin }, what: `beginning of ${id}` }] };
}

function isSameList<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
