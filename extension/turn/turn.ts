// The story of a turn, in order: acquire, compose, persist; then assemble and lower. It goes on in answer.ts. Read this first.
import { acquire } from "../acquire/acquire.ts";
import type { Facts } from "../acquire/facts.ts";
import type { Assembled } from "../assemble/assemble.ts";
import type { Catalog, Invoked } from "../compose/catalog.ts";
import { compose, type Composed } from "../compose/compose.ts";
import type { Failure } from "../message/failure.ts";
import type { UserMessage } from "../message/message.ts";
import { type Model, modelKey } from "../message/model.ts";
import type { FileAttachment, Part } from "../message/part.ts";
import type { Sending } from "../message/resolved.ts";
import { unlessStopped } from "../stream/stopped.ts";
import { storeAttachments } from "../persist/contents/attachments.ts";
import { contentId } from "../persist/contents/blobs.ts";
import { saveUserMessage, timeAfterSent } from "../persist/messages.ts";
import { enqueue, fire, type Hold, holdQueue, readHold, readQueue, requeue } from "../persist/queue.ts";
import { withAgentAccount } from "./agent-account.ts";
import { askedOfServers, type Sent, storedWith } from "./request/asked-of-servers.ts";
import { assembleTurn, storedPdfs, viewAhead } from "./request/assemble-turn.ts";
import { earlierRequests } from "./request/earlier.ts";
import { latePromptFailure } from "./late-prompt.ts";
import { readHistory } from "./request/memory.ts";
import { type PinsRead, readPinned } from "./request/pins.ts";
import { readPdfs } from "./request/read-pdfs.ts";
import { saveFailure, TAKEN_OVER } from "./recorder.ts";
import type { Tool } from "../tools/tool.ts";
import type { Rooms } from "./rooms.ts";
import { shownMessage } from "./shown.ts";
import { type Frame, frameOf, withFrame } from "./request/frame.ts";
import { offeredTools, specsOf } from "./request/offered-tools.ts";
import { preparedCatalog } from "./request/prepared-catalog.ts";
import { keepRefusal } from "./refused-skill.ts";
import { toolsFor } from "./skill-parts.ts";
import { plannerOf } from "./skill-plan.ts";
import { withWarnings } from "./request/with-warnings.ts";
import { prepare, type Prepared } from "./wire.ts";

const STOPPED: Failure = {
  stage: "turn",
  code: "stopped",
  message: "Stopped before sending. Your message is back in the input.",
  retryable: true,
};

export type Taken = { ok: true; message: UserMessage; at: number } | { ok: false; failure: Failure };

/** Rooms 1 to 3. When it returns a message, that message is on disk; one that is stopped before is not taken. */
export function takeIn(
  rooms: Rooms,
  sessionId: string,
  parts: readonly Part[],
  endsDraft: boolean,
  signal: AbortSignal,
): Promise<Taken> {
  return composeAnd(rooms, sessionId, parts, signal, ({ message, contents }) => {
    const at = timeAfterSent(rooms.store, sessionId, rooms.now());
    saveUserMessage(rooms.store, { session_id: sessionId, at, message, contents, ends_draft: endsDraft });
    rooms.emit(sessionId, { type: "message", session_id: sessionId, message: shownMessage({ at, message }) });
    return { ok: true, message, at };
  });
}

export interface InLine {
  endsDraft: boolean;
  /** Nothing of the queue goes until the user says so. */
  holds: Hold | null;
  /** It goes into the turn that runs, at its next tool. */
  steers: boolean;
  /** The message it was: it takes its place. */
  was?: UserMessage | undefined;
}

/** Rooms 1 to 3 for a message that must wait. Its files are read again when it is sent, so nothing of them is kept. */
export function takeInLine(
  rooms: Rooms,
  sessionId: string,
  parts: readonly Part[],
  { endsDraft, holds, was, ...how }: InLine,
): Promise<Taken> {
  // An agent has no next step that is known here.
  const steers = how.steers && rooms.model(sessionId).keeps_session !== true;
  return composeAnd(rooms, sessionId, parts, undefined, ({ message: composed }) => {
    const at = rooms.now();
    const { snapshots, ...metadata } = composed.metadata;
    const plain = { ...composed, metadata: steers ? { ...metadata, steers } : metadata };
    const message = was === undefined || steers ? plain : inPlaceOf(plain, was);
    const row = { session_id: sessionId, at, message, contents: new Map<string, string>(), ends_draft: endsDraft };
    if (message.id === was?.id) requeue(rooms.store, row);
    else enqueue(rooms.store, row);
    if (holds !== null) holdQueue(rooms.store, sessionId, holds);
    return { ok: true, message, at };
  });
}

/** The same message with other words: of those that came at the same time it still is the first or the last. */
function inPlaceOf(message: UserMessage, { id, metadata: { queued_at, steers } }: UserMessage): UserMessage {
  return { ...message, id, metadata: { ...message.metadata, queued_at, ...(steers === true && { steers }) } };
}

async function composeAnd(
  rooms: Rooms,
  sessionId: string,
  parts: readonly Part[],
  signal: AbortSignal | undefined,
  save: (composed: Composed) => Taken,
): Promise<Taken> {
  try {
    const limits = rooms.attachmentLimits();
    const stored = await storeAttachments(rooms.store, sessionId, parts, limits);
    // What stands inside other parts carries no bytes.
    const store = <Kind extends Part>(made: readonly Kind[]): Promise<(Kind | FileAttachment)[]> =>
      storeAttachments(rooms.store, sessionId, made, { ...limits, inlineBytes: 0 });
    const tell = (words: string): void => {
      rooms.emit(sessionId, { type: "preparing", session_id: sessionId, words });
    };
    const late = await latePromptFailure(rooms, sessionId, stored, signal);
    if (late !== undefined) return { ok: false, failure: late };
    const plan = plannerOf(rooms, sessionId, { signal, tell });
    const { catalog, invoked } = await preparedCatalog(rooms, sessionId, stored, plan);
    const composed = await unlessStopped(gather(rooms, stored, catalog, { store, signal }), signal);
    if (composed === undefined || signal?.aborted === true)
      return { ok: false, failure: rooms.isOurs?.() === false ? TAKEN_OVER : STOPPED };
    const [failure] = composed.failures;
    keepRefusal(rooms, sessionId, invoked);
    return failure === undefined ? save(composed) : { ok: false, failure };
  } catch (error) {
    return { ok: false, failure: saveFailure(error) };
  }
}

/**
 * The first of the queue that still waits becomes a message of the conversation, with its files as they are now. Of a
 * queue that `minds` its hold none does while it is held.
 */
export function takeNext(rooms: Rooms, sessionId: string, minds: boolean): Promise<Taken | undefined> {
  return takeFrom(rooms, sessionId, minds, () => true);
}

/** The same for one that is to go into the turn that runs. What cannot be taken now goes on waiting, and so does a held queue. */
export async function takeSteering(rooms: Rooms, sessionId: string): Promise<Extract<Taken, { ok: true }> | undefined> {
  const taken = await takeFrom(rooms, sessionId, true, ({ metadata }) => metadata.steers === true);
  return taken?.ok === true ? taken : undefined;
}

async function takeFrom(
  rooms: Rooms,
  sessionId: string,
  minds: boolean,
  isWanted: (message: UserMessage) => boolean,
): Promise<Taken | undefined> {
  try {
    for (;;) {
      // Files of a message that must wait are not even read.
      if (minds && readHold(rooms.store, sessionId) !== null) return undefined;
      const waiting = readQueue(rooms.store, sessionId).find(isWanted);
      if (waiting === undefined) return undefined;
      const { message: fresh, contents } = await gatherAgain(rooms, waiting);
      const { queued_at, steers, ...metadata } = { ...waiting.metadata, snapshots: fresh.metadata.snapshots };
      const message = { ...waiting, metadata };
      const row = { session_id: sessionId, at: rooms.now(), message, contents, ends_draft: false };
      // The user may have canceled the message while its files were read.
      const at = fire(rooms.store, row, minds);
      if (at === undefined) continue;
      rooms.emit(sessionId, { type: "message", session_id: sessionId, message: shownMessage({ at, message }) });
      return { ok: true, message, at };
    }
  } catch (error) {
    return { ok: false, failure: saveFailure(error) };
  }
}

/** Rooms 1, 2, 4 and 5 without a trace: what would be sent, nothing stored. */
export async function preview(rooms: Rooms, sessionId: string, parts: readonly Part[]): Promise<Preview> {
  await rooms.ready?.();
  const { catalog, invoked } = await preparedCatalog(rooms, sessionId, parts);
  const { message, contents, facts } = await gather(rooms, parts, catalog);
  const model = rooms.model(sessionId);
  return {
    ...(await makeRequest(rooms, sessionId, model, { turn: message, fresh: contents })),
    facts,
    turn: message,
    invoked,
  };
}

interface Wanted {
  turn: UserMessage;
  /** The history ends before this message. Default: after the last message. */
  before?: string;
  /** Texts of the turn that are not stored yet. */
  fresh?: ReadonlyMap<string, string>;
  /** The tools that the turn's skills allow. Default: determined from the turn's parts. */
  bound?: (all: readonly Tool[]) => readonly Tool[];
  /** `undefined` for a preview. */
  sending?: Sending;
}

/** Rooms 4 and 5: what goes, with all that stands around the turn read now. */
export async function makeRequest(
  rooms: Rooms,
  sessionId: string,
  model: Model,
  { turn, before, fresh, sending, bound = (all) => toolsFor(turn.parts, all, model.tools) }: Wanted,
): Promise<Made> {
  const tools = bound(await offeredTools(rooms, sessionId, model, turn));
  const history = await readHistory(rooms.store, sessionId, before);
  const pinned = await readPinned(rooms, sessionId, sending);
  const frame = await frameOf(rooms, sessionId, [...history, turn], pinned);
  await readPdfs(rooms.pdfs, [...history, turn], model, storedPdfs(rooms, fresh));
  await viewAhead(rooms, { session_id: sessionId, history, model });
  const plain = assembleTurn(rooms, {
    session_id: sessionId,
    history,
    turn,
    earlier: earlierRequests(rooms, sessionId, history),
    layers: frame.layers,
    tools: specsOf(tools),
    model,
    pinned,
    ...(fresh !== undefined && { fresh }),
  });
  const assembled = withFrame(plain, frame);
  const prepared = prepare(assembled.context, model, rooms);
  const { sources = {} } = frame;
  const counted = withAgentAccount(assembled, model, rooms.agents?.continues(sessionId, modelKey(model)) === undefined);
  return { assembled: withWarnings(counted, prepared.warnings), pinned: pinned.pins, prepared, tools, sources };
}

export interface Made {
  tools: readonly Tool[];
  assembled: Assembled;
  pinned: PinsRead["pins"];
  prepared: Prepared;
  sources: NonNullable<Frame["sources"]>;
}

export interface Preview extends Made {
  facts: Facts;
  turn: UserMessage;
  /** What its package came to, where it gives one. */
  invoked: Invoked | undefined;
}

async function gather(
  rooms: Rooms,
  parts: readonly Part[],
  catalog: Catalog,
  sent?: Sent,
): Promise<Composed & { facts: Facts }> {
  const { readFile, readContext, readResource } = rooms;
  const read = await acquire({ readFile, readContext, readResource, digest: contentId, sending: sent }, parts);
  const prompt = await askedOfServers(parts, catalog, sent);
  const facts = sent === undefined ? read : await storedWith(read, sent.store);
  return { ...compose(parts, facts, () => rooms.newId("msg"), catalog, {}, prompt), facts };
}

/**
 * For a message that waited: its command was resolved and its context read when it was given, and neither is looked up
 * again. Its files are.
 */
async function gatherAgain(rooms: Rooms, { parts, metadata }: UserMessage): Promise<Composed> {
  const { resolved = {} } = metadata;
  const facts = await acquire({ readFile: rooms.readFile, digest: contentId }, parts, Object.values(resolved));
  return compose(parts, facts, () => rooms.newId("msg"), undefined, resolved);
}
