import type { Frame, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Window } from "./window.ts";

const input = (panel: Frame): Locator => panel.getByRole("textbox", { name: "Message" });
const waiting = (panel: Frame): Locator =>
  panel.getByRole("list", { name: "Queued messages" }).getByRole("listitem").locator(".words");
const status = (panel: Frame, state: string): Locator =>
  panel.getByRole("status").filter({ hasText: `Session: ${state}` });
const said = (panel: Frame, words: string): Locator => panel.getByRole("article", { name: "You" }).getByText(words);

/** A turn that runs until somebody stops it. */
async function answering(window: Window): Promise<Frame> {
  const panel = await window.composer();
  await panel.getByRole("button", { name: "New conversation" }).click();
  await panel.getByRole("heading", { name: "New conversation" }).waitFor();
  await input(panel).click();
  await window.page.keyboard.type("wait 300");
  await window.page.keyboard.press("Enter");
  await panel.getByText("Waiting 300 seconds").waitFor();
  return panel;
}

/** Goes on with a key until the element of this name has the focus. */
async function walk(window: Window, panel: Frame, key: "Tab" | "Shift+Tab", name: string): Promise<void> {
  const focused = (): Promise<string | undefined> =>
    panel.evaluate(
      () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent.trim(),
    );
  for (let step = 0; step < 20; step++) {
    await window.page.keyboard.press(key);
    if (new RegExp(`^${name}(: |$)`).test((await focused()) ?? "")) return;
  }
  throw new Error(`${name} was not reached.`);
}

async function queue(window: Window, panel: Frame, words: string): Promise<void> {
  await panel.waitForFunction(() => document.activeElement?.role === "textbox");
  await window.page.keyboard.type(words);
  await window.page.keyboard.press("Enter");
  await waiting(panel).filter({ hasText: words }).waitFor();
}

describe("messages that wait", () => {
  let window: Window;

  beforeAll(async () => {
    window = await openWindow();
  });

  afterAll(async () => {
    await window.close();
  });

  afterEach(() => {
    expect(window.violations).toEqual([]);
  });

  it("are queued, edited, cancelled, held and resumed by keyboard alone", async () => {
    const { page } = window;
    const panel = await answering(window);
    await queue(window, panel, "one more");
    await queue(window, panel, "and another");
    await queue(window, panel, "never mind");
    await expect.poll(() => waiting(panel).allTextContents()).toEqual(["one more", "and another", "never mind"]);

    await walk(window, panel, "Shift+Tab", "Cancel");
    await page.keyboard.press("Enter");
    await waiting(panel).filter({ hasText: "never mind" }).waitFor({ state: "detached" });
    await walk(window, panel, "Shift+Tab", "Edit");
    await page.keyboard.press("Enter");
    await input(panel).getByText("and another").waitFor();
    await page.keyboard.type(" one");
    await page.keyboard.press("Enter");
    await expect.poll(() => waiting(panel).allTextContents()).toEqual(["one more", "and another one"]);
    await window.screenshot("queue");

    await walk(window, panel, "Tab", "More ways to stop");
    await page.keyboard.press("Enter");
    await panel.getByRole("menuitem", { name: "Stop & hold" }).waitFor();
    await page.keyboard.press("Enter");
    await status(panel, "idle").waitFor();
    await panel.getByText("On hold").waitFor();
    await expect.poll(() => waiting(panel).count()).toBe(2);

    await walk(window, panel, "Shift+Tab", "Resume");
    await page.keyboard.press("Enter");
    await said(panel, "one more").waitFor();
    await said(panel, "and another one").waitFor();
    await status(panel, "idle").waitFor();
    await expect.poll(() => waiting(panel).count()).toBe(0);
  });

  it("are edited in their place and dragged to another, on hold too, and a reload keeps the order", async () => {
    const { page } = window;
    let panel = await answering(window);
    const order = (): Promise<string[]> => waiting(panel).allTextContents();
    const act = (words: string, name: string): Promise<void> =>
      panel
        .getByRole("listitem")
        .filter({ hasText: words })
        .getByRole("button", { name: `${name}: ` })
        .click();
    const middle = async (words: string): Promise<[number, number]> => {
      const box = await waiting(panel).filter({ hasText: words }).boundingBox();
      if (box === null) throw new Error(`${words} is not shown`);
      return [box.x + 20, box.y + box.height / 2];
    };
    for (const words of ["the red", "the green", "wait 300"]) await queue(window, panel, words);
    await page.keyboard.type("for later");
    await act("the green", "Edit");
    await panel.getByText("Editing a queued message").waitFor();
    await panel.waitForFunction(() => document.activeElement?.role === "textbox");
    await page.keyboard.press("End");
    await page.keyboard.type(" one");
    await page.keyboard.press("Enter");
    await expect.poll(order).toEqual(["the red", "the green one", "wait 300"]);
    await input(panel).getByText("for later").waitFor();

    await page.mouse.move(...(await middle("wait 300")));
    await page.mouse.down();
    const [x, y] = await middle("the red");
    await page.mouse.move(x, y - 6, { steps: 5 });
    await panel.locator("li.before").waitFor();
    await page.mouse.up();
    await expect.poll(order).toEqual(["wait 300", "the red", "the green one"]);

    await panel.getByRole("button", { name: "More ways to stop" }).click();
    await panel.getByRole("menuitem", { name: "Stop & hold" }).click();
    await status(panel, "idle").waitFor();
    await act("the red", "Edit");
    await panel.getByRole("button", { name: "Queue", exact: true }).waitFor();
    await panel.waitForFunction(() => document.activeElement?.role === "textbox");
    await page.keyboard.press("End");
    await page.keyboard.type(" too");
    await window.screenshot("queue-edited");
    await page.keyboard.press("Enter");
    await expect.poll(order).toEqual(["wait 300", "the red too", "the green one"]);

    await window.reload();
    panel = await window.composer();
    await expect.poll(order).toEqual(["wait 300", "the red too", "the green one"]);
    await input(panel).getByText("for later").waitFor();
    await panel.getByRole("button", { name: "Resume" }).click();
    await panel.getByText("Waiting 300 seconds").last().waitFor();
    await expect.poll(order).toEqual(["the red too", "the green one"]);
    await panel.getByRole("button", { name: "Stop", exact: true }).click();
    await said(panel, "the green one").waitFor();
    await status(panel, "idle").waitFor();
    await expect.poll(order).toEqual([]);
  });

  it("are there and on hold after the process was killed, and after a reload", async () => {
    let panel = await answering(window);
    await queue(window, panel, "kept through it all");
    process.kill(window.hostPid(), "SIGKILL");
    await window.reload();
    panel = await window.composer();
    await waiting(panel).filter({ hasText: "kept through it all" }).waitFor();
    await panel.getByText("On hold").waitFor();
    await window.reload();
    panel = await window.composer();
    await waiting(panel).filter({ hasText: "kept through it all" }).waitFor();
    await panel.getByRole("button", { name: "Resume" }).click();
    await said(panel, "kept through it all").waitFor();
  });

  it("are seen in a second window, which can stop the turn of the first", async () => {
    const here = await answering(window);
    await queue(window, here, "from the first");
    const second = await openWindow({ beside: window });
    try {
      const there = await second.composer();
      await waiting(there).filter({ hasText: "from the first" }).waitFor({ timeout: 15_000 });
      await status(there, "busy").waitFor({ timeout: 15_000 });
      await there.getByRole("button", { name: "Stop", exact: true }).click();
      await said(here, "from the first").waitFor();
      await said(there, "from the first").waitFor({ timeout: 15_000 });
      await expect.poll(() => waiting(there).count()).toBe(0);
    } finally {
      await second.close();
    }
  });
});
