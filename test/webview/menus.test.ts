// Menus while an answer grows: they stay open at their button until it is out of sight or the reader turns elsewhere.
import { expect, test } from "vitest";
import { useStudio, type Panel } from "./page.ts";
import { answered, asked, busy, conversation, text, upload } from "./samples.ts";

const studio = useStudio();
let panel: Panel;

const long = Array.from({ length: 30 }, (_value, n) => `paragraph ${n}`).join("\n\n");
async function open(): Promise<void> {
  const messages = [asked("m1", text("go")), answered("m2", long, { finish: null })];
  const snapshot = conversation({ messages, run: busy, draft: { parts: [text("a "), upload] } });
  panel = await studio.panel({ snapshot });
  await panel.page.getByText("paragraph 29").waitFor();
}

const top = () => panel.page.getByRole("log").evaluate((node) => node.scrollTop);
const menu = () => panel.page.getByRole("menu");
const focused = () =>
  panel.page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent.trim());

/** So much that the log scrolls. */
async function grow(): Promise<void> {
  const before = await top();
  const more = { type: "delta", message_id: "m2", part: 0, kind: "text" } as const;
  for (let n = 0; n < 5; n++) await panel.send({ ...more, text: `\n\nmore ${n}\n\nand more` });
  await expect.poll(top).toBeGreaterThan(before);
}

test("a menu of the composer stays open, with the focus in it", async () => {
  await open();
  await panel.button("More ways to stop").press("ArrowDown");
  await expect.poll(focused).toMatch(/^Stop and Hold Queue/);
  await grow();
  expect(await menu().count()).toBe(1);
  expect(await focused()).toMatch(/^Stop and Hold Queue/);
});

test("so does the menu of a chip", async () => {
  await open();
  await panel.focus();
  await panel.press("ArrowLeft", "Alt+ArrowDown");
  await menu().waitFor();
  await grow();
  expect(await menu().count()).toBe(1);
  await panel.press("Escape");
  expect(await focused()).toBe("Message");
});

test("a menu stays beside a button that moves, and goes when nothing is seen of it, back to the button", async () => {
  await open();
  const more = panel.page.getByRole("article", { name: "You" }).getByRole("button", { name: "More actions" });
  await panel.page.getByRole("log").evaluate((node) => {
    node.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
    node.scrollTop = 0;
  });
  await more.press("Enter");
  await menu().waitFor();
  const under = async () => ((await menu().boundingBox())?.y ?? 0) - ((await more.boundingBox())?.y ?? 0);
  await expect.poll(under).toBeGreaterThan(0);
  const before = await under();
  await panel.page.getByRole("log").evaluate((node) => (node.scrollTop = 5));
  await expect.poll(under).toBe(before);
  await panel.page.getByRole("log").evaluate((node) => (node.scrollTop = 400));
  await expect.poll(() => menu().count()).toBe(0);
  expect(await more.evaluate((node) => node === document.activeElement)).toBe(true);
});

test("whoever scrolls elsewhere has done with it", async () => {
  await open();
  await panel.button("More ways to stop").click();
  await menu().waitFor();
  await panel.page.mouse.move(200, 200);
  await panel.page.mouse.wheel(0, -50);
  await expect.poll(() => menu().count()).toBe(0);
  expect(await focused()).toBe("More ways to stop");
});
