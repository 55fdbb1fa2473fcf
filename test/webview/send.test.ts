// The button that sends says what it does: at once, after the answer, or into it.
import { expect, test } from "vitest";
import { useStudio, themes, type Panel } from "./page.ts";
import { busy, streaming, text } from "./samples.ts";
import { editAsk, waiting } from "./tool-samples.ts";

const studio = useStudio();
let panel: Panel;

const sent = async (count: number) => {
  const { draft, steers } = await panel.posts("submit", count);
  await panel.send({ type: "accepted", session_id: "ses_1", message_id: "x", queued: true });
  return [draft.parts, steers];
};

test("it is Send at rest and Queue while a turn runs or waits", async () => {
  panel = await studio.panel();
  expect(await panel.button("Send").count()).toBe(1);
  expect(await panel.button("More ways to send").count()).toBe(0);
  await panel.send({ type: "run", run: busy });
  expect(await panel.button("Queue").count()).toBe(1);
  await panel.send({ type: "snapshot", snapshot: waiting(editAsk) });
  expect(await panel.button("Queue").count()).toBe(1);
});

test("with Alt held it is Steer, and steers", async () => {
  panel = await studio.panel({ snapshot: streaming() });
  await panel.focus();
  await panel.page.keyboard.type("not that file");
  await panel.page.keyboard.down("Alt");
  await panel.button("Steer").click();
  await panel.page.keyboard.up("Alt");
  expect(await sent(1)).toEqual([[text("not that file")], true]);
  expect(await panel.button("Queue").count()).toBe(1);
});

test("Alt+Enter steers while a turn runs, Enter queues, and at rest both send", async () => {
  panel = await studio.panel({ snapshot: streaming() });
  await panel.focus();
  await panel.page.keyboard.type("a");
  await panel.press("Alt+Enter");
  await panel.send({ type: "send", steers: true });
  expect(await sent(1)).toEqual([[text("a")], true]);
  await panel.page.keyboard.type("b");
  await panel.press("Enter");
  expect(await sent(2)).toEqual([[text("b")], undefined]);
  await panel.send({ type: "run", run: { state: "idle", message_id: null } });
  await panel.page.keyboard.type("c");
  await panel.press("Alt+Enter");
  expect(await sent(3)).toEqual([[text("c")], undefined]);
});

test("until VS Code knows that the input has the focus, the input answers Alt+Enter and Ctrl+Enter itself", async () => {
  panel = await studio.panel({ snapshot: streaming() });
  await panel.focus();
  for (const [index, [words, modifier]] of (
    [
      ["into it", "altKey"],
      ["after it", "ctrlKey"],
    ] as const
  ).entries()) {
    await panel.page.keyboard.type(words);
    await panel.page.getByRole("textbox", { name: "Message" }).evaluate((input: HTMLElement, held) => {
      input.blur();
      input.focus();
      // In the same task, so that no message of the host comes before it.
      const key = { key: "Enter", [held]: true, bubbles: true, cancelable: true };
      input.dispatchEvent(new KeyboardEvent("keydown", key));
    }, modifier);
    expect(await sent(index + 1)).toEqual([[text(words)], modifier === "altKey" ? true : undefined]);
  }
});

test("where Enter breaks the line, Alt+Enter does too unless a turn runs", async () => {
  panel = await studio.panel();
  await panel.send({ type: "settings", settings: { send: "ctrlEnter", paste_chip_lines: 60 } });
  await panel.focus();
  await panel.page.keyboard.type("a");
  await panel.press("Alt+Enter");
  await panel.page.keyboard.type("b");
  expect(await panel.posted("submit")).toEqual([]);
  await panel.send({ type: "run", run: busy });
  await panel.press("Alt+Enter");
  await panel.send({ type: "send", steers: true });
  expect(await sent(1)).toEqual([[text("a\nb")], true]);
});

test("where the model takes nothing into its answer it is Queue alone, with Alt too", async () => {
  const model = { key: "acp/fake", name: "Fake", is_language_model: true, steers: false };
  panel = await studio.panel({ snapshot: { ...streaming(), model } });
  expect(await panel.button("More ways to send").count()).toBe(0);
  await panel.focus();
  await panel.page.keyboard.type("a");
  await panel.page.keyboard.down("Alt");
  expect(await panel.button("Steer").count()).toBe(0);
  await panel.button("Queue").click();
  await panel.page.keyboard.up("Alt");
  expect(await sent(1)).toEqual([[text("a")], undefined]);
  await panel.page.keyboard.type("b");
  await panel.press("Alt+Enter");
  await panel.send({ type: "send", steers: true });
  expect(await sent(2)).toEqual([[text("b")], undefined]);
});

test("its menu names both ways with their keys, and the keyboard walks it", async () => {
  panel = await studio.panel({ snapshot: streaming() });
  await panel.focus();
  await panel.page.keyboard.type("mind the tests");
  await panel.button("More ways to send").press("ArrowDown");
  expect(await panel.page.getByRole("menuitem").allInnerTexts()).toEqual([
    expect.stringMatching(/^Queue\s+Enter\s/),
    expect.stringMatching(/^Steer\s+Alt\+Enter\s+Send at the model's next step$/),
  ]);
  await panel.press("ArrowDown", "Enter");
  expect(await sent(1)).toEqual([[text("mind the tests")], true]);
  await expect.poll(() => panel.page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Message");
});

test("a queued message that steers says so", async () => {
  panel = await studio.panel({ snapshot: streaming() });
  const items = [
    { id: "q1", words: "first", chips: 0, steers: true },
    { id: "q2", words: "second", chips: 0 },
  ];
  await panel.send({ type: "queue", session_id: "ses_1", queue: { items, held: false, undo: false } });
  const rows = await panel.page.getByRole("list", { name: "Queued messages" }).getByRole("listitem").allInnerTexts();
  expect(rows.map((words) => words.includes("steers"))).toEqual([true, false]);
});

test("the menu with the ways to send is inside a narrow panel, in every theme", async () => {
  panel = await studio.panel({ width: 280, snapshot: streaming() });
  await panel.button("More ways to send").click();
  for (const theme of themes) {
    await panel.wear(theme);
    const box = await panel.page.getByRole("menu").boundingBox();
    expect(box?.x, theme).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 999), theme).toBeLessThanOrEqual(280);
  }
});

test("what takes long with a message is told beside the input, also while the next one is typed, until it is taken", async () => {
  panel = await studio.panel();
  const notice = panel.page.locator("[aria-live=polite]");
  await panel.focus();
  await panel.page.keyboard.type("/scan go");
  await panel.press("Escape", "Enter");
  await panel.posts("submit");
  await panel.send({ type: "run", run: busy });
  await notice.getByText("Preparing message…").waitFor();
  await panel.send({ type: "preparing", session_id: "ses_1", words: "The model decides…" });
  await panel.page.keyboard.type("next");
  await notice.getByText("The model decides…").waitFor();
  await panel.button("Stop").click();
  await panel.posts("stop");
  const failure = { stage: "turn", code: "stopped", message: "Stopped before it was sent.", retryable: true } as const;
  await panel.send({ type: "refused", session_id: "ses_1", draft: { parts: [text("/scan go ")] }, failure });
  await notice.getByText("Stopped before it was sent.").waitFor();
  expect(await panel.input.innerText()).toMatch(/^\/scan go\s+next$/);
  expect(await panel.page.getByRole("alert").count()).toBe(0);
});
