// Messages that wait are carried to another place with the pointer: what is shown meanwhile, and what is asked of the host.
import { expect, test } from "vitest";
import type { ShownQueue } from "../../extension/protocol/conversation.ts";
import { useStudio, type Panel } from "./page.ts";
import { streaming } from "./samples.ts";

const studio = useStudio();
let panel: Panel;

const queue = (...words: string[]): ShownQueue => ({
  items: words.map((each) => ({ id: `id of ${each}`, words: each, chips: 0 })),
  held: false,
  undo: false,
});
const told = (shown: ShownQueue) => panel.send({ type: "queue", session_id: "ses_1", queue: shown });
const row = (words: string) => panel.page.getByRole("listitem").filter({ hasText: words });
const carried = () => panel.page.locator("li.carried .words").allTextContents();
/** Where the line is: before which one, or after the last. */
const line = async () => [
  ...(await panel.page.locator("li.before .words").allTextContents()).map((words) => `before ${words}`),
  ...(await panel.page.locator("li.after .words").allTextContents()).map((words) => `after ${words}`),
];
const moves = async () => (await panel.posted("queue-move")).map(({ message_id, before }) => [message_id, before]);

async function open(...words: string[]): Promise<void> {
  panel = await studio.panel({ snapshot: { ...streaming(), queue: queue(...words) } });
}

/** The middle of a row's words, or a place in its upper or lower quarter. */
async function at(words: string, part = 0.5): Promise<[number, number]> {
  const box = await row(words).boundingBox();
  if (box === null) throw new Error(`${words} is not shown`);
  return [box.x + 60, box.y + box.height * part];
}

async function take(words: string): Promise<void> {
  await panel.page.mouse.move(...(await at(words)));
  await panel.page.mouse.down();
}

async function carry(words: string, part: number): Promise<void> {
  await panel.page.mouse.move(...(await at(words, part)), { steps: 4 });
  await panel.drawn();
}

test("a row is carried by the mouse, a line shows where it will land, and the host is told", async () => {
  await open("one", "two", "three");
  await take("three");
  expect(await carried()).toEqual([]);
  await carry("one", 0.2);
  expect(await carried()).toEqual(["three"]);
  expect(await line()).toEqual(["before one"]);
  await carry("one", 0.8);
  expect(await line()).toEqual(["before two"]);
  await panel.page.mouse.up();
  expect(await moves()).toEqual([["id of three", "id of two"]]);
  expect([await carried(), await line()]).toEqual([[], []]);
  expect(await panel.page.locator("li .words").allTextContents()).toEqual(["one", "two", "three"]);
  await take("one");
  await carry("three", 0.9);
  expect(await line()).toEqual(["after three"]);
  await panel.page.mouse.up();
  expect(await moves()).toEqual([
    ["id of three", "id of two"],
    ["id of one", null],
  ]);
});

test("let go where it stood, or after Escape, nothing is moved, and the answer is not stopped", async () => {
  await open("one", "two", "three");
  await panel.focus();
  await take("two");
  await carry("one", 0.8);
  expect([await carried(), await line()]).toEqual([["two"], []]);
  await carry("three", 0.2);
  expect(await line()).toEqual([]);
  await panel.page.mouse.up();
  await take("two");
  await carry("one", 0.2);
  expect(await line()).toEqual(["before one"]);
  await panel.press("Escape");
  expect([await carried(), await line()]).toEqual([[], []]);
  await carry("three", 0.9);
  await panel.page.mouse.up();
  expect(await moves()).toEqual([]);
  expect(await panel.posted("stop")).toEqual([]);
  await panel.press("Escape");
  expect(await panel.posts("stop")).toMatchObject({ session_id: "ses_1" });
});

test("carried over the rest of the panel it leaves the input, its focus and the place for files alone", async () => {
  await open("one", "two");
  await panel.focus();
  await panel.page.keyboard.type("mine");
  await take("one");
  const box = await panel.input.boundingBox();
  await panel.page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 5, { steps: 6 });
  await panel.drawn();
  expect(await line()).toEqual(["after two"]);
  expect(await panel.page.getByText("Drop to add to message").isVisible()).toBe(false);
  await panel.page.mouse.up();
  expect(await moves()).toEqual([["id of one", null]]);
  await panel.page.keyboard.type("!");
  expect(await panel.input.textContent()).toBe("mine!");
  expect(await panel.page.evaluate(() => getSelection()?.toString())).toBe("");
});

test("one that fires while it is carried is carried no more", async () => {
  await open("one", "two", "three");
  await take("one");
  await carry("three", 0.9);
  await told(queue("two", "three"));
  expect([await carried(), await line()]).toEqual([[], []]);
  await panel.page.mouse.up();
  expect(await moves()).toEqual([]);
});

test("what changes around it counts where it lands", async () => {
  await open("one", "two", "three");
  await take("three");
  await carry("two", 0.2);
  expect(await line()).toEqual(["before two"]);
  await told(queue("two", "three", "four"));
  await carry("two", 0.2);
  await panel.page.mouse.up();
  expect(await moves()).toEqual([["id of three", "id of two"]]);
});

test("a press on a button, or on the only row, carries nothing", async () => {
  await open("one", "two");
  await row("one").getByRole("button", { name: "Edit: " }).hover();
  await panel.page.mouse.down();
  await carry("two", 0.9);
  expect(await carried()).toEqual([]);
  await panel.page.mouse.up();
  await told(queue("one"));
  await take("one");
  await panel.page.mouse.move(100, 100, { steps: 4 });
  expect(await carried()).toEqual([]);
  await panel.page.mouse.up();
  expect(await moves()).toEqual([]);
});

test("the list scrolls under a row that is carried to its edge", async () => {
  const words = Array.from({ length: 30 }, (_, index) => `message ${index + 1}.`);
  await open(...words);
  await take("message 1.");
  const tray = panel.page.locator(".tray");
  const box = await tray.boundingBox();
  await panel.page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + (box?.height ?? 0) - 4, { steps: 4 });
  const toEnd = () => tray.evaluate((node) => node.scrollHeight - node.clientHeight - Math.ceil(node.scrollTop));
  await expect.poll(toEnd, { timeout: 10_000 }).toBeLessThanOrEqual(1);
  await panel.drawn();
  expect(await line()).toEqual(["after message 30."]);
  await panel.page.mouse.up();
  expect(await moves()).toEqual([["id of message 1.", null]]);
});

test("a finger carries a row by its handle, and scrolls the list everywhere else", async () => {
  await open("one", "two", "three");
  const touch = await panel.cdp();
  const send = async (type: "touchStart" | "touchMove" | "touchEnd", ...points: [number, number][]) => {
    await touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    await panel.drawn();
  };
  const swipe = async (from: [number, number]) => {
    const [, to] = await at("one", 0.2);
    await send("touchStart", from);
    for (const share of [0.3, 0.6, 1]) await send("touchMove", [from[0], from[1] + (to - from[1]) * share]);
    await send("touchEnd");
  };
  await swipe(await at("three"));
  expect(await moves()).toEqual([]);
  const handle = await row("three").locator("[data-handle]").boundingBox();
  await swipe([(handle?.x ?? 0) + 8, (handle?.y ?? 0) + 12]);
  expect(await moves()).toEqual([["id of three", "id of one"]]);
});
