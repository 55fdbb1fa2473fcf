// What the host says late of another conversation than the one that is shown: it changes nothing, and nothing is lost.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Failure } from "../../extension/message/failure.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import type { ToWebview } from "../../extension/protocol/to-webview.ts";
import { progressOf } from "../../webview/state/progress.svelte.ts";
import { answered, busy, conversation, text, tokens, upload } from "../webview/samples.ts";
import { typedPanel } from "./typed-panel.ts";

let { panel, host, input } = typedPanel();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw));
  ({ panel, host, input } = typedPanel());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const failure: Failure = { stage: "send", code: "offline", message: "Offline.", retryable: true };
const model = { ...conversation().model, name: "Theirs" };
const expansion = { id: "/review", kind: "text", text: "Review.", chips: 0 } as const;
const review = { id: "/review", description: "Reviews", source: "project" } as const;
const offer = { name: "selection", label: "upload.ts:10-25", mode: "always", tokens: 180 } as const;
const edit = { path: "src/a.ts", added: 3, removed: 1, state: "open" } as const;

/** Everything that the host says of a conversation by itself. */
function saidOf(session_id: string): ToWebview[] {
  const of = { session_id, message_id: "m2" };
  return [
    { type: "run", session_id, run: busy },
    { type: "title", session_id, title: "Theirs" },
    { type: "model", session_id, model },
    { type: "agent", session_id, agent: { name: "theirs", description: "" } },
    { type: "meter", session_id, meter: { segments: [], estimate: 7, limit: 10 } },
    { type: "measures", session_id, measures: [tokens(upload, 7)] },
    { type: "expansion", session_id, expansion: { ...expansion, open: [] } },
    { type: "catalog", session_id, commands: [{ ...review, arguments: [], hides: [] }] },
    { type: "context-offers", session_id, offers: [{ ...offer, parts: [upload] }] },
    { type: "failure", session_id, failure },
    { type: "notice", session_id, notice: { message: "It restarted." } },
    { type: "delta", ...of, part: 0, kind: "text", text: " theirs" },
    { type: "part", ...of, index: 0, part: { type: "text", text: "theirs" } },
    { type: "progress", ...of, call_id: "t1", words: "3 of 10" },
    { type: "edits", ...of, edits: [edit] },
    { type: "remove", session_id, part: upload, nth: 0 },
    { type: "acted", session_id, draft: { parts: [text("theirs")] } },
  ];
}

/** All that the user sees. */
function seen(): unknown {
  vi.advanceTimersByTime(100);
  const { conversation: told, meter, failure: shown, notice, catalog, contextOffers, measures } = panel;
  return structuredClone({
    conversation: [told.summary, told.run, told.model, told.agent],
    answer: told.answer("m2")?.shown,
    progress: [...progressOf],
    input: [input.draft, meter, panel.expansion, contextOffers.shown, measures.of(upload)],
    rest: [shown, notice, catalog],
  });
}

test.each(saidOf("ses_9").map((late, nth) => ({ type: late.type, late, own: saidOf("ses_1").slice(nth, nth + 1) })))(
  "a late $type of another conversation changes nothing",
  ({ late, own }) => {
    const draft = { parts: [upload, text(" mine")] };
    panel.receive({
      type: "snapshot",
      snapshot: conversation({ messages: [answered("m2", "mine")], draft }),
      replace_draft: true,
    });
    const before = seen();
    panel.receive(late);
    expect(seen()).toEqual(before);
    for (const message of own) panel.receive(message);
    expect(seen()).not.toEqual(before);
  },
);

test("what was chosen for a conversation that is no longer shown goes back to the host, and not into the new one", () => {
  panel.run("new");
  input.type("new words");
  panel.receive({ type: "insert", session_id: "ses_1", parts: [upload], at: "caret" });
  expect(input.draft.parts).toEqual([text("new words")]);
  expect(host.posted("not-inserted")).toEqual([{ type: "not-inserted", session_id: "ses_1", parts: [upload] }]);
  const session_id = host.posted("new")[0]?.session_id ?? "";
  panel.receive({ type: "insert", session_id, parts: [upload], at: "end" });
  expect(input.draft.parts).toContainEqual(upload);
  expect(host.posted("not-inserted")).toHaveLength(1);
});

test("the host learns which conversation was begun, and what was typed before, ahead of what it gets back", () => {
  input.type("old words");
  panel.run("new");
  panel.receive({ type: "insert", session_id: "ses_1", parts: [upload], at: "caret" });
  const told = host.posts.map((message) => message.type);
  expect(told).toEqual(["new", "draft", "not-inserted"]);
});

test("what was chosen before any conversation is shown goes back to the host", () => {
  ({ panel, host, input } = typedPanel(false));
  panel.receive({ type: "insert", session_id: "ses_1", parts: [upload], at: "caret" });
  expect(input.isBlank).toBe(true);
  expect(host.posted("not-inserted")).toHaveLength(1);
});

test("why no conversation is shown, or not the one that was begun, is said", () => {
  ({ panel, host, input } = typedPanel(false));
  panel.receive({ type: "failure", session_id: "ses_1", failure });
  expect(panel.failure).toEqual(failure);
  panel.run("new");
  panel.receive({ type: "failure", session_id: "ses_1", failure });
  const other = conversation({ session: { ...newConversation("ses_2", 2), title: "Second" } });
  panel.receive({ type: "snapshot", snapshot: other });
  expect(panel.conversation.summary?.id).not.toBe("ses_2");
  const session_id = host.posted("new")[0]?.session_id ?? "";
  panel.receive({ type: "failure", session_id, failure });
  expect(panel.failure).toEqual(failure);
  panel.receive({ type: "snapshot", snapshot: other });
  expect(panel.conversation.summary?.id).toBe("ses_2");
});

test("a file goes on to the conversation it was added to when another is shown", async () => {
  panel.additions.takeFile("ses_1", new File([new Uint8Array((1 << 20) + 3)], "big.bin"));
  const pieces = () => host.posted("file-chunk");
  await vi.waitFor(() => expect(pieces()).toHaveLength(1));
  panel.run("new");
  const transfer = pieces()[0]?.transfer ?? "";
  panel.receive({ type: "chunk-taken", session_id: "ses_1", transfer, wants_more: true });
  await vi.waitFor(() => expect(pieces()).toHaveLength(2));
  expect(pieces()[1]).toMatchObject({ session_id: "ses_1", transfer, offset: 1 << 20 });
});

test("what is dropped, pasted or attached before the host has named the conversation is added when it has", async () => {
  ({ panel, host } = typedPanel(false));
  panel.additions.takeUris(["file:///a.ts"]);
  panel.additions.takeFiles([new File(["bytes"], "shot.png")]);
  panel.additions.attach();
  expect([...host.posted("take-uris"), ...host.posted("attach")]).toEqual([]);
  panel.receive({ type: "snapshot", snapshot: conversation() });
  expect(host.posted("take-uris")).toEqual([{ type: "take-uris", session_id: "ses_1", uris: ["file:///a.ts"] }]);
  expect(host.posted("attach")).toEqual([{ type: "attach", session_id: "ses_1" }]);
  await vi.waitFor(() => expect(host.posted("file-chunk")).toMatchObject([{ session_id: "ses_1", name: "shot.png" }]));
  panel.receive({ type: "snapshot", snapshot: conversation() });
  expect(host.posted("take-uris"), "once").toHaveLength(1);
});
