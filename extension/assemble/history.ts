// The conversation so far, as the model reads it again: viewed once per message, however often it is sent.
import { type AssistantMessage, type Message, SCHEMA_VERSION, type UserMessage } from "../message/message.ts";
import { type Receiver, type SeeMedia, viewAnswers } from "./answers.ts";
import type { AttachmentRules } from "./attachment.ts";
import { type LoadContent, viewParts } from "./blocks.ts";
import { visibleHistory } from "./compacted.ts";
import type { Block } from "./context.ts";
import { type Estimator, estimateTokens } from "./tokens/estimate.ts";
import { lossOf } from "./part-view.ts";
import { type PastBlock, PastMessage } from "./past-message.ts";
import { type AsSent, type PinnedRead, type PinView, toPinned } from "./pins.ts";
import { Scales } from "./tokens/scales.ts";
import { type Ordered, Timeline } from "./timeline.ts";
import type { Viewed } from "./past-message.ts";
import * as words from "./words.ts";

export interface HistoryInput {
  history: readonly Message[];
  /** The model that will read it: decides which reasoning is sent back. */
  to: Receiver;
  load: LoadContent;
  rules: AttachmentRules | undefined;
  /** What past turns carried of their pins, by message; none when only the current turn carries any. */
  asSent: ReadonlyMap<string, readonly AsSent[]>;
}

/** What was viewed before. Messages are values: the same object is the same message. */
export class KnownHistory {
  readonly scales = new Scales();
  readonly timeline = new Timeline();
  readonly #known = new WeakMap<Message, { of: readonly Message[]; under: string; viewed: Viewed }>();
  readonly #weighed = new WeakMap<PastMessage, { by: Estimator; message: PastMessage }>();
  #pins = new Map<string, PinView>();
  #viewed = 0;
  readonly #pinned = new WeakMap<readonly AsSent[], { typed: Viewed; viewed: Viewed }>();

  /** How many messages were viewed so far: a history with many more is new here. */
  get viewed(): number {
    return this.#viewed;
  }

  view(of: readonly Message[], under: string, look: () => Viewed): Viewed {
    const [first] = of;
    if (first === undefined) return { messages: [], dropped: [] };
    const known = this.#known.get(first);
    if (known?.under === under && isSameList(known.of, of)) return known.viewed;
    const viewed = look();
    this.#known.set(first, { of, under, viewed });
    this.#viewed += of.length;
    return viewed;
  }

  /** Reuses the views of unchanged pins, and forgets pins that are not in `pins`. */
  viewPins(pins: readonly PinnedRead[], look: (pin: PinnedRead) => PinView): PinView[] {
    const before = this.#pins;
    this.#pins = new Map();
    return pins.map((pin) => {
      const key = JSON.stringify(pin);
      const view = before.get(key) ?? look(pin);
      this.#pins.set(key, view);
      return view;
    });
  }

  /** The same object while the estimator is the same. */
  weigh(message: PastMessage, estimator: Estimator): PastMessage {
    const known = this.#weighed.get(message);
    if (known?.by === estimator) return known.message;
    const weighed = message.weighed((block) => this.scales.weigh(block, estimator));
    this.#weighed.set(message, { by: estimator, message: weighed });
    return weighed;
  }

  /** What was typed, after the pins the turn carried. */
  withPins(typed: Viewed, sent: readonly AsSent[], id: string): Viewed {
    const known = this.#pinned.get(sent);
    if (known?.typed === typed) return known.viewed;
    const pinned = sent.map((pin): PastBlock => ({
      block: toPinned(pin),
      what: words.inMessage(pin.id === "" ? words.pinNote : words.pin(pin.id), id),
    }));
    const blocks = [...pinned, ...typed.messages.flatMap((message) => message.blocks)];
    const viewed = { messages: [new PastMessage(id, "user", blocks)], dropped: typed.dropped };
    this.#pinned.set(sent, { typed, viewed });
    return viewed;
  }
}

/** Oldest first. An empty message is skipped and listed in `dropped`. */
export function viewHistory(input: HistoryInput, estimator: Estimator, known: KnownHistory): Readonly<Ordered> {
  const { messages, summary } = visibleHistory(input.history);
  const under = conditionsOf(input);
  const { timeline } = known;
  const from = timeline.reuse(messages, { under, estimator, summary: summary?.text, asSent: input.asSent });
  if (from === 0 && summary !== undefined) {
    timeline.add(known.weigh(summaryMessage(summary.id, summary.text), estimator));
    if (summary.summarised > 0)
      timeline.drop([{ what: words.earlierMessages(summary.summarised), why: words.replacedBySummary(summary.id) }]);
  }
  let at = from;
  for (const run of runsOf(messages, from)) {
    const seen = viewRun(run, input, under, known);
    // A user message that is not sent does not separate the answers around it: they become one message.
    if ("user" in run && seen.messages.length > 0) timeline.mark(at);
    for (const message of seen.messages) {
      if (timeline.all.past.length === 0 && message.role === "assistant")
        timeline.add(known.weigh(beginning(message.id), estimator));
      timeline.add(known.weigh(message, estimator));
    }
    timeline.drop(seen.dropped);
    at += "user" in run ? 1 : run.answers.length;
  }
  return timeline.all;
}

/** Appends the messages since a turn was sent. */
export function viewSince(
  timeline: Timeline,
  input: HistoryInput,
  estimator: Estimator,
  known: KnownHistory,
): Readonly<Ordered> {
  const under = conditionsOf(input);
  for (const run of runsOf(input.history)) {
    const seen = viewRun(run, input, under, known);
    for (const message of seen.messages) timeline.add(known.weigh(message, estimator));
    timeline.drop(seen.dropped);
  }
  return timeline.all;
}

/** Views the history in pieces. The caller pauses between two of them, so that the event loop is never blocked long. */
export function* viewInPieces(input: HistoryInput, estimator: Estimator, known: KnownHistory): Generator<void> {
  const under = conditionsOf(input);
  for (const run of runsOf(visibleHistory(input.history).messages)) {
    for (const message of viewRun(run, input, under, known).messages) known.weigh(message, estimator);
    yield;
  }
}

/** A message is viewed again when one of these changes. */
function conditionsOf({ to, rules }: HistoryInput): string {
  return `${to.provider} ${to.id} ${to.server ?? ""} ${JSON.stringify(rules)}`;
}

type Run = { user: UserMessage } | { answers: AssistantMessage[] };

/** Each user message separately, all answers between two of them together. */
function* runsOf(messages: readonly Message[], from = 0): Generator<Run> {
  let answers: AssistantMessage[] = [];
  for (let at = from; at < messages.length; at += 1) {
    const message = messages[at];
    if (message === undefined) continue;
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

function viewRun(run: Run, { to, load, rules, asSent }: HistoryInput, under: string, known: KnownHistory): Viewed {
  const see: SeeMedia = (media) =>
    viewParts({ parts: [{ type: "file-attachment", ...media }], metadata: NOTHING_STORED }, load, rules)[0]?.block;
  if ("answers" in run) return known.view(run.answers, under, () => viewAnswers(run.answers, to, see));
  const { user } = run;
  const typed = known.view([user], under, () => viewUser(user, load, rules));
  const pinned = asSent.get(user.id);
  return pinned === undefined || pinned.length === 0 ? typed : known.withPins(typed, pinned, user.id);
}

const NOTHING_STORED = { schema_version: SCHEMA_VERSION };

function viewUser(message: UserMessage, load: LoadContent, rules: AttachmentRules | undefined): Viewed {
  const { id } = message;
  const views = viewParts(message, load, rules);
  const dropped = views.flatMap((view) => {
    const why = lossOf(view);
    return why === undefined ? [] : [{ what: words.inMessage(view.part, id), why }];
  });
  const blocks = views.flatMap(({ part, block }): PastBlock[] =>
    block === undefined || isEmpty(block) ? [] : [{ block, what: words.inMessage(part, id) }],
  );
  if (blocks.every(({ block }) => block.type === "text" && block.text.trim() === ""))
    return { messages: [], dropped: [...dropped, { what: words.message(id), why: words.itIsEmpty }] };
  return { messages: [new PastMessage(id, "user", blocks)], dropped };
}

/** Providers refuse an empty text. */
export function isEmpty(block: Block): boolean {
  return block.type === "text" && block.text === "";
}

function summaryMessage(id: string, text: string): PastMessage {
  const origin = { kind: "summary", name: words.summary, tokens: estimateTokens(text, "prose") };
  const what = words.inMessage(words.summary, id);
  return new PastMessage(id, "user", [{ block: { type: "text", text, origin }, what }]);
}

/** Providers want the user to speak first. */
function beginning(id: string): PastMessage {
  const text = words.continues;
  const origin = { kind: "text", name: "", tokens: estimateTokens(text, "prose") };
  return new PastMessage(id, "user", [{ block: { type: "text", text, origin }, what: words.beginningOf(id) }]);
}

function isSameList<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
