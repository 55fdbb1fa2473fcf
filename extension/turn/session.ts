// One conversation: the owner of its draft, its queue and what runs in it.
import { asWritten } from "../message/command.ts";
import type { Failure } from "../message/failure.ts";
import { isBlank } from "../message/message.ts";
import { modelKey } from "../message/model.ts";
import type { Part } from "../message/part.ts";
import { newSession, type SessionSummary, titleOf, UNTITLED } from "../message/session.ts";
import { forkSession, rewindSession, undoRewind } from "../persist/lineage.ts";
import { closeInterrupted } from "../persist/interrupted.ts";
import { countMessages, readMessages } from "../persist/messages.ts";
import { createSession, readSession, renameSession } from "../persist/sessions.ts";
import { closeInvocations } from "../persist/skill-invocations.ts";
import type { Ask, Reply } from "../protocol/ask.ts";
import type { ConversationSnapshot, RunState, ShownMessage } from "../protocol/conversation.ts";
import type { Draft } from "../protocol/draft.ts";
import type { QueueAction, StopHow } from "../protocol/queue.ts";
import type { Begun } from "./answer.ts";
import { onLines } from "./editing.ts";
import { INTERRUPT } from "./interrupt-tool.ts";
import { Queue } from "./queue.ts";
import type { Rooms } from "./rooms.ts";
import { Runner, type Submitted } from "./runner.ts";
import { shownAnswer } from "./shown.ts";
import { quietly } from "./slot.ts";
import { QUESTION } from "./tool-round.ts";
import { Unsent } from "./unsent.ts";
import { loopback } from "./wire.ts";

/** How many messages a snapshot carries; older ones come on demand. */
const SHOWN = 60;

export class Session {
  readonly id: string;
  readonly #rooms: Rooms;
  readonly #queue: Queue;
  readonly #runner: Runner;
  readonly #unsent: Unsent;
  #summary: SessionSummary;

  /** A session of this id, from disk or new. A new one is not on disk until something is written in it. */
  constructor(rooms: Rooms, id: string) {
    this.id = id;
    this.#rooms = rooms;
    this.#summary = readSession(rooms.store, id) ?? newSession(id, rooms.now());
    this.#queue = new Queue(rooms, id);
    const create = (): void => {
      createSession(rooms.store, this.#summary);
    };
    this.#unsent = new Unsent(rooms, id, this.#queue, create);
    this.#runner = new Runner(rooms, id, this.#queue, {
      create,
      sent: ({ parts }) => {
        if (this.#summary.title === UNTITLED && !isBlank(parts)) this.rename(titleOf(parts));
      },
    });
    if (rooms.store.readOnly || this.#runner.isElsewhere) return;
    quietly(() => {
      const waiting = closeInterrupted(rooms.store, id, (open) =>
        open.every(({ name }) => name === QUESTION || name === INTERRUPT),
      );
      if (waiting === undefined) closeInvocations(rooms.store, id);
      else this.#waitAgain(waiting);
    });
  }

  #waitAgain(answer: NonNullable<Begun["answer"]>): void {
    const [asked] = readMessages(this.#rooms.store, this.id, 1, answer.message.id);
    if (asked?.message.role === "user") this.#runner.waitAgain({ message: asked.message, at: asked.at, answer });
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

  draft(): Draft {
    return this.#unsent.read();
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
    };
  }

  /** Takes a user message and all that followed out of sight; its parts come back before whatever is in the draft. */
  rewind(messageId: string): void {
    if (this.#runner.isRunning) throw new Error(BUSY);
    const { parts } = rewindSession(this.#rooms.store, this.id, messageId, this.#rooms.now());
    const known = parts.flatMap(asWritten).filter((part) => part.type !== "unknown");
    this.#queue.endEditing();
    this.saveDraft({ parts: [...known, ...this.draft().parts] });
  }

  /** Brings back what the last rewind took away; `false` when the conversation has gone on since. */
  undoRewind(): boolean {
    return !this.#runner.isRunning && undoRewind(this.#rooms.store, this.id);
  }

  /** A new session from a message of this one, or from its end. Throws with words when there is nothing to take along. */
  fork(from: string | undefined, ephemeral: boolean): SessionSummary {
    const last = from ?? readMessages(this.#rooms.store, this.id, 1).at(-1)?.message.id;
    if (last === undefined) throw new Error("There is nothing to branch from yet.");
    const { now, newId, store } = this.#rooms;
    return forkSession(store, this.id, last, { ephemeral, now: now(), newId });
  }

  get run(): RunState {
    return this.#runner.run;
  }

  saveDraft(draft: Draft): void {
    this.#unsent.save(draft);
  }

  /** The draft becomes a message. Until that is on disk its parts stay stored as the draft, whatever is typed next. */
  async submitDraft(draft: Draft, steers = false): Promise<Submitted> {
    const { editing } = this.#queue;
    this.#unsent.hold(draft);
    const result = await this.#runner.submit(draft.parts, { endsDraft: true, steers, editing });
    const typedMeanwhile = this.#unsent.letGo();
    if (result.ok && editing !== undefined) this.#edited(editing.aside, typedMeanwhile);
    else if (typedMeanwhile.parts.length > 0)
      this.saveDraft({ parts: [...(result.ok ? [] : draft.parts), ...typedMeanwhile.parts] });
    return result;
  }

  /** What was in the input before comes back, before what was typed since. */
  #edited(aside: Draft["parts"], typedMeanwhile: Draft): void {
    this.#queue.endEditing();
    this.saveDraft({ parts: onLines([aside, typedMeanwhile.parts]) });
    if (aside.length > 0) this.#give({ parts: aside });
    this.tellQueue();
  }

  /** Resolves when the message is on disk. It is answered at once, or waits in the queue while another is. */
  submit(parts: readonly Part[], { endsDraft = false, steers = false } = {}): Promise<Submitted> {
    return this.#runner.submit(parts, { endsDraft, steers });
  }

  /** To a call that must be allowed, or to a question; `false` when nobody waits for it any more. */
  reply(callId: string, reply: Reply): boolean {
    return this.#runner.reply(callId, reply);
  }

  /** Something a call that runs has to know of the user. `undefined` when the turn is stopped, or none runs here. */
  ask(ask: Ask, signal: AbortSignal): Promise<Reply | undefined> {
    return this.#runner.ask(ask, signal);
  }

  /** Into the queue whatever runs, and the queue is held: it goes when the user says so. */
  keep(parts: readonly Part[]): Promise<Submitted> {
    return this.#runner.keep(parts);
  }

  /** A summary stands for all messages so far; says why not. */
  compact(): Promise<Failure | undefined> {
    return this.#runner.compact();
  }

  /** Wherever it runs. */
  stop(how: StopHow = "drain"): void {
    if (how === "clear") this.#takeAllBack();
    if (how === "hold") this.#queue.hold("hold");
    this.#runner.stop();
    this.tellQueue();
  }

  /** Of a message that does not wait any more nothing becomes. */
  act(action: QueueAction, id: string): void {
    if (action === "edit") this.#edit(id);
    else if (action === "cancel") this.#queue.cancel(id);
    else if (action === "moveUp") this.#queue.move(id, "up");
    else if (action === "moveDown") this.#queue.move(id, "down");
    else {
      action satisfies "sendNow";
      this.#queue.move(id, "first");
      if (this.#queue.first() === id) this.#runner.fire("new");
    }
    this.tellQueue();
  }

  /** Before another that waits, or to the end. Nothing happens when one of the two does not wait any more. */
  move(id: string, before: string | null): void {
    this.#queue.move(id, { before });
    this.tellQueue();
  }

  get isEditing(): boolean {
    return this.#queue.editing !== undefined;
  }

  #edit(id: string): void {
    if (this.isEditing) throw new Error("Queue or cancel the message that you are editing first.");
    if (!this.#queue.edit(id, this.#unsent.held ?? this.draft(), this.#runner.isRunning)) return;
    const draft = this.draft();
    if (this.#unsent.held !== undefined) this.#unsent.held = draft;
    this.#give(draft, true);
  }

  /** The message is back in its place as it was, and the draft is what it was. Too late for one that is being sent. */
  cancelEdit(): void {
    const { editing } = this.#queue;
    if (editing === undefined || this.#unsent.held !== undefined) return;
    this.#queue.putBack(editing);
    this.saveDraft({ parts: editing.aside });
    this.#give({ parts: editing.aside }, true);
    if (!this.#queue.isHeld) this.#runner.fire("queued");
    this.tellQueue();
  }

  /** A draft that is just being taken in ends when it is: what comes back then belongs to what is typed next. */
  #takeAllBack(): void {
    const wasEditing = this.isEditing && this.#unsent.held === undefined;
    if (wasEditing) this.#queue.endEditing();
    const returned = this.#queue.takeBack();
    if (this.#unsent.held !== undefined) this.#unsent.held = { parts: [...returned.parts, ...this.#unsent.held.parts] };
    if (wasEditing) this.#give(this.draft(), true);
    else if (returned.parts.length > 0) this.#give(returned);
  }

  /** Stored as the draft already: whoever shows it puts it into the input, too. */
  #give(draft: Draft, replaces = false): void {
    const how = replaces ? { replaces } : {};
    this.#rooms.emit(this.id, { type: "returned", session_id: this.id, draft, ...how });
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

  /** To whoever watches: it has changed, here or in another window. */
  tellQueue(): void {
    this.#queue.tell(this.#runner.isRunning);
  }

  rename(title: string): void {
    createSession(this.#rooms.store, this.#summary);
    renameSession(this.#rooms.store, this.id, title);
    this.#summary = { ...this.#summary, title };
    this.#rooms.emit(this.id, { type: "title", title });
  }

  /** The window goes. */
  close(): void {
    this.#unsent.close();
    this.#runner.close();
  }

  /** Resolves when the running turn, if any, has ended, and all that were sent after it. */
  settled(): Promise<void> {
    return this.#runner.settled();
  }
}

const BUSY = "The model is still answering. Wait until it is done, or stop it.";
