// Where the message of a turn comes from: a draft the user sends, the queue, or an answer that waited for the user.
import type { Composed } from "../compose/compose.ts";
import type { Failure } from "../message/failure.ts";
import type { AssistantMessage, UserMessage } from "../message/message.ts";
import type { Part } from "../message/part.ts";
import { saveUserMessage, timeAfterSent } from "../persist/messages.ts";
import { fire, readHold, readQueue } from "../persist/queue.ts";
import { acquireFacts, composeMessage, type Outgoing } from "./gather.ts";
import { readDraft } from "./read-draft.ts";
import type { Rooms } from "./rooms.ts";
import { shownMessage } from "./shown.ts";

/** A message that is stored, and the answer it may have so far. */
export interface Begun {
  message: UserMessage;
  at: number;
  /** An answer that waited when its process ended: it goes on where it was. */
  answer?: { message: AssistantMessage; at: number };
}

export type Saved = { ok: true; begun: Begun } | { ok: false; failure: Failure };

interface ToSend {
  ok: true;
  outgoing: Outgoing;
  /** Of one that can be stopped before it is stored: it is the draft again. */
  signal?: AbortSignal;
  /** Stores the message, or says why it must not be sent as it is. `undefined` if the user has canceled it meanwhile. */
  save: (composed: Composed) => Saved | undefined;
}

export interface Source {
  /** Set if the message is stored already. */
  begun?: Begun;
  /** What is to be sent next, or why it cannot be; `undefined` if nothing is. */
  next: (signal: AbortSignal) => Promise<ToSend | Extract<Saved, { ok: false }> | undefined>;
}

export function fromDraft(rooms: Rooms, sessionId: string, parts: readonly Part[], endsDraft: boolean): Source {
  return {
    next: async (signal) => {
      const draft = await readDraft(rooms, sessionId, parts, signal);
      if (!draft.ok) return draft;
      const save: ToSend["save"] = ({ message, contents, failures: [failure] }) => {
        draft.keepRefusal();
        if (failure !== undefined) return { ok: false, failure };
        const at = timeAfterSent(rooms.store, sessionId, rooms.now());
        saveUserMessage(rooms.store, { session_id: sessionId, at, message, contents, ends_draft: endsDraft });
        return { ok: true, begun: told(rooms, sessionId, { message, at }) };
      };
      return { ok: true, outgoing: draft.outgoing, signal, save };
    },
  };
}

/** The first of the queue that is wanted. Of a queue that `minds` its hold, none while it is held. */
export function fromQueue(
  rooms: Rooms,
  sessionId: string,
  minds: boolean,
  isWanted: (message: UserMessage) => boolean = () => true,
): Source {
  const next = (): ToSend | undefined => {
    // Files of a message that must wait are not even read.
    if (minds && readHold(rooms.store, sessionId) !== null) return undefined;
    const waiting = readQueue(rooms.store, sessionId).find(isWanted);
    return waiting && toSend(rooms, sessionId, waiting, minds);
  };
  return { next: () => Promise.resolve(next()) };
}

export function fromWaiting(begun: Begun): Source {
  return { begun, next: () => Promise.resolve(undefined) };
}

/** What is to go into the turn that runs. What cannot be taken now goes on waiting, and so does a held queue. */
export async function takeSteering(rooms: Rooms, sessionId: string, signal: AbortSignal): Promise<Begun | undefined> {
  const source = fromQueue(rooms, sessionId, true, ({ metadata }) => metadata.steers === true);
  try {
    for (;;) {
      const next = await source.next(signal);
      if (next?.ok !== true) return undefined;
      const saved = next.save(composeMessage(rooms, next.outgoing, await acquireFacts(rooms, next.outgoing)));
      if (saved !== undefined) return saved.ok ? saved.begun : undefined;
    }
  } catch {
    // The disk refuses, and the next save of the turn says so.
    return undefined;
  }
}

function toSend(rooms: Rooms, sessionId: string, waiting: UserMessage, minds: boolean): ToSend {
  const save: ToSend["save"] = ({ message: fresh, contents }) => {
    const { queued_at, steers, ...metadata } = { ...waiting.metadata, snapshots: fresh.metadata.snapshots };
    const message = { ...waiting, metadata };
    const row = { session_id: sessionId, at: rooms.now(), message, contents, ends_draft: false };
    // The user may have canceled the message while its files were read.
    const at = fire(rooms.store, row, minds);
    return at === undefined ? undefined : { ok: true, begun: told(rooms, sessionId, { message, at }) };
  };
  return { ok: true, outgoing: { parts: waiting.parts, resolved: waiting.metadata.resolved ?? {} }, save };
}

function told(rooms: Rooms, sessionId: string, begun: Begun): Begun {
  rooms.emit({ type: "message", session_id: sessionId, message: shownMessage(begun) });
  return begun;
}
