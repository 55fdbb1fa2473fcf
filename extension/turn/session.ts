// One conversation: the owner of its run state, its draft and its running turn.
import { asWritten } from "../message/command.ts";
import type { Failure } from "../message/failure.ts";
import { isBlank, type Message } from "../message/message.ts";
import { modelKey } from "../message/model.ts";
import type { Part } from "../message/part.ts";
import { newSession, type SessionSummary, titleOf, UNTITLED } from "../message/session.ts";
import { readDraft, saveDraft } from "../persist/drafts.ts";
import { forkSession, rewindSession, undoRewind } from "../persist/lineage.ts";
import { closeInterrupted, countMessages, readMessages } from "../persist/messages.ts";
import {
  claimTurn,
  createSession,
  isHeldElsewhere,
  readSession,
  releaseTurn,
  renameSession,
  renewTurn,
  type TurnHolder,
} from "../persist/sessions.ts";
import type { ConversationSnapshot, RunState, ShownMessage } from "../protocol/conversation.ts";
import { Draft, EMPTY_DRAFT } from "../protocol/draft.ts";
import { type Recorder, saveFailure } from "./recorder.ts";
import type { Rooms } from "./rooms.ts";
import { IDLE, isFree, reduceRun, type RunEvent } from "./run-state.ts";
import { shownMessage } from "./shown.ts";
import { answer, takeIn } from "./turn.ts";
import { loopback } from "./wire.ts";

/** How many messages a snapshot carries; older ones come on demand. */
const SHOWN = 60;

/** How often a running turn says that it runs. */
const RENEW_MS = 5_000;

export type Submitted = { ok: true; message_id: string } | { ok: false; failure: Failure };

export class Session {
  readonly id: string;
  readonly #rooms: Rooms;
  #summary: SessionSummary;
  #run: RunState = IDLE;
  #abort: AbortController | undefined;
  #answer: Recorder | undefined;
  /** Said once, not at every key. */
  #draftRefused = false;
  /** Set while a draft is being taken in: what was typed since. */
  #heldDraft: Draft | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();

  /** A session of this id, from disk or new. A new one is not on disk until something is written in it. */
  constructor(rooms: Rooms, id: string) {
    this.id = id;
    this.#rooms = rooms;
    this.#summary = readSession(rooms.store, id) ?? newSession(id, rooms.now());
    if (rooms.store.readOnly || isHeldElsewhere(rooms.store, id, this.#holder())) return;
    this.#quietly(() => {
      closeInterrupted(rooms.store, id);
    });
  }

  snapshot(): ConversationSnapshot {
    const { messages, earlier } = this.earlier();
    return {
      session: readSession(this.#rooms.store, this.id) ?? this.#summary,
      messages,
      earlier,
      run: this.run,
      draft: this.draft(),
      model: this.shownModel(),
    };
  }

  /** The messages before one, or the last ones. */
  earlier(before?: string): { messages: ShownMessage[]; earlier: number } {
    const stored = readMessages(this.#rooms.store, this.id, SHOWN, before);
    const messages = stored.map(({ at, message }) => shownMessage({ at, message: this.#streaming(message) }));
    const first = messages[0];
    return { messages, earlier: first === undefined ? 0 : countMessages(this.#rooms.store, this.id, first.id) };
  }

  /** An answer under way is ahead of what is stored of it. */
  #streaming(message: Message): Message {
    return message.id === this.#answer?.message.id ? this.#answer.message : message;
  }

  draft(): Draft {
    const stored = Draft.safeParse(readDraft(this.#rooms.store, this.id));
    return stored.success ? stored.data : EMPTY_DRAFT;
  }

  shownModel(): ConversationSnapshot["model"] {
    const model = this.#rooms.model();
    return {
      key: modelKey(model),
      name: model.name ?? model.id,
      is_language_model: model.provider !== loopback.provider,
    };
  }

  /** Takes a user message and all that followed out of sight; its parts come back before whatever is in the draft. */
  rewind(messageId: string): void {
    if (!isFree(this.run)) throw new Error(busyFailure.message);
    const { parts } = rewindSession(this.#rooms.store, this.id, messageId, this.#rooms.now());
    const known = parts.flatMap(asWritten).filter((part) => part.type !== "unknown");
    this.saveDraft({ parts: [...known, ...this.draft().parts] });
  }

  /** Brings back what the last rewind took away; `false` when the conversation has gone on since. */
  undoRewind(): boolean {
    return isFree(this.run) && undoRewind(this.#rooms.store, this.id);
  }

  /** A new session from a message of this one, or from its end. Throws with words when there is nothing to take along. */
  fork(from: string | undefined, ephemeral: boolean): SessionSummary {
    const last = from ?? readMessages(this.#rooms.store, this.id, 1).at(-1)?.message.id;
    if (last === undefined) throw new Error("There is nothing to branch from yet.");
    const { now, newId, store } = this.#rooms;
    return forkSession(store, this.id, last, { ephemeral, now: now(), newId });
  }

  /** A turn of another window counts: this session is busy wherever it is looked at. */
  get run(): RunState {
    if (!isFree(this.#run) || !isHeldElsewhere(this.#rooms.store, this.id, this.#holder())) return this.#run;
    return { state: "busy", message_id: null };
  }

  /** A store that cannot be written has said so when it was opened; typing goes on. */
  saveDraft(draft: Draft): void {
    if (this.#rooms.store.readOnly) return;
    if (this.#heldDraft !== undefined) {
      this.#heldDraft = draft;
      return;
    }
    try {
      if (draft.parts.length > 0) createSession(this.#rooms.store, this.#summary);
      saveDraft(this.#rooms.store, this.id, draft.parts.length > 0 ? draft : undefined, this.#rooms.now());
      this.#draftRefused = false;
    } catch (error) {
      if (!this.#draftRefused) this.#rooms.emit(this.id, { type: "failure", failure: saveFailure(error) });
      this.#draftRefused = true;
    }
  }

  /** The draft becomes a message. Until that is on disk its parts stay stored as the draft, whatever is typed next. */
  async submitDraft(draft: Draft): Promise<Submitted> {
    this.saveDraft(draft);
    this.#heldDraft = EMPTY_DRAFT;
    const result = await this.submit(draft.parts, true);
    const typedMeanwhile = this.#heldDraft;
    this.#heldDraft = undefined;
    if (typedMeanwhile.parts.length > 0)
      this.saveDraft({ parts: [...(result.ok ? [] : draft.parts), ...typedMeanwhile.parts] });
    return result;
  }

  /** Resolves when the message is on disk; the answer then streams. */
  async submit(parts: readonly Part[], endsDraft = false): Promise<Submitted> {
    try {
      if (!this.#claim()) return { ok: false, failure: busyFailure };
    } catch (error) {
      return { ok: false, failure: saveFailure(error) };
    }
    const taken = await takeIn(this.#rooms, this.id, parts, endsDraft);
    if (!taken.ok) {
      this.#release({ type: "ended" });
      return taken;
    }
    this.#step({ type: "taken", message_id: taken.message.id });
    this.#nameAfter(parts);
    const abort = new AbortController();
    this.#abort = abort;
    this.#turn = answer(this.#rooms, this.id, taken.message, abort.signal, (recorder) => {
      this.#answer = recorder;
    }).then(
      (finish) => {
        this.#release({ type: finish === "error" ? "failed" : "ended" });
      },
      (error: unknown) => {
        this.#rooms.emit(this.id, { type: "failure", failure: saveFailure(error) });
        this.#release({ type: "failed" });
      },
    );
    return { ok: true, message_id: taken.message.id };
  }

  stop(): void {
    this.#abort?.abort();
  }

  /** Resolves when the running turn, if any, has ended. */
  settled(): Promise<void> {
    return this.#turn;
  }

  #claim(): boolean {
    if (!isFree(this.#run)) return false;
    createSession(this.#rooms.store, this.#summary);
    if (!claimTurn(this.#rooms.store, this.id, this.#holder())) return false;
    this.#heartbeat = setInterval(() => {
      this.#quietly(() => {
        renewTurn(this.#rooms.store, this.id, this.#rooms.owner, this.#rooms.now());
      });
    }, RENEW_MS);
    this.#step({ type: "started", message_id: null });
    return true;
  }

  #release(event: RunEvent): void {
    this.#abort = undefined;
    this.#answer = undefined;
    clearInterval(this.#heartbeat);
    this.#quietly(() => {
      releaseTurn(this.#rooms.store, this.id, this.#rooms.owner);
    });
    this.#step(event);
  }

  /** A claim that cannot be written now stays in this process's name, which may claim again, and ends with it. */
  #quietly(write: () => void): void {
    try {
      write();
    } catch {
      // The next save of the turn says that the disk refuses.
    }
  }

  #holder(): TurnHolder {
    const { owner, now, isAlive } = this.#rooms;
    return { owner, now: now(), isAlive };
  }

  #step(event: RunEvent): void {
    this.#run = reduceRun(this.#run, event);
    this.#rooms.emit(this.id, { type: "run", run: this.#run });
  }

  #nameAfter(parts: readonly Part[]): void {
    if (this.#summary.title !== UNTITLED || isBlank(parts)) return;
    const title = titleOf(parts);
    this.#summary = { ...this.#summary, title };
    renameSession(this.#rooms.store, this.id, title);
    this.#rooms.emit(this.id, { type: "title", title });
  }
}

const busyFailure: Failure = {
  stage: "turn",
  code: "busy",
  message:
    "The model is still answering. Your message stays in the input; send it when the answer is done, or stop it.",
  retryable: true,
};
