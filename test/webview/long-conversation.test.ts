// A conversation of any length: few messages are drawn, all can be reached, and what is read stays where it is.
import { expect, test } from "vitest";
import { useStudio, type Panel } from "./page.ts";
import { answered, asked, conversation, streaming, text } from "./samples.ts";

const studio = useStudio();
let panel: Panel;

const messages = (from: number, to: number) =>
  Array.from({ length: to - from }, (_value, n) =>
    (from + n) % 2 === 0
      ? asked(`m${from + n}`, text(`question ${from + n}`))
      : answered(`m${from + n}`, `answer ${from + n}\n\n${"and more of it. ".repeat((n % 7) * 6)}`),
  );
const log = () => panel.page.getByRole("log", { name: "Conversation" });
/** As the Home key does it: the reader acts, and the list goes to its top. */
const toTop = () =>
  log().evaluate((node) => {
    node.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
    node.scrollTop = 0;
  });
const gap = () => log().evaluate((node) => Math.round(node.scrollHeight - node.scrollTop - node.clientHeight));

test("ten thousand messages are a list of a few elements, in order and with their place", async () => {
  panel = await studio.panel({ snapshot: conversation({ messages: messages(0, 10_000) }) });
  await panel.page.getByText("answer 9999").waitFor();
  await expect.poll(gap).toBeLessThanOrEqual(1);
  const places = () =>
    panel.page.getByRole("article").evaluateAll((nodes) => nodes.map((node) => Number(node.ariaPosInSet)));
  const shown = await places();
  expect(shown.length).toBeLessThan(60);
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  expect(shown.at(-1)).toBe(10_000);
  expect(await panel.page.getByRole("article").last().getAttribute("aria-setsize")).toBe("10000");
  await toTop();
  await panel.page.getByText("question 0", { exact: true }).waitFor();
  expect((await places())[0]).toBe(1);
});

test("older pages come as one scrolls up, and what is read does not move", async () => {
  panel = await studio.panel({ snapshot: conversation({ messages: messages(60, 120), earlier: 60 }) });
  await panel.page.getByText("answer 119").waitFor();
  await expect.poll(gap).toBeLessThanOrEqual(1);
  expect(await panel.posted("earlier")).toEqual([]);
  await log().hover();
  for (let turn = 0; turn < 60 && (await panel.posted("earlier")).length === 0; turn++)
    await panel.page.mouse.wheel(0, -600);
  expect(await panel.posts("earlier")).toEqual({ type: "earlier", session_id: "ses_1", before: "m60" });
  const inView = () =>
    log().evaluate((node) => {
      const found = [...node.querySelectorAll("[data-message]")].find(
        (message) => message.getBoundingClientRect().bottom > node.getBoundingClientRect().top + 40,
      );
      return { id: (found as HTMLElement).dataset["message"], top: found?.getBoundingClientRect().top ?? 0 };
    });
  // A wheel scrolls smoothly: its place counts once it has stood for ten frames.
  await log().evaluate(async (node) => {
    for (let still = 0, was = node.scrollTop; still < 10; was = node.scrollTop) {
      await new Promise(requestAnimationFrame);
      still = node.scrollTop === was ? still + 1 : 0;
    }
  });
  const before = await inView();
  await panel.send({ type: "earlier", session_id: "ses_1", messages: messages(0, 60), earlier: 0 });
  await expect.poll(async () => (await inView()).id).toBe(before.id);
  await expect.poll(async () => Math.abs((await inView()).top - before.top)).toBeLessThan(3);
  expect((await panel.posted("earlier")).length).toBe(1);
  await toTop();
  await panel.page.getByText("question 0", { exact: true }).waitFor();
});

test("an answer that grows below does not move what is read above, and a message that is sent is shown", async () => {
  const { run } = streaming();
  const snapshot = conversation({ messages: [...messages(0, 40), answered("last", "", { finish: null })], run });
  panel = await studio.panel({ snapshot });
  await expect.poll(gap).toBeLessThanOrEqual(1);
  await log().hover();
  await panel.page.mouse.wheel(0, -700);
  await panel.button("Jump to Latest").waitFor();
  const place = () => panel.page.getByText("question 36", { exact: true }).boundingBox();
  await expect.poll(place).not.toBeNull();
  const before = await place();
  for (let n = 0; n < 10; n++)
    await panel.send({ type: "delta", message_id: "last", part: 0, kind: "text", text: `paragraph ${n}\n\n` });
  expect(await place()).toEqual(before);
  await panel.send({ type: "message", session_id: "ses_1", message: asked("new", text("and now this")) });
  await panel.page.getByText("and now this", { exact: true }).waitFor();
  await expect.poll(gap).toBeLessThanOrEqual(1);
});

test("another conversation is shown at its end, wherever the one before was read", async () => {
  panel = await studio.panel({ snapshot: conversation({ messages: messages(0, 100) }) });
  await panel.page.getByText("answer 99").waitFor();
  await toTop();
  await panel.button("Jump to Latest").waitFor();
  const session = { ...conversation().session, id: "ses_2" };
  const other = messages(200, 260).map((message) => ({ ...message, id: `b${message.id}` }));
  await panel.send({ type: "snapshot", snapshot: conversation({ session, messages: other, earlier: 200 }) });
  await panel.page.getByText("answer 259").waitFor();
  await expect.poll(gap).toBeLessThanOrEqual(1);
  expect(await panel.button("Jump to Latest").count()).toBe(0);
  expect(await panel.posted("earlier")).toEqual([]);
});

test("a message with the focus stays while others go", async () => {
  panel = await studio.panel({ snapshot: conversation({ messages: messages(0, 400) }) });
  await panel.page.getByText("answer 399").waitFor();
  await panel.page.getByRole("article").last().getByRole("button", { name: "More actions" }).focus();
  await toTop();
  await panel.page.getByText("question 0", { exact: true }).waitFor();
  const focused = () => panel.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  expect(await focused()).toBe("More actions");
});

test("a message that has the focus keeps it when older ones come before it and it is scrolled away", async () => {
  panel = await studio.panel({ snapshot: conversation({ messages: messages(60, 120), earlier: 60 }) });
  await panel.page.getByText("answer 119").waitFor();
  const place = panel.page.locator('[data-message="m119"]').getByRole("button", { name: "More actions" });
  await place.focus();
  await panel.send({ type: "earlier", session_id: "ses_1", messages: messages(0, 60), earlier: 0 });
  await toTop();
  await panel.page.getByText("question 0", { exact: true }).waitFor();
  expect(await place.evaluate((node) => node === document.activeElement)).toBe(true);
});
