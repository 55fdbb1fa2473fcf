// The unsent message and its way to the host: soon, at once when leaving, and back when it is refused.
import { newSession } from "../../extension/message/session.ts";
import { expect, test } from "vitest";
import type { ConversationSnapshot } from "../../extension/protocol/conversation.ts";
import { conversation, type Panel, useStudio } from "./page.ts";
import { backoff, busy, text, upload } from "./samples.ts";

const studio = useStudio();
let panel: Panel;

const failure = {
  stage: "persist",
  code: "disk-full",
  message: "The disk is full: make room and send again.",
  retryable: true,
} as const;

/** A panel whose time stands still until the test lets it pass. */
async function withStillClock(snapshot: ConversationSnapshot | boolean = true): Promise<void> {
  panel = await studio.panel({ snapshot, isAlone: true, before: (page) => page.clock.install() });
  await panel.focus();
  await panel.page.clock.pauseAt(await panel.page.evaluate(() => Date.now() + 1000));
}

test("a change reaches the host after 150 ms, and fast typing is not a post for every key", async () => {
  await withStillClock();
  const drafts = async () => (await panel.posted("draft")).map(({ draft }) => draft.parts);
  await panel.page.keyboard.type("f");
  await panel.page.clock.runFor(100);
  await panel.page.keyboard.type("ast");
  await panel.page.clock.runFor(49);
  expect(await drafts()).toEqual([]);
  await panel.page.clock.runFor(1);
  expect(await drafts()).toEqual([[text("fast")]]);
  await panel.page.clock.runFor(1000);
  expect(await drafts()).toHaveLength(1);
});

test.each([
  ["the input loses focus", () => document.querySelector<HTMLElement>("[role=textbox]")?.blur()],
  ["the panel is hidden", () => document.dispatchEvent(new Event("visibilitychange"))],
  ["the page goes away", () => window.dispatchEvent(new Event("pagehide"))],
])("when %s the draft goes at once", async (_name, leave: () => unknown) => {
  panel = await studio.panel();
  await panel.focus();
  await panel.page.keyboard.insertText("last words");
  await panel.page.evaluate(leave);
  expect(await panel.posted("draft")).toEqual([
    { type: "draft", session_id: "ses_1", draft: { parts: [text("last words")] } },
  ]);
});

test("a stored draft with chips is there when the panel opens, and is not posted back", async () => {
  await withStillClock(conversation({ draft: { parts: [text("why "), upload] } }));
  expect(await panel.button("upload.ts:10-25, file reference").count()).toBe(1);
  await panel.page.clock.runFor(1000);
  expect(await panel.posted("draft")).toEqual([]);
});

test("a refused message comes back before what was typed meanwhile, with the reason", async () => {
  panel = await studio.panel();
  await panel.send({ type: "focus" }, { type: "insert", parts: [upload], at: "caret" });
  await panel.press("Enter");
  const { draft } = await panel.posts("submit");
  await panel.page.keyboard.type("meanwhile");
  await panel.send({ type: "refused", session_id: "ses_1", draft, failure });
  await panel.page.getByRole("alert").getByText(failure.message).waitFor();
  await panel.page.keyboard.type("!");
  await panel.press("Enter");
  expect((await panel.posts("submit", 2)).draft.parts).toEqual([upload, text("\nmeanwhile!")]);
});

test("what is typed while a message is on its way is the next draft", async () => {
  panel = await studio.panel();
  await panel.input.click();
  await panel.page.keyboard.type("hello");
  await panel.press("Enter");
  await panel.posts("submit");
  await panel.page.keyboard.type("next");
  await panel.input.blur();
  // On a busy machine the first letters may go before the rest.
  const last = async () => (await panel.posted("draft")).at(-1)?.draft.parts;
  await expect.poll(last).toEqual([text("next")]);
  await panel.input.click();
  await panel.press("Enter");
  expect(await panel.posted("submit")).toHaveLength(1);
  await panel.send({ type: "accepted", session_id: "ses_1", message_id: "m1" });
  await panel.press("Enter");
  expect((await panel.posts("submit", 2)).draft.parts).toEqual([text("next")]);
});

test("another conversation brings its own draft; the old one goes to its own first", async () => {
  panel = await studio.panel();
  await panel.input.click();
  await panel.page.keyboard.type("of the first");
  const session = { ...newSession("ses_2", 2), title: "Second" };
  await panel.send({ type: "snapshot", snapshot: conversation({ session, draft: { parts: [backoff] } }) });
  const posted = await panel.posted("draft");
  expect(posted.at(-1)).toEqual({ type: "draft", session_id: "ses_1", draft: { parts: [text("of the first")] } });
  await panel.press("Enter");
  expect(await panel.posts("submit")).toEqual({ type: "submit", session_id: "ses_2", draft: { parts: [backoff] } });
});

test("whoever comes back while a message is on its way is told so, and sends nothing twice", async () => {
  panel = await studio.panel();
  await panel.input.click();
  await panel.page.keyboard.type("hello");
  await panel.press("Enter");
  await panel.posts("submit");
  const other = { ...newSession("ses_2", 2), title: "Second" };
  await panel.send({ type: "snapshot", snapshot: conversation({ session: other }) });
  await panel.send({ type: "snapshot", snapshot: conversation({ sending: true }) });
  await panel.page.getByText("Getting your message ready…").waitFor();
  expect(await panel.input.textContent()).toBe("");
  await panel.page.keyboard.type("next");
  await panel.press("Enter");
  await panel.page.getByText("Still sending. Your message stays here.").waitFor();
  await panel.send({ type: "accepted", session_id: "ses_1", message_id: "m1" });
  expect(await panel.input.textContent()).toBe("next");
  await panel.press("Enter");
  expect((await panel.posts("submit", 2)).draft.parts).toEqual([text("next")]);
});

test("the same conversation told again leaves the input alone", async () => {
  panel = await studio.panel();
  await panel.input.click();
  await panel.page.keyboard.type("mine");
  await panel.send({ type: "snapshot", snapshot: conversation({ draft: { parts: [text("old")] }, run: busy }) });
  expect(await panel.input.textContent()).toBe("mine");
});

test("what can be done about a failure is a button on it; what is only to be known is no alarm", async () => {
  panel = await studio.panel();
  await panel.send({ type: "failure", failure: { ...failure, action: "signInAgent" } });
  await panel.page.getByRole("alert").getByRole("button", { name: "Sign in" }).click();
  expect(await panel.posts("run")).toEqual({ type: "run", command: "signInAgent" });
  await panel.send({ type: "failure", failure: { ...failure, code: "notice", message: "It was started again." } });
  await panel.page.getByRole("status").filter({ hasText: "It was started again." }).waitFor();
  expect(await panel.page.getByRole("alert").count()).toBe(0);
  expect(await panel.button("Show log").count()).toBe(0);
});

test("a failure can be put away, and the log is one click from it", async () => {
  panel = await studio.panel();
  await panel.send({ type: "failure", failure });
  await panel.page.getByRole("alert").getByRole("button", { name: "Show log" }).click();
  expect(await panel.posts("run")).toEqual({ type: "run", command: "showLog" });
  await panel.button("Dismiss").click();
  expect(await panel.page.getByRole("alert").count()).toBe(0);
});
