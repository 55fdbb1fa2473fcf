// A side question in a second pane, while the main conversation goes on.
import type { Frame, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Window } from "./window.ts";

const input = (pane: Frame): Locator => pane.getByRole("textbox", { name: "Message" });
const status = (pane: Frame, state: string): Locator =>
  pane.getByRole("status").filter({ hasText: `Session: ${state}` });
const said = (pane: Frame, words: string): Locator => pane.getByRole("article", { name: "You" }).getByText(words);
const answers = (pane: Frame): Locator => pane.getByRole("article", { name: "Loopback" });
const beside = (pane: Frame): Locator => pane.getByRole("complementary", { name: "Sidecar" });

/** By key: a click may hit a chip, which opens its file. */
async function write(window: Window, pane: Frame, words: string): Promise<void> {
  await input(pane).press("Control+End");
  await pane.waitForFunction(() => document.hasFocus() && document.activeElement?.role === "textbox");
  await window.page.keyboard.type(words);
}

async function send(window: Window, pane: Frame, words: string): Promise<void> {
  await write(window, pane, words);
  await window.page.keyboard.press("Enter");
}

/** A conversation of its own with one settled answer. */
async function settled(window: Window, words: string): Promise<Frame> {
  const panel = await window.composer();
  await panel.getByRole("button", { name: "New conversation" }).click();
  await panel.getByRole("heading", { name: "New conversation" }).waitFor();
  await send(window, panel, words);
  await answers(panel).getByText("not a language model").waitFor();
  await status(panel, "idle").waitFor();
  return panel;
}

async function list({ page }: Window): Promise<Locator> {
  const header = page.getByRole("button", { name: "Conversations Section" });
  await header.waitFor();
  if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
  return page.getByRole("tree", { name: "Conversations" });
}

async function line(window: Window, title: string): Promise<Locator> {
  return (await list(window)).getByRole("treeitem", { name: new RegExp(`^${title}`) });
}

/** Nothing of the second pane is left. */
async function closed({ page }: Window): Promise<void> {
  await page.getByRole("button", { name: "Sidecar Section" }).waitFor({ state: "detached" });
}

describe("a sidecar", () => {
  let window: Window;

  beforeAll(async () => {
    window = await openWindow({ viewport: { width: 1280, height: 1000 } });
  });

  afterAll(() => window.close());

  afterEach(() => {
    expect(window.violations).toEqual([]);
  });

  it("is asked beside a turn that runs, answers on its own, and leaves the conversation as it is", async () => {
    const panel = await settled(window, "the main matter");
    await send(window, panel, "wait 300");
    await panel.getByText("Waiting 300 seconds").waitFor();
    await send(window, panel, "/sidecar what is jitter?");
    const side = await window.sidecar();
    await beside(side).waitFor();
    await said(side, "what is jitter?").waitFor();
    await answers(side).last().getByText("not a language model").waitFor();
    await status(side, "idle").waitFor();
    await status(panel, "busy").waitFor();
    await window.screenshot("sidecar-beside");
    expect(await said(panel, "what is jitter?").count()).toBe(0);
    expect(await said(side, "wait 300").count()).toBe(0);
    await said(side, "the main matter").waitFor();
    await side.getByRole("button", { name: /^Beside the main matter/ }).waitFor();

    await side.waitForFunction(() => document.hasFocus() && document.activeElement?.role === "textbox");
    await window.page.keyboard.type("half a thought");
    await input(panel).click();
    await window.page.keyboard.type("another half");
    expect(await input(side).innerText()).toBe("half a thought");
    expect(await input(panel).innerText()).toBe("another half");
    await panel.getByRole("button", { name: "Stop", exact: true }).click();
    await status(panel, "idle").waitFor();
    expect(await said(side, "the main matter").count()).toBe(1);
  });

  it("gives its answer back as text at the end of the message, and stays open", async () => {
    const panel = await settled(window, "home");
    await send(window, panel, "/sidecar aside of home");
    const side = await window.sidecar();
    await said(side, "aside of home").waitFor();
    await status(side, "idle").waitFor();
    await input(panel).click();
    await window.page.keyboard.type("As I was told:");
    await side.getByRole("button", { name: "Bring back" }).click();
    await expect.poll(() => input(panel).innerText()).toMatch(/^As I was told:\n+[^]*not a language model/);
    await panel.waitForFunction(() => document.hasFocus() && document.activeElement?.role === "textbox");
    await beside(side).waitFor();
    await window.screenshot("sidecar-brought-back");
  });

  it("gets what commands add and stop while it was used last, and the main conversation when that was", async () => {
    const panel = await window.composer();
    const side = await window.sidecar();
    const chip = (pane: Frame, name: RegExp): Locator => input(pane).getByRole("button", { name });
    await send(window, side, "wait 300");
    await side.getByText("Waiting 300 seconds").waitFor();
    await window.runCommand("Galley: Stop");
    await status(side, "idle").waitFor();
    await window.openFile("src/net/upload.ts", { from: 10, to: 25 });
    await window.page.keyboard.press("Control+Alt+.");
    await chip(side, /^upload\.ts:10-25/).waitFor();
    expect(await chip(panel, /^upload\.ts/).count()).toBe(0);
    await input(panel).click();
    await window.openFile("src/net/upload.ts", { from: 3, to: 4 });
    await window.page.keyboard.press("Control+Alt+.");
    await chip(panel, /^upload\.ts:3-4/).waitFor();
    expect(await chip(side, /^upload\.ts/).count()).toBe(1);
    await window.runCommand("View: Close All Editors");
  });

  it("is there again after a reload, with its draft", async () => {
    let side = await window.sidecar();
    await write(window, side, "kept through it");
    await expect.poll(() => input(side).innerText()).toContain("kept through it");
    await (await window.composer()).getByRole("textbox", { name: "Message" }).click();
    // What is typed is stored within 300 ms.
    await window.page.waitForTimeout(300);
    await window.reload();
    side = await window.sidecar();
    await said(side, "aside of home").waitFor();
    await expect.poll(() => input(side).innerText()).toContain("kept through it");
    await window.screenshot("sidecar-reloaded");
    await said(await window.composer(), "home").waitFor();
  });

  it("is kept when it is closed, opened again from the list, and deleted there", async () => {
    const side = await window.sidecar();
    await side.getByRole("button", { name: "Close" }).click();
    await closed(window);
    await window.runCommand("Galley: Show Sidecars and Archived");
    const item = await line(window, "aside of home, Sidecar of home");
    await expect.poll(() => item.getAttribute("aria-level")).toBe("2");
    await item.click();
    const again = await window.sidecar();
    await said(again, "aside of home").waitFor();
    const hasListFocus = (): Promise<boolean> =>
      window.page.evaluate(() => document.activeElement?.closest('[role="tree"]') !== null);
    await expect.poll(hasListFocus).toBe(true);
    await said(await window.composer(), "home").waitFor();
    await (await line(window, "aside of home, Sidecar of home, shown")).click();
    await window.page.keyboard.press("Delete");
    await closed(window);
    await expect.poll(() => item.count()).toBe(0);
    await window.runCommand("Galley: Undo Delete Conversation");
    await said(await window.sidecar(), "aside of home").waitFor();
  });

  it("in which nothing was asked is not kept", async () => {
    await settled(window, "quiet");
    await window.runCommand("Galley: Ask in a Sidecar");
    const side = await window.sidecar();
    await side.getByRole("button", { name: /^Beside quiet/ }).waitFor();
    await side.waitForFunction(() => document.hasFocus() && document.activeElement?.role === "textbox");
    await window.runCommand("Galley: Close the Sidecar");
    await closed(window);
    await (await line(window, "quiet, shown")).waitFor();
    const kept = (await list(window)).getByRole("treeitem", { name: /Sidecar of quiet/ });
    await expect.poll(() => kept.count()).toBe(0);
  });
});
