// One conversation: its input, its queue and the runner of its turns.
import type { ActionRecord } from "../../message/action-record.ts";
import { isBlank } from "../../message/message.ts";
import { modelKey } from "../../message/model.ts";
import type { Part } from "../../message/part.ts";
import { NEW_SKILL, newConversation, type ConversationSummary, titleOf, UNTITLED } from "../../message/conversation.ts";
import { recordAction } from "../../persist/action-records.ts";
import { forkConversation, rewindConversation, undoRewind } from "../../persist/lineage.ts";
import { closeInterrupted } from "../../persist/interrupted.ts";
import { countMessages, readMessages } from "../../persist/messages.ts";
import { createConversation, readSummary, setTitle } from "../../persist/conversations.ts";
import { readPurpose } from "../../persist/purpose.ts";
import { closeInvocations } from "../../persist/skill-invocations.ts";
import type { ConversationSnapshot, ShownMessage } from "../../protocol/conversation.ts";
import type { Draft } from "../../protocol/draft.ts";
import type { QueueAction, StopHow } from "../../protocol/queue.ts";
import type { StartedTurn } from "../sources.ts";
import { Input } from "./input.ts";
import { INTERRUPT } from "../../skills/run/interrupt-tool.ts";
import { Queue } from "./queue.ts";
import { Runner } from "./runner.ts";
import { shownAnswer } from "../shown.ts";
import { quietly } from "./slot.ts";
import { BUSY, type RunnerPorts } from "./submission.ts";
import { QUESTION } from "../tools/tool-round.ts";
import { loopback } from "../wire.ts";
import * as words from "../words.ts";

/** How many messages a snapshot carries; older ones come on demand. */
const SHOWN = 60;

export interface ConversationPorts extends RunnerPorts {
  /** The conversation is on disk: what waited for that can be stored with it. Called again at later saves. Never throws. */
  stored: (conversationId: string) => void;
}

export class Conversation {
  readonly id: string;
  readonly #ports: ConversationPorts;
  readonly queue: Queue;
  readonly runner: Runner;
  readonly input: Input;
  #summary: ConversationSummary;

  /** Reads the conversation of this id from disk, or makes a new one, which is stored when something is written in it. */
  constructor(ports: ConversationPorts, id: string) {
    this.id = id;
    this.#ports = ports;
    this.#summary = readSummary(ports.store, id) ?? newConversation(id, ports.now());
    this.queue = new Queue(ports, id, () => this.runner.isRunning);
    this.runner = new Runner(ports, id, this.queue, {
      create: this.#create,
      sent: ({ parts }) => {
        if ([UNTITLED, NEW_SKILL].includes(this.#summary.title) && !isBlank(parts)) this.rename(titleOf(parts));
      },
      closed: (ids) => {
        this.#tellClosed(ids);
      },
    });
    this.input = new Input(ports, id, this.queue, this.runner, this.#create);
  }

  /** Closes the answers that an ended process left open, and asks its open question again. Call once after opening. */
  recover(): void {
    const { store } = this.#ports;
    if (store.readOnly || this.runner.isElsewhere) return;
    quietly(() => {
      const waiting = closeInterrupted(
        store,
        this.id,
        (open) => open.every(({ name }) => name === QUESTION || name === INTERRUPT),
        () => !this.runner.isElsewhere,
      );
      if (this.runner.isElsewhere) return;
      if (waiting === undefined) closeInvocations(store, this.id);
      else this.#continueTurn(waiting);
    });
  }

  #continueTurn(answer: NonNullable<StartedTurn["answer"]>): void {
    const [asked] = readMessages(this.#ports.store, this.id, 1, answer.message.id);
    if (asked?.message.role === "user") this.runner.continueTurn({ message: asked.message, at: asked.at, answer });
  }

  #tellClosed(ids: readonly string[]): void {
    if (ids.length === 0) return;
    for (const stored of readMessages(this.#ports.store, this.id, SHOWN))
      if (ids.includes(stored.message.id))
        this.#ports.emit({
          type: "message",
          session_id: this.id,
          message: shownAnswer(this.#ports.store, stored),
        });
  }

  snapshot(): ConversationSnapshot {
    const { messages, earlier } = this.earlier();
    const profile = this.#ports.profile(this.id);
    return {
      session: readSummary(this.#ports.store, this.id) ?? this.#summary,
      messages,
      earlier,
      run: this.runner.run,
      queue: this.queue.shown(),
      draft: this.input.draft,
      ...(this.input.isSending && { sending: true }),
      model: this.shownModel(),
      ...(profile !== undefined && { agent: profile }),
      ...(readPurpose(this.#ports.store, this.id) === "authoring" && { writes_skills: true }),
    };
  }

  /** Keeps what an action command did with the last message that was sent. No-op without one. */
  record(action: Omit<ActionRecord, "at">): void {
    const { store, now, emit } = this.#ports;
    if (store.readOnly) return;
    quietly(() => {
      const message = recordAction(store, this.id, { ...action, at: now() });
      if (message !== undefined) emit({ type: "message", session_id: this.id, message: shownAnswer(store, message) });
    });
  }

  /** The messages before one, or the last ones. */
  earlier(before?: string): { messages: ShownMessage[]; earlier: number } {
    const stored = readMessages(this.#ports.store, this.id, SHOWN, before);
    const messages = stored.map(({ at, message }) =>
      shownAnswer(this.#ports.store, { at, message: this.runner.streaming(message) }),
    );
    const first = messages[0];
    return { messages, earlier: first === undefined ? 0 : countMessages(this.#ports.store, this.id, first.id) };
  }

  get modelProvider(): string {
    return this.#ports.model(this.id).provider;
  }

  shownModel(): ConversationSnapshot["model"] {
    const model = this.#ports.model(this.id);
    return {
      key: modelKey(model),
      name: model.name ?? model.id,
      is_language_model: model.provider !== loopback.provider,
      ...(model.keeps_session === true && { steers: false }),
    };
  }

  /** Hides a user message and all that followed. The draft and a message that is edited stay. */
  hide(messageId: string): readonly Part[] {
    if (this.runner.isRunning) throw new Error(BUSY.message);
    return rewindConversation(this.#ports.store, this.id, messageId, this.#ports.now()).parts;
  }

  /** Hides them and returns the parts of the message to the input, before the draft and a message that is edited. */
  rewind(messageId: string): { before: Draft; after: Draft } {
    return this.input.bringBack(this.hide(messageId));
  }

  /** Shows again what the last rewind hid. `false` if the conversation has continued since. */
  undoRewind(): boolean {
    return !this.runner.isRunning && undoRewind(this.#ports.store, this.id);
  }

  /** Branches from a message, or from the end. Throws with words for the user if there is nothing to branch from. */
  fork(from: string | undefined, ephemeral: boolean): ConversationSummary {
    const last = from ?? readMessages(this.#ports.store, this.id, 1).at(-1)?.message.id;
    if (last === undefined) throw new Error(words.nothingToBranch);
    const { now, newId, store } = this.#ports;
    return forkConversation(store, this.id, last, { ephemeral, now: now(), newId });
  }

  /** The disk has everything that this window holds, so the conversation can be opened again from it. */
  get isAtRest(): boolean {
    return this.runner.isAtRest && !this.input.isAhead;
  }

  /** Stops the running turn, here or in another window. */
  stop(how: StopHow = "drain"): void {
    if (how === "clear") this.input.takeQueueBack();
    if (how === "hold") this.queue.hold("hold");
    this.runner.stop();
    this.queue.tell();
  }

  /** No-op if the message has left the queue. */
  act(action: QueueAction, id: string): void {
    if (action === "edit") this.input.edit(id);
    else if (action === "cancel") this.queue.cancel(id);
    else if (action === "move-up") this.queue.move(id, "up");
    else if (action === "move-down") this.queue.move(id, "down");
    else {
      action satisfies "send-now";
      this.queue.move(id, "first");
      if (this.queue.first() === id) this.runner.fire("new");
    }
  }

  /** Sends a held queue: at once, or when the running turn has ended. */
  resume(): void {
    this.queue.release();
    this.runner.fire("queued");
    this.queue.tell();
  }

  rename(title: string): void {
    this.#create();
    setTitle(this.#ports.store, this.id, title);
    this.#summary = { ...this.#summary, title };
    this.#ports.emit({ type: "title", session_id: this.id, title });
  }

  readonly #create = (): void => {
    createConversation(this.#ports.store, this.#summary);
    this.#ports.stored(this.id);
  };

  /** The window closes. */
  close(): void {
    this.input.close();
    this.runner.close();
  }
}
