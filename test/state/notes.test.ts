// What stands above the input: a failure, a notice, or both.
import { beforeEach, expect, test } from "vitest";
import type { Failure } from "../../extension/message/failure.ts";
import type { Notice } from "../../extension/message/notice.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import { conversation } from "../webview/samples.ts";
import { typedPanel } from "./typed-panel.ts";

let { panel, input } = typedPanel();

beforeEach(() => {
  ({ panel, input } = typedPanel());
});

const session_id = "ses_1";
const failure: Failure = { stage: "send", code: "offline", message: "Offline.", retryable: true };
const notice: Notice = { message: "It restarted.", action: "restartAgent" };

const fail = () => panel.receive({ type: "failure", session_id, failure });
const notify = () => panel.receive({ type: "notice", session_id, notice });
const shown = () => [panel.failure, panel.notice];

test("a notice is no failure", () => {
  notify();
  expect(shown()).toEqual([null, notice]);
});

test("a notice hides no failure that is shown", () => {
  fail();
  notify();
  expect(shown()).toEqual([failure, notice]);
});

test("a newer failure takes the place of a notice", () => {
  notify();
  fail();
  expect(shown()).toEqual([failure, null]);
  notify();
  panel.receive({ type: "refused", session_id, draft: { parts: [] }, failure });
  expect(shown()).toEqual([failure, null]);
});

test("a message that is accepted puts both away", () => {
  fail();
  notify();
  input.type("go");
  input.press("Enter");
  panel.receive({ type: "accepted", session_id, message_id: "m1" });
  expect(shown()).toEqual([null, null]);
});

test("both stay with their conversation", () => {
  fail();
  notify();
  const other = conversation({ session: { ...newConversation("ses_2", 2), title: "Second" } });
  panel.receive({ type: "snapshot", snapshot: other });
  expect(shown()).toEqual([null, null]);
});

test("a notice that comes before any conversation is shown is not lost", () => {
  ({ panel, input } = typedPanel(false));
  notify();
  panel.receive({ type: "snapshot", snapshot: conversation() });
  expect(shown()).toEqual([null, notice]);
});
