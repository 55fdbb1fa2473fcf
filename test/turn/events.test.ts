// What happens in a conversation, as the panel and other extensions are told it.
import { describe, expect, it } from "vitest";
import { offersToPublic, toPublic } from "../../extension/host/api/to-public.ts";
import { toPanel } from "../../extension/host/turns/to-panel.ts";
import type { Failure } from "../../extension/message/failure.ts";
import { Manifest } from "../../extension/message/manifest.ts";
import type { Notice } from "../../extension/message/notice.ts";
import { Secrets } from "../../extension/message/secrets/secrets.ts";
import { ToWebview } from "../../extension/protocol/to-webview.ts";
import type { TurnEvent } from "../../extension/turn/events.ts";

const session_id = "ses_1";
const of = { session_id, message_id: "m2" };
const failure: Failure = { stage: "send", code: "offline", message: "Offline.", retryable: true };

const plain = (text: string): string => text;

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
    expect(toPublic(inner, plain)).toStrictEqual({ version: 1, session_id, event });
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
    expect(toPublic(event, plain)).toStrictEqual({ version: 1, session_id, event: failed });
  });
});

describe("manifest", () => {
  const manifest: Manifest = {
    id: "man_1",
    ...{ session_id, message_id: "m1", at: 1, model: "anthropic/one" },
    layers: [{ id: "agent.system", tokens: 3, digest: "d" }],
    history: { messages: 0, tokens: 0, tool_rounds: 0 },
    pinned: [],
    task: [{ part: "https://example.com/?key=s3cret-1234", tokens: 1234, lowered_as: "text" }],
    elided: [],
    dropped: Array.from({ length: 300 }, () => ({ what: "x".repeat(2_000), why: "too large" })),
    ...{ estimate: 10, limit: 100, reserve: 5, actual: null },
    prefix: { same_bytes: 0, total_bytes: 0, diverges_at: null },
  };
  const event: TurnEvent = { type: "manifest", session_id, message_id: "m1", round: 2, manifest };

  it("is told to other extensions with its message and its round, of bounded length and without secrets", () => {
    const secrets = new Secrets(["s3cret-1234", "1234"]);
    const told = toPublic(event, (text) => secrets.hide(text));
    expect(told).toMatchObject({ version: 1, session_id, event: { type: "manifest", message_id: "m1", round: 2 } });
    const public_manifest = "manifest" in told.event ? told.event.manifest : undefined;
    expect(Manifest.parse(public_manifest)).toEqual(public_manifest);
    expect(public_manifest?.task).toEqual([
      { part: "https://example.com/?key=[hidden]", tokens: 1234, lowered_as: "text" },
    ]);
    expect(public_manifest?.dropped).toHaveLength(200);
    expect(public_manifest?.dropped[0]?.what).toHaveLength(500);
  });

  it("is not for the panel, which has the meter", () => {
    expect(toPanel(event)).toBeUndefined();
  });
});

it("what offers itself is told to other extensions as it always was", () => {
  expect(offersToPublic(session_id, [])).toEqual({
    version: 1,
    session_id,
    event: { type: "ghosts", session_id, ghosts: [] },
  });
});
