// Keys go where the user is: what is opened from the panel gives the focus back, and a whole conversation goes by keys.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshFolder } from "../../scripts/vscode.mjs";
import { ask, begin, box } from "./ask.ts";
import { answer, answered, chip, inInput, input, said, status } from "./panel.ts";
import { sharedWindow } from "./shared.ts";
import { chooseInDialog, type Window } from "./window.ts";

const CODE = "src/net/upload.ts";

describe("the focus", () => {
  let outside: string;
  let window: Window;
  let panel: Frame;
  let code: string;

  beforeAll(async () => {
    outside = join(freshFolder("keyboard"), "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "a note.txt"), "remember the milk");
    window = await sharedWindow();
    code = readFileSync(join(window.folder, CODE), "utf8");
    await window.openFile(CODE, { from: 10, to: 12 });
  });

  afterAll(() => {
    rmSync(join(outside, ".."), { recursive: true, force: true });
  });

  beforeEach(async () => {
    panel = await begin(window);
  });

  afterEach(async () => {
    // An unsaved change would show at the tab.
    expect(await window.page.locator(".tab.dirty").count(), "a key went into the code").toBe(0);
    expect(readFileSync(join(window.folder, CODE), "utf8")).toBe(code);
  });

  const picker = (): Locator => window.page.locator(".quick-input-widget:visible");
  const type = (words: string): Promise<void> => window.page.keyboard.type(words);
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await window.page.keyboard.press(key);
  };
  const isOn = (label: RegExp): Promise<boolean> =>
    panel.evaluate(
      (pattern) =>
        document.hasFocus() && new RegExp(pattern).test(document.activeElement?.getAttribute("aria-label") ?? ""),
      label.source,
    );

  async function close(): Promise<void> {
    // The first Escape may close a tooltip that the mouse brought up; one too many would go to the code.
    for (let tries = 0; tries < 5 && (await picker().isVisible()); tries += 1) {
      await press("Escape");
      await picker()
        .waitFor({ state: "hidden", timeout: 5_000 })
        .catch(() => undefined);
    }
    expect(await picker().isVisible()).toBe(false);
  }

  /** The words that are typed now are the message's. */
  async function writesOn(words: string, all: string): Promise<void> {
    await inInput(panel);
    await press("End");
    await type(words);
    await expect.poll(() => input(panel).innerText()).toBe(all);
  }

  it("comes back from lists, from what a command asks and from the palette, or goes where the user goes", async () => {
    for (const [name, title] of [
      ["Model", "Select Model"],
      ["Profile", "Select Profile"],
    ] as const) {
      await panel.getByRole("button", { name: new RegExp(`^${name}: `) }).click();
      await box(window, title);
      await close();
      await expect.poll(() => isOn(new RegExp(`^${name}: `)), { message: `on the button of the ${name}` }).toBe(true);
    }
    await input(panel).click();
    await inInput(panel);
    await type("before");
    await ask(window, "Galley: Select Model…", "Select Model");
    await close();
    await writesOn(" a list", "before a list");
    await press("F1");
    await picker().getByRole("option").first().waitFor();
    await close();
    await writesOn(", the palette", "before a list, the palette");

    await ask(window, "Galley: Select Model…", "Select Model");
    await press("F1");
    await expect.poll(() => picker().locator("input").first().inputValue()).toBe(">");
    await picker().getByRole("option").first().waitFor();
    await type("galley: rules");
    await expect.poll(() => picker().locator("input").first().inputValue()).toBe(">galley: rules");
    await close();
    await writesOn("!", "before a list, the palette!");

    await ask(window, "Galley: Select Model…", "Select Model");
    // Below the list, which covers the first lines.
    await window.page
      .locator(".editor-instance")
      .first()
      .click({ position: { x: 200, y: 400 } });
    await picker().waitFor({ state: "hidden" });
    const inCode = (): Promise<number> => window.page.locator(".editor-instance .monaco-editor.focused").count();
    await expect.poll(inCode, { message: "a click in the code" }).toBe(1);
    // By the end of another command the panel would have taken it away.
    await window.runCommand("View: Toggle Word Wrap");
    await expect.poll(inCode, { message: "still in the code" }).toBe(1);
    expect(await panel.evaluate(() => document.hasFocus())).toBe(false);
  });

  it("is in the input after a search, a rewind, Edit and resend and a click on a chip; Ctrl and a click goes there", async () => {
    await type("first");
    await press("Enter");
    await answered(panel);
    await ask(window, "Galley: Search Conversations", "Search Conversations");
    await close();
    await inInput(panel);
    const choice = await ask(window, "Galley: Rewind Conversation", "Rewind Conversation");
    await choice.getByRole("option", { name: /^first/ }).click();
    await expect.poll(() => input(panel).innerText()).toBe("first");
    await writesOn(" again", "first again");
    await press("Enter");
    await said(panel, "first again").waitFor();
    await answered(panel);
    const mine = panel.getByRole("article", { name: /^You/ }).first();
    await mine.hover();
    await mine.getByRole("button", { name: "More actions" }).click();
    await panel.getByRole("menuitem", { name: "Edit and Resend" }).click();
    await expect.poll(() => input(panel).innerText()).toBe("first again");
    await writesOn("?", "first again?");

    await type(" @backoff.ts:3-5");
    await panel.getByRole("option", { name: /backoff\.ts/, selected: true }).waitFor();
    await press("Enter");
    const place = chip(panel, /^backoff\.ts:3-5, /);
    await place.click();
    await window.page.getByRole("tab", { name: /^backoff\.ts/ }).waitFor();
    await expect.poll(() => window.page.locator(".statusbar").innerText()).toMatch(/Ln 5, Col \d+ \(\d+ selected\)/);
    await inInput(panel);
    await type("why");
    await expect.poll(() => input(panel).innerText()).toContain("why");
    await place.click({ modifiers: ["Control"] });
    await expect.poll(() => panel.evaluate(() => document.hasFocus())).toBe(false);
  });

  const waiting = (): Locator =>
    panel.getByRole("list", { name: "Queued messages" }).getByRole("listitem").locator(".words");

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
      expect(outline, `the outline of ${name}`).not.toBe("none");
      return;
    }
    throw new Error(`${name} was not reached.`);
  }

  /** The key that leads to the panel from anywhere. */
  async function toInput(): Promise<void> {
    // One that is there already would be taken for the one that is still to come.
    await panel.evaluate(() => (document.activeElement as HTMLElement).blur());
    await press("Control+Alt+g");
    await inInput(panel);
  }

  async function queue(words: string): Promise<void> {
    await inInput(panel);
    await type(words);
    await press("Enter");
    await waiting().filter({ hasText: words }).waitFor();
  }

  it("goes by keys alone through @, Attach, the queue, Stop & hold, a message's menu and the inspector", async () => {
    // Tab would take what is offered of an open editor.
    await window.runCommand("View: Close All Editors");
    await expect.poll(() => panel.getByRole("button", { name: /^Add / }).count()).toBe(0);
    await toInput();
    await type("why does @upl");
    await panel.getByRole("option", { name: /upload\.ts/, selected: true }).waitFor();
    await press("Enter");
    await chip(panel, /^upload\.ts, file reference/).waitFor();
    await walk("Tab", "Attach");
    await press("Enter");
    await chooseInDialog(window.page, join(outside, "a note.txt"));
    await chip(panel, /^a note\.txt, attachment/).waitFor();
    await inInput(panel);
    await type(" give up?");
    await press("Enter");
    await expect.poll(() => answer(panel).innerText()).toMatch(/src\/net\/upload\.ts[^]*a note\.txt[^]*give up\?/);
    await answered(panel);
    await press("ArrowUp");
    await expect.poll(() => chip(panel, /./).count(), { message: "Up brings back what was sent" }).toBe(2);
    await press("Escape");
    await expect.poll(() => chip(panel, /./).count()).toBe(0);

    await type("wait 300");
    await press("Enter");
    await panel.getByText("Waiting 300 seconds").last().waitFor();
    for (const words of ["one", "two", "three"]) await queue(words);
    await walk("Shift+Tab", "Cancel");
    await press("Enter");
    await expect.poll(() => waiting().allTextContents()).toEqual(["one", "two"]);
    await walk("Shift+Tab", "Move up");
    await press("Enter");
    await expect.poll(() => waiting().allTextContents()).toEqual(["two", "one"]);
    await toInput();
    await walk("Shift+Tab", "Edit");
    await press("Enter");
    await expect.poll(() => input(panel).innerText()).toContain("one");
    await inInput(panel);
    await type(" more");
    await press("Enter");
    await expect.poll(() => waiting().allTextContents()).toEqual(["two", "one more"]);
    await inInput(panel);
    await walk("Tab", "More ways to stop");
    await press("Enter");
    await panel.locator("[role=menuitem]:focus", { hasText: "Stop and Hold Queue" }).waitFor();
    await press("Enter");
    await status(panel, "idle").waitFor();
    await panel.getByText("Queue on hold").waitFor();
    await expect.poll(() => waiting().count(), { message: "what waits is held" }).toBe(2);
    await toInput();
    await walk("Shift+Tab", "Resume");
    await press("Enter");
    await said(panel, "one more").waitFor();
    await answered(panel);
    await expect.poll(() => waiting().count()).toBe(0);

    await toInput();
    await walk("Shift+Tab", "More actions");
    await press("Shift+F10");
    await panel.locator("[role=menuitem]:focus", { hasText: /^Copy$/ }).waitFor();
    await press("ArrowDown");
    await panel.locator("[role=menuitem]:focus", { hasText: "Copy as Markdown" }).waitFor();
    await press("Escape");
    await panel.getByRole("menu").waitFor({ state: "detached" });
    await expect.poll(() => isOn(/^More actions$/), { message: "the menu gives the focus back" }).toBe(true);

    await toInput();
    await type("inspect me");
    await walk("Tab", "Preview");
    await press("Enter");
    const tab = window.page.getByRole("tab", { name: /^Request Preview/ });
    await tab.waitFor();
    await tab.click({ button: "middle" });
    await tab.waitFor({ state: "detached" });
    expect(window.violations).toEqual([]);
  });
});
