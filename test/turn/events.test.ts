// What happens in a conversation, as the panel and other extensions are told it.
import { describe, expect, it } from "vitest";
import { offersToPublic, toPublic } from "../../extension/host/api/to-public.ts";
import { toPanel } from "../../extension/host/turns/to-panel.ts";
import type { Failure } from "../../extension/message/failure.ts";
import type { Notice } from "../../extension/message/notice.ts";
import { ToWebview } from "../../extension/protocol/to-webview.ts";
import type { TurnEvent } from "../../extension/turn/events.ts";

const session_id = "ses_1";
const of = { session_id, message_id: "m2" };
const failure: Failure = { stage: "send", code: "offline", message: "Offline.", retryable: true };

const EVENTS: TurnEvent[] = [
  { type: "run", session_id, run: { state: "busy", message_id: "m1" } },
  { type: "title", session_id, title: "Retry budget" },
  { type: "queue", session_id, queue: { items: [], held: false, undo: false } },
  { type: "message", session_id, message: { role: "user", id: "m1", at: 1, parts: [{ type: "text", text: "Why?" }] } },
  { type: "preparing", session_id, words: "The model decides…" },
  { type: "returned", session_id, draft: { parts: [] } },
  { type: "returned", session_id, draft: { parts: [] }, replaces: true },
  { type: "failure", session_id, failure },
  { type: "delta", ...of, part: 0, kind: "text", text: "Because" },
  { type: "part", ...of, index: 0, part: { type: "text", text: "Because" } },
  { type: "progress", ...of, call_id: "t1", words: "3 of 10" },
  { type: "edits", ...of, edits: [{ path: "src/a.ts", added: 3, removed: 1, state: "open" }] },
];

describe.each(EVENTS.map((event) => ({ type: event.type, event })))("$type", ({ event }) => {
  it("is an envelope that the panel understands whole", () => {
    expect(ToWebview.parse(toPanel(event))).toEqual(event);
  });

  it("is told to other extensions with its version and its conversation, and with nothing else than its fields", () => {
    const inner = { ...event, secret: "inner" };
    expect(toPublic(inner)).toStrictEqual({ version: 1, session_id, event });
  });
});

describe("notice", () => {
  const notice: Notice = { message: "It restarted.", action: "restartAgent" };
  const event: TurnEvent = { type: "notice", session_id, notice };

  it("is an envelope that the panel understands whole", () => {
    expect(ToWebview.parse(toPanel(event))).toEqual(event);
  });

  it("is told to other extensions as version 1 always told it: as a failure with a code of its own", () => {
    const told = { stage: "send", code: "notice", retryable: false, ...notice };
    const failed = { type: "failure", session_id, failure: told };
    expect(toPublic(event)).toStrictEqual({ version: 1, session_id, event: failed });
  });
});

it("what offers itself is told to other extensions as it always was", () => {
  expect(offersToPublic(session_id, [])).toEqual({
    version: 1,
    session_id,
    event: { type: "ghosts", session_id, ghosts: [] },
  });
});
