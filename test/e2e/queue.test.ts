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
    if ((await focused()) === name) return;
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
