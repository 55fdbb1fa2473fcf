// An event of a turn as the public event: copied field by field, so that nothing internal gets out with it.
import type { Failure } from "../../message/failure.ts";
import type { Notice } from "../../message/notice.ts";
import type { ContextOffer } from "../../protocol/context-offer.ts";
import type { TurnEvent } from "../../turn/events.ts";
import type { GalleyEvent } from "./api.ts";
import { toldManifest } from "./told-manifest.ts";

/** `hide` replaces the values that logs hide. */
export function toPublic(event: TurnEvent, hide: (text: string) => string): GalleyEvent {
  return toVersion1(event.type === "manifest" ? fieldsOfRequest(event, hide) : fieldsOf(event));
}

/** The contexts that are suggested for the draft, which are no event of a turn. */
export function offersToPublic(session_id: string, offers: ContextOffer[]): GalleyEvent {
  return toVersion1({ type: "ghosts", session_id, ghosts: offers });
}

function toVersion1(event: GalleyEvent["event"]): GalleyEvent {
  return { version: 1, session_id: event.session_id, event };
}

type RequestEvent = Extract<TurnEvent, { type: "manifest" }>;

function fieldsOfRequest(event: RequestEvent, hide: (text: string) => string): GalleyEvent["event"] {
  const { session_id, message_id, round } = event;
  return { type: "manifest", session_id, message_id, round, manifest: toldManifest(event.manifest, hide) };
}

function fieldsOf(event: Exclude<TurnEvent, RequestEvent>): GalleyEvent["event"] {
  const { session_id } = event;
  switch (event.type) {
    case "run":
      return { type: "run", session_id, run: event.run };
    case "title":
      return { type: "title", session_id, title: event.title };
    case "queue":
      return { type: "queue", session_id, queue: event.queue };
    case "message":
      return { type: "message", session_id, message: event.message };
    case "preparing":
      return { type: "preparing", session_id, words: event.words };
    case "returned": {
      const { draft, replaces } = event;
      return { type: "returned", session_id, draft, ...(replaces !== undefined && { replaces }) };
    }
    case "failure":
      return { type: "failure", session_id, failure: event.failure };
    case "notice":
      return { type: "failure", session_id, failure: noticeInVersion1(event.notice) };
    case "delta":
    case "part":
    case "progress":
    case "edits":
      return fieldsOfAnswer(event);
    default:
      return event satisfies never;
  }
}

/** Version 1 has no event for a notice: it is a failure with this code. */
function noticeInVersion1({ message, action }: Notice): Failure {
  return { stage: "send", code: "notice", message, retryable: false, ...(action && { action }) };
}

function fieldsOfAnswer(
  event: Exclude<Extract<TurnEvent, { message_id: string }>, RequestEvent>,
): GalleyEvent["event"] {
  const { session_id, message_id } = event;
  const of = { session_id, message_id };
  switch (event.type) {
    case "delta":
      return { type: "delta", ...of, part: event.part, kind: event.kind, text: event.text };
    case "part":
      return { type: "part", ...of, index: event.index, part: event.part };
    case "progress":
      return { type: "progress", ...of, call_id: event.call_id, words: event.words };
    case "edits":
      return { type: "edits", ...of, edits: event.edits };
    default:
      return event satisfies never;
  }
}
