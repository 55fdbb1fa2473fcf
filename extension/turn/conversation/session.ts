// One conversation: the owner of its draft, its queue and what runs in it.
import type { Failure } from "../../message/failure.ts";
import { isBlank } from "../../message/message.ts";
import { modelKey } from "../../message/model.ts";
import type { Part } from "../../message/part.ts";
import { NEW_SKILL, newSession, type SessionSummary, titleOf, UNTITLED } from "../../message/session.ts";
import { forkSession, rewindSession, undoRewind } from "../../persist/lineage.ts";
import { closeInterrupted } from "../../persist/interrupted.ts";
import { countMessages, readMessages } from "../../persist/messages.ts";
import { createSession, readSession, renameSession } from "../../persist/sessions.ts";
import { closeInvocations } from "../../persist/skill-invocations.ts";
import type { Ask, Reply } from "../../protocol/ask.ts";
import type { ConversationSnapshot, RunState, ShownMessage, ShownQueue } from "../../protocol/conversation.ts";
import type { Draft } from "../../protocol/draft.ts";
import type { QueueAction, StopHow } from "../../protocol/queue.ts";
import type { Begun } from "../sources.ts";
import { Input } from "./input.ts";
import { INTERRUPT } from "../../skills/run/interrupt-tool.ts";
import { Queue } from "./queue.ts";
import type { Rooms } from "../rooms.ts";
import { Runner } from "./runner.ts";
import { shownAnswer } from "../shown.ts";
import { quietly } from "./slot.ts";
import { BUSY, type Submitted } from "./submission.ts";
import { QUESTION } from "../tool-round.ts";
import { loopback } from "../wire.ts";

/** How many messages a snapshot carries; older ones come on demand. */
const SHOWN = 60;

export class Session {
  readonly id: string;
  readonly #rooms: Rooms;
  readonly #queue: Queue;
  readonly #runner: Runner;
  readonly #input: Input;
  #summary: SessionSummary;

  /** A session of this id, from disk or new. A new one is not on disk until something is written in it. */
  constructor(rooms: Rooms, id: string) {
    this.id = id;
    this.#rooms = rooms;
    this.#summary = readSession(rooms.store, id) ?? newSession(id, rooms.now());
    this.#queue = new Queue(rooms, id);
    this.#runner = new Runner(rooms, id, this.#queue, {
      create: this.#create,
      sent: ({ parts }) => {
        if ([UNTITLED, NEW_SKILL].includes(this.#summary.title) && !isBlank(parts)) this.rename(titleOf(parts));
      },
      closed: (ids) => {
        this.#tellClosed(ids);
      },
    });
    this.#input = new Input(rooms, id, this.#queue, this.#runner, this.#create);
  }

  /** Closes the answers that an ended process left open, and asks its open question again. Call once after opening. */
  takeUp(): void {
    const { store } = this.#rooms;
    if (store.readOnly || this.#runner.isElsewhere) return;
    quietly(() => {
      const waiting = closeInterrupted(
        store,
        this.id,
        (open) => open.every(({ name }) => name === QUESTION || name === INTERRUPT),
        () => !this.#runner.isElsewhere,
      );
      if (this.#runner.isElsewhere) return;
      if (waiting === undefined) closeInvocations(store, this.id);
      else this.#waitAgain(waiting);
    });
  }

  #waitAgain(answer: NonNullable<Begun["answer"]>): void {
    const [asked] = readMessages(this.#rooms.store, this.id, 1, answer.message.id);
    if (asked?.message.role === "user") this.#runner.waitAgain({ message: asked.message, at: asked.at, answer });
  }

  #tellClosed(ids: readonly string[]): void {
    if (ids.length === 0) return;
    for (const stored of readMessages(this.#rooms.store, this.id, SHOWN))
      if (ids.includes(stored.message.id))
        this.#rooms.emit({
          type: "message",
          session_id: this.id,
          message: shownAnswer(this.#rooms.store, stored),
        });
  }

  snapshot(): ConversationSnapshot {
    const { messages, earlier } = this.earlier();
    return {
      session: readSession(this.#rooms.store, this.id) ?? this.#summary,
      messages,
      earlier,
      run: this.run,
      queue: this.#queue.shown(this.#runner.isRunning),
      draft: this.draft(),
      ...(this.#input.isSending && { sending: true }),
      model: this.shownModel(),
      ...(this.#rooms.agent !== undefined && { agent: this.#rooms.agent(this.id) }),
    };
  }

  /** The messages before one, or the last ones. */
  earlier(before?: string): { messages: ShownMessage[]; earlier: number } {
    const stored = readMessages(this.#rooms.store, this.id, SHOWN, before);
    const messages = stored.map(({ at, message }) =>
      shownAnswer(this.#rooms.store, { at, message: this.#runner.streaming(message) }),
    );
    const first = messages[0];
    return { messages, earlier: first === undefined ? 0 : countMessages(this.#rooms.store, this.id, first.id) };
  }

  /** What the input shows: of a message that is on its way to the disk nothing. */
  draft(): Draft {
    return this.#input.draft;
  }

  get modelProvider(): string {
    return this.#rooms.model(this.id).provider;
  }

  shownModel(): ConversationSnapshot["model"] {
    const model = this.#rooms.model(this.id);
    return {
      key: modelKey(model),
      name: model.name ?? model.id,
      is_language_model: model.provider !== loopback.provider,
      ...(model.keeps_session === true && { steers: false }),
    };
  }

  /** Takes a user message and all that followed out of sight. The draft stays, and so does a message that is edited. */
  hide(messageId: string): readonly Part[] {
    if (this.#runner.isRunning) throw new Error(BUSY.message);
    return rewindSession(this.#rooms.store, this.id, messageId, this.#rooms.now()).parts;
  }

  /** The same, and its parts come back before whatever is written: the draft, and a message that is edited. */
  rewind(messageId: string): { before: Draft; after: Draft } {
    return this.#input.bringBack(this.hide(messageId));
  }

  /** Brings back what the last rewind took away; `false` when the conversation has gone on since. */
  undoRewind(): boolean {
    return !this.#runner.isRunning && undoRewind(this.#rooms.store, this.id);
  }

  /** A new session from a message of this one, or from its end. Throws with words when there is nothing to take along. */
  fork(from: string | undefined, ephemeral: boolean): SessionSummary {
    const last = from ?? readMessages(this.#rooms.store, this.id, 1).at(-1)?.message.id;
    if (last === undefined) throw new Error("This conversation has no messages to branch from.");
    const { now, newId, store } = this.#rooms;
    return forkSession(store, this.id, last, { ephemeral, now: now(), newId });
  }

  get run(): RunState {
    return this.#runner.run;
  }

  /** Nothing of it is here alone: it can be opened again from the disk. */
  get isAtRest(): boolean {
    return this.#runner.isAtRest && !this.#input.isAhead;
  }

  saveDraft(draft: Draft): void {
    this.#input.save(draft);
  }

  /** The input is empty: this draft is looked at when those sent before it are, and stays stored whatever is typed next. */
  inLine<Result>(draft: Draft, look: () => Promise<Result>): Promise<Result> {
    return this.#input.inLine(draft, look);
  }

  /** The caller has handled the draft. Returns what was typed since. */
  letGoOfDraft(draft: Draft): Draft {
    return this.#input.letGo(draft);
  }

  /** Nothing becomes of it: it is the draft again, before what was typed since. */
  refuseDraft(draft: Draft, failure: Failure): Submitted {
    return this.#input.refuse(draft, failure);
  }

  /** The draft becomes a message. Until that is on disk its parts stay stored as the draft, whatever is typed next. */
  submitDraft(draft: Draft, steers = false): Promise<Submitted> {
    return this.#input.submit(draft, steers);
  }

  /** Resolves when the message is on disk. It is answered at once, or waits in the queue while another is. */
  submit(parts: readonly Part[], { endsDraft = false, steers = false } = {}): Promise<Submitted> {
    return this.#runner.submit(parts, { endsDraft, steers });
  }

  /** Replies to a permission request or a question; `false` if the turn no longer waits for it. */
  reply(callId: string, reply: Reply): boolean {
    return this.#runner.reply(callId, reply);
  }

  /** Something a call that runs has to know of the user. `undefined` when the turn is stopped, or none runs here. */
  ask(ask: Ask, signal: AbortSignal): Promise<Reply | undefined> {
    return this.#runner.ask(ask, signal);
  }

  /** Into the queue whatever runs, and the queue is held: it goes when the user says so. */
  keep(parts: readonly Part[]): Promise<Submitted> {
    return this.#input.keep(parts);
  }

  /** A summary stands for all messages so far; says why not. */
  compact(): Promise<Failure | undefined> {
    return this.#runner.compact();
  }

  /** Wherever it runs. */
  stop(how: StopHow = "drain"): void {
    if (how === "clear") this.#input.takeQueueBack();
    if (how === "hold") this.#queue.hold("hold");
    this.#runner.stop();
    this.tellQueue();
  }

  /** No-op if the message has left the queue. */
  act(action: QueueAction, id: string): void {
    if (action === "edit") this.#input.edit(id);
    else if (action === "cancel") this.#queue.cancel(id);
    else if (action === "move-up") this.#queue.move(id, "up");
    else if (action === "move-down") this.#queue.move(id, "down");
    else {
      action satisfies "send-now";
      this.#queue.move(id, "first");
      if (this.#queue.first() === id) this.#runner.fire("new");
    }
    this.tellQueue();
  }

  /** Moves a queued message before another one, or to the end. No-op if either has left the queue. */
  move(id: string, before: string | null): void {
    this.#queue.move(id, { before });
    this.tellQueue();
  }

  /** The message is back in its place as it was, and the draft is what it was. Too late for one that is being sent. */
  cancelEdit(): void {
    this.#input.cancelEdit();
  }

  undoCancel(): void {
    this.#queue.undoCancel();
    this.tellQueue();
  }

  /** What is held goes on: at once, or when the turn that runs has ended. */
  resume(): void {
    this.#queue.release();
    this.#runner.fire("queued");
    this.tellQueue();
  }

  /** The message that would be sent next. */
  firstQueued(): string | undefined {
    return this.#queue.first();
  }

  /** The queued messages as they are shown, and whether they wait until the user resumes the queue. */
  get queue(): ShownQueue {
    return this.#queue.shown(this.#runner.isRunning);
  }

  /** Tells the panels that the queue has changed, here or in another window. */
  tellQueue(): void {
    this.#queue.tell(this.#runner.isRunning);
  }

  rename(title: string): void {
    this.#create();
    renameSession(this.#rooms.store, this.id, title);
    this.#summary = { ...this.#summary, title };
    this.#rooms.emit({ type: "title", session_id: this.id, title });
  }

  readonly #create = (): void => {
    createSession(this.#rooms.store, this.#summary);
    this.#rooms.stored?.(this.id);
  };

  /** The window goes. */
  close(): void {
    this.#input.close();
    this.#runner.close();
  }

  /** Resolves when the running turn, if any, has ended, and all that were sent after it. */
  settled(): Promise<void> {
    return this.#runner.settled();
  }
}
