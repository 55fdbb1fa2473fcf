// The unsent message: at once with the host when one leaves, and back when it is refused; failures and what helps.
import { expect, test } from "vitest";
import { type Panel, useStudio } from "./page.ts";
import { text, upload } from "./samples.ts";

const studio = useStudio();
let panel: Panel;

const failure = {
  stage: "persist",
  code: "disk-full",
  message: "The disk is full: make room and send again.",
  retryable: true,
} as const;

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

test("what can be done about a failure is a button on it; what is only to be known is no alarm", async () => {
  panel = await studio.panel();
  await panel.send({ type: "failure", failure: { ...failure, action: "signInAgent" } });
  await panel.page.getByRole("alert").getByRole("button", { name: "Sign in" }).click();
  expect(await panel.posts("run")).toEqual({ type: "run", command: "signInAgent" });
  await panel.send({ type: "notice", notice: { message: "It restarted." } });
  await panel.page.getByRole("status").filter({ hasText: "It restarted." }).waitFor();
  expect(await panel.page.getByRole("alert").count()).toBe(1);
  await panel.page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
  expect(await panel.page.getByRole("alert").count()).toBe(0);
  expect(await panel.button("Show log").count()).toBe(0);
});

test("a message that is too large says where its tokens are, and what makes room is a button", async () => {
  panel = await studio.panel();
  const breakdown = [
    { source: "pins", tokens: 20_000 },
    { source: "tools", tokens: 0 },
    { source: "history", tokens: 150_000 },
  ];
  const offers = [
    { offer: "compact" as const, wins: 150_000 },
    { offer: "unpin" as const, pin: "pin_1", wins: 20_000 },
    { offer: "larger-model" as const, needs: 180_000 },
  ];
  await panel.send({ type: "failure", failure: { ...failure, action: "compact", breakdown, offers } });
  const alert = panel.page.getByRole("alert");
  await alert.getByText("Tokens: history 150k, pins 20k").waitFor();
  await alert.getByRole("button", { name: "Compact (frees 150k)" }).click();
  await alert.getByRole("button", { name: "Unpin Largest (frees 20k)" }).click();
  await alert.getByRole("button", { name: "Select Model…" }).click();
  expect(await panel.posted("run")).toEqual([
    { type: "run", command: "compact" },
    { type: "run", command: "selectModel" },
  ]);
  expect(await panel.posted("unpin")).toEqual([{ type: "unpin", id: "pin_1" }]);
});

test("a failure can be put away, and the log is one click from it", async () => {
  panel = await studio.panel();
  await panel.send({ type: "failure", failure });
  await panel.page.getByRole("alert").getByRole("button", { name: "Show log" }).click();
  expect(await panel.posts("run")).toEqual({ type: "run", command: "showLog" });
  await panel.button("Dismiss").click();
  expect(await panel.page.getByRole("alert").count()).toBe(0);
});
