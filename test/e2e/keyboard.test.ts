// A whole conversation in a real window with the keyboard alone: whatever the panel offers is reached and done by keys.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { freshFolder } from "../../scripts/vscode.mjs";
import { chooseInDialog, openWindow, type Window } from "./window.ts";

let outside: string;
let window: Window;
let panel: Frame;

beforeAll(async () => {
  outside = join(freshFolder("keyboard"), "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "a note.txt"), "remember the milk");
  window = await openWindow();
});

afterAll(async () => {
  await window.close();
  rmSync(join(outside, ".."), { recursive: true, force: true });
});

beforeEach(async () => {
  panel = await window.composer();
  await toInput();
  // What an earlier try may have left. VS Code selects all in its own time: not where there is nothing.
  if ((await input().innerText()).trim() !== "") await press("Control+a", "Delete");
});

const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await window.page.keyboard.press(key);
};
const type = (words: string): Promise<void> => window.page.keyboard.type(words);
const input = (): Locator => panel.getByRole("textbox", { name: "Message" });
const chips = (name?: RegExp): Locator => input().getByRole("button", name && { name });
const waiting = (): Locator =>
  panel.getByRole("list", { name: "Queued messages" }).getByRole("listitem").locator(".words");
const status = (state: string): Promise<void> =>
  panel
    .getByRole("status")
    .filter({ hasText: `Session: ${state}` })
    .waitFor();
const answer = (): Locator => panel.getByRole("article", { name: "Loopback" }).last();

const isInInput = (): Promise<boolean> =>
  panel.evaluate(() => document.hasFocus() && document.activeElement?.role === "textbox");

/** The key that leads to the panel from anywhere. */
async function toInput(): Promise<void> {
  if (await isInInput()) return;
  // Once: what a second press asks for would come while the next keys are pressed.
  await press("Control+Alt+g");
  await panel.waitForFunction(() => document.hasFocus() && document.activeElement?.role === "textbox");
}

/** Goes on with a key until what has this name has the focus, and sees that it shows. */
async function walk(key: "Tab" | "Shift+Tab", name: string): Promise<void> {
  for (let step = 0; step < 25; step++) {
    await press(key);
    const [focused, outline] = await panel.evaluate(() => {
      const element = document.activeElement;
      const words = element?.getAttribute("aria-label") ?? element?.textContent.trim() ?? "";
      return [words, element === null ? "" : getComputedStyle(element).outlineStyle] as const;
    });
    if (focused !== name && !focused.startsWith(`${name}: `)) continue;
    expect(outline).not.toBe("none");
    return;
  }
  throw new Error(`${name} was not reached.`);
}

/** From the palette, chosen with Enter. */
async function command(title: string): Promise<void> {
  const widget = window.page.locator(".quick-input-widget:visible");
  await press("F1");
  await widget.locator("input:focus").waitFor();
  await type(title);
  await widget.locator(".monaco-list-row.focused", { hasText: title }).waitFor();
  await press("Enter");
  await widget.waitFor({ state: "hidden" });
}

async function queue(words: string): Promise<void> {
  await expect.poll(isInInput).toBe(true);
  await type(words);
  await press("Enter");
  await waiting().filter({ hasText: words }).waitFor();
}

it("composes with @ and with Attach, sends, and brings back what was sent", async () => {
  await type("why does @upl");
  await panel.getByRole("option", { name: /upload\.ts/, selected: true }).waitFor();
  await press("Enter");
  await chips(/^upload\.ts, file reference/).waitFor();
  await walk("Tab", "Attach");
  await press("Enter");
  await chooseInDialog(window.page, join(outside, "a note.txt"));
  await chips(/^a note\.txt, attachment/).waitFor();
  await toInput();
  await type(" give up?");
  await press("Enter");
  await expect.poll(() => answer().innerText()).toMatch(/src\/net\/upload\.ts[^]*a note\.txt/);
  await status("idle");

  await press("ArrowUp");
  await expect.poll(() => chips().count()).toBe(2);
  await press("Escape");
  await expect.poll(() => chips().count()).toBe(0);
});

it("queues, edits, moves, cancels and stops while the model answers", async () => {
  await type("wait 300");
  await press("Enter");
  await panel.getByText("Waiting 300 seconds").last().waitFor();
  await queue("one");
  await queue("two");
  await queue("three");
  await walk("Shift+Tab", "Cancel");
  await press("Enter");
  await expect.poll(() => waiting().allTextContents()).toEqual(["one", "two"]);
  await walk("Shift+Tab", "Move up");
  await press("Enter");
  await expect.poll(() => waiting().allTextContents()).toEqual(["two", "one"]);
  await toInput();
  await walk("Shift+Tab", "Edit");
  await press("Enter");
  await expect.poll(() => input().innerText()).toContain("one");
  await expect.poll(isInInput).toBe(true);
  await type(" more");
  await press("Enter");
  await expect.poll(() => waiting().allTextContents()).toEqual(["two", "one more"]);
  await window.screenshot("keyboard-queue");
  await press("Escape");
  await panel.getByRole("article", { name: "You" }).getByText("one more").waitFor();
  await status("idle");
  expect(await waiting().count()).toBe(0);
});

it("opens the menu of a message with Shift+F10, and gives the focus back", async () => {
  await walk("Shift+Tab", "More");
  await press("Shift+F10");
  await panel.locator("[role=menuitem]:focus", { hasText: /^Copy$/ }).waitFor();
  await press("ArrowDown");
  await panel.locator("[role=menuitem]:focus", { hasText: "Copy as Markdown" }).waitFor();
  await press("Escape");
  expect(await panel.getByRole("menu").count()).toBe(0);
  await expect.poll(() => panel.evaluate(() => document.activeElement?.ariaLabel)).toBe("More");
});

it("opens the inspector from the context bar, and closes it", async () => {
  await type("inspect me");
  await walk("Tab", "Inspect");
  await press("Enter");
  const tab = window.page.getByRole("tab", { name: /^What the model will see/ });
  await tab.waitFor();
  await window.screenshot("keyboard-inspector");
  await command("View: Close All Editors");
  await tab.waitFor({ state: "detached" });
  expect(window.violations).toEqual([]);
});
