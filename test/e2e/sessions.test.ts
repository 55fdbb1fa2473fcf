import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, begin, box } from "./ask.ts";
import { openWindow, type Window } from "./window.ts";

const input = (panel: Frame): Locator => panel.getByRole("textbox", { name: "Message" });
const status = (panel: Frame, state: string): Locator =>
  panel.getByRole("status").filter({ hasText: `Session: ${state}` });
const said = (panel: Frame, words: string): Locator => panel.getByRole("article", { name: "You" }).getByText(words);

/** The panel, once its input has taken the focus: it would take it from a palette that was opened too early. */
async function opened(window: Window): Promise<Frame> {
  const panel = await window.composer();
  await panel.waitForFunction(() => document.hasFocus() && document.activeElement?.role === "textbox");
  return panel;
}

/** The list, opened if it is closed. */
async function list({ page }: Window): Promise<Locator> {
  const header = page.getByRole("button", { name: "Conversations Section" });
  await header.waitFor();
  if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
  return page.getByRole("tree", { name: "Conversations" });
}

async function line(window: Window, title: string): Promise<Locator> {
  return (await list(window)).getByRole("treeitem", { name: new RegExp(`^${title}`) });
}

async function answered(panel: Frame): Promise<void> {
  await panel.getByRole("article", { name: "Loopback" }).getByText("not a language model").last().waitFor();
  await status(panel, "idle").waitFor();
}

/** Sends in a conversation of its own and waits for the answer. */
async function converse(window: Window, words: string): Promise<Frame> {
  const panel = await begin(window);
  await window.page.keyboard.type(words);
  await window.page.keyboard.press("Enter");
  await answered(panel);
  return panel;
}

async function answer(asked: Locator, text: string): Promise<void> {
  await asked.locator("input:visible").first().fill(text);
  await asked.page().keyboard.press("Enter");
  await asked.waitFor({ state: "hidden" });
}

/** Presses Undo in the notification that says this. Test windows show no toasts, so it is looked up in the center. */
async function undo(window: Window, words: RegExp): Promise<void> {
  await window.runCommand("Notifications: Show Notifications");
  const notification = window.page.locator(".notification-list-item").filter({ hasText: words });
  await notification.getByRole("button", { name: "Undo" }).click();
}

/** As the Web Content Accessibility Guidelines count it, against what is painted behind the words. */
function contrastOf(words: Locator): Promise<number> {
  return words.first().evaluate((element) => {
    const parsed = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
    const isSolid = (color: string): boolean => (parsed(color)[3] ?? 1) === 1;
    const light = (color: string): number => {
      const [r = 0, g = 0, b = 0] = parsed(color).map((part) => {
        const share = part / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    let behind: Element | null = element;
    while (behind !== null && !isSolid(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement;
    const paper = light(behind === null ? "rgb(255, 255, 255)" : getComputedStyle(behind).backgroundColor);
    const ink = light(getComputedStyle(element).color);
    return (Math.max(paper, ink) + 0.05) / (Math.min(paper, ink) + 0.05);
  });
}

describe("the list of conversations", () => {
  let window: Window;

  beforeAll(async () => {
    window = await openWindow();
    await opened(window);
  });

  afterAll(async () => {
    await window.close();
  });

  it("invites when there is nothing to list", async () => {
    await list(window);
    await window.page.getByText("Your conversations are listed here").waitFor();
    await window.screenshot("sessions-empty");
  });

  it("shows the conversation one presses Enter on, and keeps the focus", async () => {
    await converse(window, "alpha particles");
    const panel = await converse(window, "beta decay");
    await (await line(window, "beta decay, shown")).click();
    await window.page.keyboard.press("ArrowDown");
    await said(panel, "beta decay").waitFor();
    await window.page.keyboard.press("Enter");
    await said(panel, "alpha particles").waitFor();
    await (await line(window, "alpha particles, shown")).waitFor();
    await expect
      .poll(() => window.page.evaluate(() => document.activeElement?.closest('[role="tree"]') !== null))
      .toBe(true);
  });

  it("is searched by words of titles and messages", async () => {
    await converse(window, "gamma rays and a needle");
    await converse(window, "delta wing");
    await answer(await ask(window, "Galley: Search Conversations…", "Search conversations"), "needle");
    await window.page.getByText("1 conversation contains “needle”").waitFor();
    await (await line(window, "gamma rays")).waitFor();
    expect(await (await line(window, "delta wing")).count()).toBe(0);
    await window.screenshot("sessions-search");
    await window.runCommand("Galley: Clear the Search");
    await (await line(window, "delta wing")).waitFor();
  });

  it("is listed and found by the words of its draft until it has a message", async () => {
    const panel = await begin(window);
    await window.page.keyboard.type("an unsent thought");
    await panel.getByRole("button", { name: "New conversation" }).click();
    await (await line(window, "Draft: an unsent thought")).waitFor();
    await answer(await ask(window, "Galley: Search Conversations…", "Search conversations"), "unsent");
    await (await line(window, "Draft: an unsent thought")).click();
    await expect.poll(() => input(panel).innerText()).toBe("an unsent thought");
    await window.runCommand("Galley: Clear the Search");
  });

  it("asks again in a branch, and the first answer stays", async () => {
    const panel = await converse(window, "kappa first");
    await window.page.keyboard.type("kappa second");
    await window.page.keyboard.press("Enter");
    await said(panel, "kappa second").waitFor();
    await answered(panel);
    const last = panel.getByRole("article", { name: "Loopback" }).last();
    await last.hover();
    await last.getByRole("button", { name: "More" }).click();
    await panel.getByRole("menuitem", { name: "Ask again in a branch" }).click();
    await panel.getByRole("button", { name: /^Branch: back/ }).click();
    await said(panel, "kappa second").waitFor();
    expect(await panel.getByRole("article", { name: "Loopback" }).count()).toBe(2);
    const branch = await line(window, "kappa first, Branch of kappa first");
    await branch.click();
    await said(panel, "kappa second").waitFor();
    await answered(panel);
  });

  it("renames with F2 what has the focus", async () => {
    await converse(window, "old name");
    const panel = await converse(window, "another one");
    await (await line(window, "another one")).click();
    await window.page.keyboard.press("ArrowDown");
    await window.page.keyboard.press("F2");
    await answer(await box(window, "Rename the conversation"), "Epsilon");
    await (await line(window, "Epsilon")).waitFor();
    expect(await (await line(window, "old name")).count()).toBe(0);
    await panel.getByRole("heading", { name: "another one" }).waitFor();
  });

  it("deletes with Delete, shows the next, and Undo brings it back", async () => {
    await converse(window, "zeta stays");
    const panel = await converse(window, "eta goes");
    await (await line(window, "eta goes")).click();
    await window.page.keyboard.press("Delete");
    await said(panel, "zeta stays").waitFor();
    await expect.poll(async () => (await line(window, "eta goes")).count()).toBe(0);
    await undo(window, /Deleted “eta goes”/);
    await said(panel, "eta goes").waitFor();
    await (await line(window, "eta goes, shown")).waitFor();
  });

  it("hides what is archived until it is asked for", async () => {
    await converse(window, "theta archived");
    await window.runCommand("Galley: Archive Conversation");
    await expect.poll(async () => (await line(window, "theta archived")).count()).toBe(0);
    await window.runCommand("Galley: Show Sidecars and Archived");
    await (await line(window, "theta archived, archived")).waitFor();
    await window.runCommand("Galley: Hide Sidecars and Archived");
    await expect.poll(async () => (await line(window, "theta archived")).count()).toBe(0);
  });

  it("shows a branch under its parent", async () => {
    const panel = await converse(window, "iota parent");
    const choice = await ask(window, "Galley: Branch Conversation…", "Branch: the last message to take along");
    await choice.getByRole("option", { name: /From the end/ }).click();
    await panel.getByRole("button", { name: /^Branch: back/ }).waitFor();
    await answer(await ask(window, "Galley: Rename Conversation…", "Rename the conversation"), "Iota branch");
    const branch = await line(window, "Iota branch, Branch of iota parent, shown");
    await expect.poll(() => branch.getAttribute("aria-level")).toBe("2");
    expect(await (await line(window, "iota parent")).getAttribute("aria-level")).toBe("1");
    await said(panel, "iota parent").waitFor();
  });

  it("gives a rewound message back with its chip, and Undo restores the conversation", async () => {
    await begin(window);
    await window.openFile("src/net/upload.ts", { from: 10, to: 25 });
    await window.page.keyboard.press("Control+Alt+.");
    const panel = await window.composer();
    const chip = (): Locator => input(panel).getByRole("button", { name: /^upload\.ts:10-25/ });
    await chip().waitFor();
    await window.page.keyboard.type("kappa again?");
    await window.page.keyboard.press("Enter");
    await answered(panel);
    const choice = await ask(window, "Galley: Rewind…", "Rewind: the message to write again");
    await choice.getByRole("option", { name: /upload\.ts:10-25\s*kappa again/ }).click();
    await chip().waitFor();
    await input(panel).getByText("kappa again?").waitFor();
    expect(await panel.getByRole("article").count()).toBe(0);
    await undo(window, /Rewound/);
    await said(panel, "kappa again?").waitFor();
    await expect.poll(() => input(panel).innerText()).not.toContain("kappa");
  });

  it("New Conversation shows the panel that was closed, with the caret in its input", async () => {
    await window.composer();
    const shown = window.page.locator('iframe.webview.ready[src*="extensionId=galley.galley"]:visible');
    await window.runCommand("View: Hide Secondary Side Bar");
    await expect.poll(() => shown.count()).toBe(0);
    await window.runCommand("Galley: New Conversation");
    await shown.first().waitFor();
    const panel = await opened(window);
    await panel.getByRole("heading", { name: "New conversation" }).waitFor();
  });

  it.each([
    ["Dark Modern", "vs-dark"],
    ["Light Modern", "vs"],
    ["Dark High Contrast", "hc-black"],
  ])("can be read in %s, and so can the panel", async (theme, base) => {
    await converse(window, `in ${theme}, a longer title about the retry budget`);
    await window.runCommand("Galley: Show Sidecars and Archived");
    if (theme !== "Dark Modern") await answer(await ask(window, "Preferences: Color Theme", "Light Modern"), theme);
    await window.runCommand("Notifications: Clear All Notifications");
    const shown = await line(window, `in ${theme}`);
    await shown.hover();
    await expect.poll(() => window.page.locator(`.monaco-workbench.${base}`).count()).toBe(1);
    expect(await contrastOf(shown.locator(".label-name"))).toBeGreaterThanOrEqual(4.5);
    const panel = await window.composer();
    expect(await contrastOf(said(panel, `in ${theme}`))).toBeGreaterThanOrEqual(4.5);
    await window.screenshot(`sessions-${theme.replaceAll(" ", "-").toLowerCase()}`);
    await window.runCommand("Galley: Hide Sidecars and Archived");
  });
});

describe("two windows on one folder", () => {
  it("see each other's conversations, names and running turns", async () => {
    const first = await openWindow();
    try {
      await opened(first);
      const here = await converse(first, "common ground");
      const second = await openWindow({ beside: first });
      const there = await second.composer();
      await (await line(second, "common ground")).click();
      await said(there, "common ground").waitFor();
      await input(there).click();
      await second.page.keyboard.type("unsent over there");

      await first.page.bringToFront();
      await answer(await ask(first, "Galley: Rename Conversation…", "Rename the conversation"), "Shared");
      await (await line(second, "Shared")).waitFor({ timeout: 15_000 });
      await there.getByRole("heading", { name: "Shared" }).waitFor({ timeout: 15_000 });

      await first.openFile("src/net/upload.ts", { from: 10, to: 40 });
      await first.page.keyboard.press("Shift+Alt+i");
      await first.page.keyboard.press("Shift+Home");
      await first.page.keyboard.press("Control+Alt+.");
      await input(here)
        .getByRole("button", { name: /^upload\.ts:12,/ })
        .waitFor();
      await first.page.keyboard.press("Enter");
      await status(here, "busy").waitFor();
      await status(there, "busy").waitFor({ timeout: 15_000 });
      await (await line(second, "Shared, shown, busy")).waitFor({ timeout: 15_000 });
      const growing = there.getByRole("article", { name: "Loopback" }).last();
      await growing.getByText("lines 12-12").waitFor();
      const early = (await growing.innerText()).length;
      await expect.poll(async () => (await growing.innerText()).length).toBeGreaterThan(early + 40);
      await second.screenshot("sessions-second-window");
      await status(here, "idle").waitFor();
      await status(there, "idle").waitFor({ timeout: 15_000 });
      await expect.poll(() => input(there).innerText()).toContain("unsent over there");

      await converse(first, "news from the first window");
      await (await line(second, "news from the first window")).waitFor({ timeout: 15_000 });
    } finally {
      await first.close();
    }
  });
});
