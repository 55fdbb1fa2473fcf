// Where the message of a turn comes from: a draft, the queue, or a turn whose answer waited for the user.
import type { Composed } from "../compose/compose.ts";
import type { AssistantMessage, UserMessage } from "../message/message.ts";
import type { Part } from "../message/part.ts";
import type { Result } from "../message/result.ts";
import type { Store } from "../persist/database/store.ts";
import { saveUserMessage, timeAfterSent } from "../persist/messages.ts";
import { fire, readHold, readQueue } from "../persist/queue.ts";
import type { Emit } from "./events.ts";
import { acquireFacts, composeMessage, type GatherPorts, type Outgoing } from "./gather.ts";
import { type DraftPorts, readDraft } from "./read-draft.ts";
import { shownMessage } from "./shown.ts";

export interface QueueSourcePorts {
  store: Store;
  now: () => number;
  emit: Emit;
}

export type SteeringPorts = QueueSourcePorts & GatherPorts;

/** A turn whose message is stored. */
export interface StartedTurn {
  message: UserMessage;
  at: number;
  /** The answer so far, if it waited for the user when its process ended. */
  answer?: { message: AssistantMessage; at: number };
}

interface ToSend {
  outgoing: Outgoing;
  /** Set for a draft: if the user stops it before it is stored, it returns to the input. */
  signal?: AbortSignal;
  /** Stores the message, or says why it must not be sent as it is. `undefined` if the user has canceled it meanwhile. */
  save: (composed: Composed) => Result<StartedTurn> | undefined;
}

export interface Source {
  /** Set if the message is stored already. */
  started?: StartedTurn;
  /** The next message to send, or why it cannot be sent; `undefined` if there is none. */
  next: (signal: AbortSignal) => Promise<Result<ToSend> | undefined>;
}

export function fromDraft(
  ports: DraftPorts,
  conversationId: string,
  parts: readonly Part[],
  endsDraft: boolean,
): Source {
  return {
    next: async (signal) => {
      const read = await readDraft(ports, conversationId, parts, signal);
      if (!read.ok) return read;
      const { outgoing, keepRefusal } = read.value;
      const save: ToSend["save"] = ({ message, contents, failures: [failure] }) => {
        keepRefusal();
        if (failure !== undefined) return { ok: false, failure };
        const at = timeAfterSent(ports.store, conversationId, ports.now());
        saveUserMessage(ports.store, { session_id: conversationId, at, message, contents, ends_draft: endsDraft });
        return { ok: true, value: announced(ports, conversationId, { message, at }) };
      };
      return { ok: true, value: { outgoing, signal, save } };
    },
  };
}

/** The first queued message that `isWanted`. With `respectsHold`, none while the queue is held. */
export function fromQueue(
  ports: QueueSourcePorts,
  conversationId: string,
  respectsHold: boolean,
  isWanted: (message: UserMessage) => boolean = () => true,
): Source {
  const next = (): Result<ToSend> | undefined => {
    // Read no files for a message that must wait.
    if (respectsHold && readHold(ports.store, conversationId) !== null) return undefined;
    const waiting = readQueue(ports.store, conversationId).find(isWanted);
    return waiting && { ok: true, value: toSend(ports, conversationId, waiting, respectsHold) };
  };
  return { next: () => Promise.resolve(next()) };
}

export function fromStarted(started: StartedTurn): Source {
  return { started, next: () => Promise.resolve(undefined) };
}

/** Stores the next steering message for the running turn. A message that cannot be stored now, and a held queue, stay queued. */
export async function takeSteering(
  ports: SteeringPorts,
  conversationId: string,
  signal: AbortSignal,
): Promise<StartedTurn | undefined> {
  const source = fromQueue(ports, conversationId, true, ({ metadata }) => metadata.steers === true);
  try {
    for (;;) {
      const next = await source.next(signal);
      if (next?.ok !== true) return undefined;
      const { outgoing, save } = next.value;
      const saved = save(composeMessage(ports, outgoing, await acquireFacts(ports, outgoing)));
      if (saved !== undefined) return saved.ok ? saved.value : undefined;
    }
  } catch {
    // The disk refuses, and the next save of the turn says so.
    return undefined;
  }
}

function toSend(ports: QueueSourcePorts, conversationId: string, waiting: UserMessage, respectsHold: boolean): ToSend {
  const save: ToSend["save"] = ({ message: fresh, contents }) => {
    const { snapshots, symbols } = fresh.metadata;
    const { queued_at, steers, ...metadata } = {
      ...waiting.metadata,
      snapshots,
      ...(symbols !== undefined && { symbols }),
    };
    const message = { ...waiting, metadata };
    const row = { session_id: conversationId, at: ports.now(), message, contents, ends_draft: false };
    // The user may have canceled the message while its files were read.
    const at = fire(ports.store, row, respectsHold);
    return at === undefined ? undefined : { ok: true, value: announced(ports, conversationId, { message, at }) };
  };
  return { outgoing: { parts: waiting.parts, resolved: waiting.metadata.resolved ?? {} }, save };
}

function announced(ports: QueueSourcePorts, conversationId: string, started: StartedTurn): StartedTurn {
  ports.emit({ type: "message", session_id: conversationId, message: shownMessage(started) });
  return started;
}
