// The unsent message and its way to the host: soon, once, to its own conversation, and back when it is refused.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Failure } from "../../extension/message/failure.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import { asked, backoff, busy, conversation, text, upload } from "../webview/samples.ts";
import { typedPanel } from "./typed-panel.ts";

let { panel, host, input } = typedPanel();

beforeEach(() => {
  vi.useFakeTimers();
  ({ panel, host, input } = typedPanel());
});
afterEach(() => void vi.useRealTimers());

const failure: Failure = { stage: "persist", code: "disk-full", message: "The disk is full.", retryable: true };
const other = conversation({
  session: { ...newConversation("ses_2", 2), title: "Second" },
  draft: { parts: [backoff] },
});

const drafts = () => host.posted("draft").map(({ draft }) => draft.parts);
const submitted = () => host.posted("submit").map(({ draft }) => draft.parts);
const accept = () => panel.receive({ type: "accepted", session_id: "ses_1", message_id: "m1" });

test("a change reaches the host after 150 ms, and fast typing is not a post for every key", () => {
  input.type("f");
  vi.advanceTimersByTime(100);
  input.type("ast");
  vi.advanceTimersByTime(49);
  expect(drafts()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(drafts()).toEqual([[text("fast")]]);
  vi.advanceTimersByTime(1000);
  expect(drafts()).toHaveLength(1);
});

test("a stored draft is there when the panel opens, and is not posted back", () => {
  ({ panel, host, input } = typedPanel(false));
  panel.receive({ type: "snapshot", snapshot: conversation({ draft: { parts: [text("why "), upload] } }) });
  expect(input.draft.parts).toEqual([text("why "), upload]);
  vi.advanceTimersByTime(1000);
  expect(drafts()).toEqual([]);
});

test("a refused message comes back before what was typed meanwhile, with the reason", () => {
  panel.receive({ type: "insert", session_id: "ses_1", parts: [upload], at: "caret" });
  input.press("Enter");
  input.type("meanwhile");
  panel.receive({ type: "refused", session_id: "ses_1", draft: { parts: [upload] }, failure });
  expect(panel.failure).toEqual(failure);
  input.type("!");
  input.press("Enter");
  expect(submitted()).toEqual([[upload], [upload, text("\nmeanwhile!")]]);
});

test("what was stopped before it went comes back with a word beside the input and no alarm", () => {
  input.type("go");
  input.press("Enter");
  const stopped = { ...failure, code: "stopped", message: "Stopped before it was sent." };
  panel.receive({ type: "refused", session_id: "ses_1", draft: { parts: [text("go")] }, failure: stopped });
  expect([panel.failure, panel.compositor.notice]).toEqual([null, "Stopped before it was sent."]);
  expect(input.draft.parts).toEqual([text("go")]);
});

test("what is typed while a message is on its way is the next draft", () => {
  input.type("hello");
  input.press("Enter");
  input.type("next");
  input.blur();
  expect(drafts().at(-1)).toEqual([text("next")]);
  input.press("Enter");
  expect(submitted()).toHaveLength(1);
  accept();
  input.press("Enter");
  expect(submitted()).toEqual([[text("hello")], [text("next")]]);
});

test("another conversation brings its own draft; the old one goes to its own first", () => {
  input.type("of the first");
  panel.receive({ type: "snapshot", snapshot: other });
  expect(host.posted("draft")).toEqual([
    { type: "draft", session_id: "ses_1", draft: { parts: [text("of the first")] } },
  ]);
  input.press("Enter");
  expect(host.posted("submit")).toEqual([{ type: "submit", session_id: "ses_2", draft: { parts: [backoff] } }]);
});

test("whoever comes back while a message is on its way is told so, and sends nothing twice", () => {
  input.type("hello");
  input.press("Enter");
  panel.receive({ type: "snapshot", snapshot: other });
  panel.receive({ type: "snapshot", snapshot: conversation({ sending: true }) });
  vi.advanceTimersByTime(999);
  expect(panel.compositor.preparing).toBe("");
  vi.advanceTimersByTime(1);
  expect(panel.compositor.preparing).toBe("Preparing message…");
  expect(input.isBlank).toBe(true);
  input.type("next");
  input.press("Enter");
  expect(panel.compositor.notice).toBe("Sending… Your message stays in the input until it is sent.");
  accept();
  expect(input.draft.parts).toEqual([text("next")]);
  input.press("Enter");
  expect(submitted()).toEqual([[text("hello")], [text("next")]]);
});

test("of another conversation it is not told what takes long", () => {
  input.type("go");
  input.press("Enter");
  panel.receive({ type: "preparing", session_id: "ses_9", words: "The model decides…" });
  expect(panel.compositor.preparing).toBe("");
  panel.receive({ type: "preparing", session_id: "ses_1", words: "The model decides…" });
  expect(panel.compositor.preparing).toBe("The model decides…");
});

test("the same conversation told again leaves the input alone", () => {
  input.type("mine");
  panel.receive({ type: "snapshot", snapshot: conversation({ draft: { parts: [text("old")] }, run: busy }) });
  expect(input.draft.parts).toEqual([text("mine")]);
});

test("what is typed before the host answers is kept, after the stored draft", () => {
  ({ panel, host, input } = typedPanel(false));
  input.type("typed early");
  panel.receive({ type: "snapshot", snapshot: conversation({ draft: { parts: [upload, text(" stored")] } }) });
  input.type("!");
  input.press("Enter");
  expect(submitted()).toEqual([[upload, text(" stored\ntyped early!")]]);
});

test("what is sent before the host answers goes by itself when it has, and the rest stays", () => {
  ({ panel, host, input } = typedPanel(false));
  input.type("sent early");
  input.press("Enter");
  expect(panel.compositor.notice).toBe("Galley is starting. Your message will be sent when it is ready.");
  input.type("next");
  expect(submitted()).toEqual([]);
  panel.receive({ type: "snapshot", snapshot: conversation({ draft: { parts: [text("stored")] } }) });
  expect(host.posted("submit")).toEqual([
    { type: "submit", session_id: "ses_1", draft: { parts: [text("sent early")] } },
  ]);
  expect(drafts()).toEqual([[text("stored\nnext")]]);
  accept();
  input.press("Enter");
  expect(submitted().at(-1)).toEqual([text("stored\nnext")]);
});

test("a new conversation is not disturbed by what the host still says of the one before", () => {
  panel.run("new");
  input.type("mine");
  const late = { draft: { parts: [text("stored")] }, messages: [asked("m1", text("late"))] };
  panel.receive({ type: "snapshot", snapshot: conversation(late) });
  panel.receive({ type: "returned", session_id: "ses_1", draft: { parts: [text("queued")] }, replaces: true });
  panel.receive({ type: "refused", session_id: "ses_1", draft: { parts: [text("refused")] }, failure });
  expect(input.draft.parts).toEqual([text("mine")]);
  expect([panel.conversation.entries, panel.failure]).toEqual([[], null]);
  const session_id = host.posted("new")[0]?.session_id ?? "";
  panel.receive({
    type: "snapshot",
    snapshot: conversation({ session: { ...newConversation(session_id, 1), title: "N" } }),
  });
  input.press("Enter");
  expect(host.posted("submit")).toEqual([{ type: "submit", session_id, draft: { parts: [text("mine")] } }]);
});

test("a queue and a message of another conversation are not taken in", () => {
  const items = [{ id: "q1", words: "theirs", chips: 0 }];
  panel.receive({ type: "queue", session_id: "ses_9", queue: { items, held: false, undo: false } });
  panel.receive({ type: "returned", session_id: "ses_9", draft: { parts: [text("theirs")] } });
  panel.receive({ type: "message", session_id: "ses_9", message: asked("m9", text("theirs")) });
  expect([panel.queue.shown.items, input.draft.parts, panel.conversation.entries]).toEqual([[], [], []]);
});

test("an action gives back what it did not take, before what was typed meanwhile", () => {
  input.type("keep this");
  input.press("Enter");
  input.type("meanwhile");
  panel.receive({ type: "acted", session_id: "ses_1", draft: { parts: [text("keep this "), upload] } });
  vi.advanceTimersByTime(150);
  expect(drafts().at(-1)).toEqual([text("keep this "), upload, text("\nmeanwhile")]);
  input.press("Enter");
  expect(submitted()).toHaveLength(2);
});

const send = (steers: boolean) => panel.receive({ type: "send", session_id: "ses_1", steers });

test("what is typed between a key and its command is the next message", () => {
  input.type("first");
  input.mark();
  input.type("\nsecond");
  send(false);
  expect(submitted()).toEqual([[text("first")]]);
  expect(input.draft.parts).toEqual([text("\nsecond")]);
  expect(drafts().at(-1)).toEqual([text("\nsecond")]);
});

test("a key in the middle of the text sends all of it, and what is typed there stays", () => {
  input.type("first");
  input.moveTo(2);
  input.mark();
  input.type("xy");
  send(false);
  expect(submitted()).toEqual([[text("first")]]);
  expect(input.draft.parts).toEqual([text("xy")]);
});

test("text that is changed elsewhere after the key goes along: nothing is lost", () => {
  input.type("first");
  input.mark();
  input.moveTo(0);
  input.type("x");
  send(false);
  expect(submitted()).toEqual([[text("xfirst")]]);
  expect(input.isBlank).toBe(true);
});

test("a key in an empty input sends nothing, and keeps what is typed after it", () => {
  input.mark();
  input.type("later");
  send(false);
  expect(submitted()).toEqual([]);
  expect(input.draft.parts).toEqual([text("later")]);
});

test("the command that steers sends the message into the running turn, and as usual if none runs", () => {
  const steers = () => host.posted("submit").map((message) => message.steers ?? false);
  const steer = () => send(true);
  steer();
  expect(submitted()).toEqual([]);
  input.type("first");
  steer();
  accept();
  panel.receive({ type: "run", session_id: "ses_1", run: busy });
  input.type("second");
  steer();
  expect(submitted()).toEqual([[text("first")], [text("second")]]);
  expect(steers()).toEqual([false, true]);
});

test("the command for a card moves to one only while something is asked", () => {
  let moved = 0;
  panel.asks.attach(() => (moved += 1));
  const focus = () => panel.receive({ type: "focus-ask", session_id: "ses_1" });
  focus();
  expect(moved).toBe(0);
  const ask = { type: "go-on" as const, call_id: "c1", words: "Go on?" };
  panel.receive({ type: "run", session_id: "ses_1", run: { state: "waiting", message_id: "m1", asks: [ask] } });
  focus();
  panel.receive({ type: "focus-ask", session_id: "ses_2" });
  expect(moved).toBe(1);
});
