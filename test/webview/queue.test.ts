// Messages that wait: what is shown of them, what each button asks of the host, and where the focus goes.
import { expect, test } from "vitest";
import type { ShownQueue } from "../../extension/protocol/conversation.ts";
import { axeProblemsInThemes } from "./axe.ts";
import { useStudio, type Panel } from "./page.ts";
import { streaming, text, upload } from "./samples.ts";

const studio = useStudio();
let panel: Panel;

const one = { id: "q1", words: "then add a test for two failures in a row, and one for none", chips: 0 };
const two = { id: "q2", words: "/review upload.ts:10-25", chips: 2 };
const three = { id: "q3", words: "and the docs", chips: 1 };

function queue(...items: ShownQueue["items"]): ShownQueue {
  return { items, held: false, undo: false };
}

const told = (shown: ShownQueue) => panel.send({ type: "queue", session_id: "ses_1", queue: shown });
const list = () => panel.page.getByRole("list", { name: "Queued messages" });
const item = (words: string) => list().getByRole("listitem").filter({ hasText: words });
const action = (words: string, name: string) => item(words).getByRole("button", { name: `${name}: ` });
const focused = (): Promise<string> =>
  panel.page.evaluate(() => {
    const element = document.activeElement;
    const row = element?.closest("li")?.querySelector(".words")?.textContent;
    const label = element?.getAttribute("aria-label");
    const name = row === undefined ? label : label?.replace(/: .*/, "");
    return [name ?? element?.textContent.trim(), row].filter(Boolean).join(" of ");
  });

test("what waits is listed above the input, in order, with the chips it carries", async () => {
  panel = await studio.panel({ snapshot: { ...streaming(), queue: queue(one, two) } });
  expect(await list().getByRole("listitem").allTextContents()).toEqual([
    expect.stringContaining(one.words),
    expect.stringMatching(/review.*2 chips/),
  ]);
  const names = await item(one.words)
    .getByRole("button")
    .evaluateAll((all) => all.map((each) => each.ariaLabel));
  expect(names).toEqual(
    ["Edit", "Move up", "Move down", "Send now", "Cancel"].map((name) => `${name}: ${one.words.slice(0, 39)}…`),
  );
  await told(queue());
  expect(await list().count()).toBe(0);
});

test("each button asks the host, and nothing changes before it has answered", async () => {
  panel = await studio.panel({ snapshot: { ...streaming(), queue: queue(one, two, three) } });
  for (const name of ["Edit", "Move up", "Move down", "Send now", "Cancel"]) await action("/review", name).click();
  const asked = (await panel.posted("queue")).map((post) => [post.action, post.message_id]);
  expect(asked).toEqual(["edit", "move-up", "move-down", "send-now", "cancel"].map((name) => [name, "q2"]));
  expect(await list().getByRole("listitem").count()).toBe(3);
});

test("the first does not move up, nor the last down", async () => {
  panel = await studio.panel({ snapshot: { ...streaming(), queue: queue(one, two) } });
  await action(one.words, "Move up").press("Enter");
  await action("/review", "Move down").press("Enter");
  expect(await panel.posted("queue")).toEqual([]);
  expect(await action(one.words, "Move up").getAttribute("aria-disabled")).toBe("true");
});

test("a message that moves keeps the focus; one that goes passes it on, the last one to the input", async () => {
  panel = await studio.panel({ snapshot: { ...streaming(), queue: queue(one, two, three) } });
  await action("/review", "Move up").press("Enter");
  await told(queue(two, one, three));
  expect(await focused()).toBe("Move up of /review upload.ts:10-25");
  await action("then add", "Cancel").press("Enter");
  await told(queue(two, three));
  expect(await focused()).toBe("Cancel of and the docs");
  await told(queue(two));
  expect(await focused()).toBe("Cancel of /review upload.ts:10-25");
  await told(queue());
  expect(await focused()).toBe("Message");
});

test("a message that goes by itself does not move the focus from elsewhere", async () => {
  panel = await studio.panel({ snapshot: { ...streaming(), queue: queue(one) } });
  await panel.button("Model: Loopback").focus();
  await told(queue());
  expect(await focused()).toBe("Model: Loopback");
});

test("what is held says so and is let go; what was cancelled comes back", async () => {
  panel = await studio.panel();
  await told({ ...queue(one), held: true });
  await panel.page.getByText("On hold").waitFor();
  await panel.button("Resume").click();
  expect(await panel.posts("resume")).toEqual({ type: "resume", session_id: "ses_1" });
  await told({ ...queue(), undo: true });
  await panel.button("Undo").click();
  expect(await panel.posts("undo-cancel")).toEqual({ type: "undo-cancel", session_id: "ses_1" });
});

test("a message that comes back for editing stands before what is written, and the host hears of both", async () => {
  panel = await studio.panel();
  await panel.focus();
  await panel.page.keyboard.type("mine");
  await panel.send({ type: "returned", session_id: "ses_1", draft: { parts: [text("why "), upload] } });
  await expect.poll(focused).toBe("Message");
  await panel.press("Enter");
  expect((await panel.posts("submit")).draft.parts).toEqual([text("why "), upload, text("\nmine")]);
});

test("while a queued message is edited the input says so, and the button what it will do", async () => {
  panel = await studio.panel();
  await told({ ...queue(one, three), held: true });
  await panel.button("Send").waitFor();
  await told({ ...queue(one, three), held: true, editing: "queue" });
  await panel.send({ type: "returned", session_id: "ses_1", draft: { parts: [text("and tests")] }, replaces: true });
  await panel.page.getByText("Editing a queued message").waitFor();
  await expect.poll(focused).toBe("Message");
  expect(await action(one.words, "Edit").getAttribute("aria-disabled")).toBe("true");
  await panel.press("End");
  await panel.page.keyboard.type("!");
  await panel.button("Queue").click();
  expect((await panel.posts("submit")).draft.parts).toEqual([text("and tests!")]);
  await told({ ...queue(one), editing: "send" });
  await panel.button("Send").waitFor();
  await told(queue(one, two, three));
  expect(await panel.page.getByText("Editing a queued message").count()).toBe(0);
});

test("editing is cancelled with one button, and what was there before stands in the input again", async () => {
  panel = await studio.panel();
  await panel.focus();
  await panel.page.keyboard.type("mine");
  await told({ ...queue(one), editing: "queue" });
  await panel.send({ type: "returned", session_id: "ses_1", draft: { parts: [text("two")] }, replaces: true });
  expect(await panel.input.textContent()).toBe("two");
  await panel.page.keyboard.type("!");
  const cancel = panel.page.locator(".composer").getByRole("button", { name: "Cancel", exact: true });
  await cancel.press("Enter");
  expect(await panel.posts("cancel-edit")).toEqual({ type: "cancel-edit", session_id: "ses_1" });
  const types = await panel.page.evaluate(() => globalThis.posted.map(({ type }) => type));
  const typed = types.filter((type) => type !== "input-focus").slice(-2);
  expect(typed).toEqual(["draft", "cancel-edit"]);
  await told(queue(one, two));
  await panel.send({ type: "returned", session_id: "ses_1", draft: { parts: [text("mine")] }, replaces: true });
  expect(await panel.input.textContent()).toBe("mine");
  expect(await focused()).toBe("Message");
  await expect.poll(async () => (await panel.posted("draft")).at(-1)?.draft.parts).toEqual([text("mine")]);
});

test("the other ways to stop are a menu that the keyboard opens, walks and leaves", async () => {
  panel = await studio.panel({ snapshot: streaming() });
  const more = panel.button("More ways to stop");
  await more.press("Enter");
  expect(await focused()).toMatch(/^Stop and Hold Queue/);
  await panel.press("ArrowUp");
  expect(await focused()).toMatch(/^Stop and Clear Queue/);
  await panel.press("ArrowDown", "End", "Home", "Escape");
  expect(await focused()).toBe("More ways to stop");
  expect(await panel.page.getByRole("menu").count()).toBe(0);
  await panel.press("ArrowDown", "ArrowDown", "Enter");
  expect(await panel.posts("stop")).toEqual({ type: "stop", session_id: "ses_1", how: "clear" });
  expect(await focused()).toBe("Message");
  await more.click();
  await panel.page.getByRole("menuitem", { name: "Stop and Hold Queue" }).click();
  expect(await panel.posts("stop", 2)).toEqual({ type: "stop", session_id: "ses_1", how: "hold" });
  await more.click();
  await panel.page.getByRole("log").click();
  expect(await panel.page.getByRole("menu").count()).toBe(0);
});

test("axe finds nothing in any theme, with the menu open too", async () => {
  const shown: ShownQueue = { items: [one, two, three], held: true, undo: true, editing: "queue" };
  panel = await studio.panel({ snapshot: { ...streaming(), queue: shown } });
  expect(await axeProblemsInThemes(panel)).toEqual([]);
  await panel.button("More ways to stop").click();
  expect(await axeProblemsInThemes(panel)).toEqual([]);
});

test("at 280 px nothing is wider than the panel", async () => {
  const shown: ShownQueue = { items: [one, two, three], held: true, undo: true, editing: "queue" };
  panel = await studio.panel({ width: 280, snapshot: { ...streaming(), queue: shown } });
  await panel.button("More ways to stop").click();
  const wide = await panel.page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((node) => {
        const { left, right } = node.getBoundingClientRect();
        return right > innerWidth + 0.5 || left < -0.5;
      })
      .map((node) => node.outerHTML.slice(0, 120)),
  );
  expect(wide).toEqual([]);
});
