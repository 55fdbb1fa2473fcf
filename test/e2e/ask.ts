// What is said and asked: a first message, lines that are added to one, a model that is chosen, and the box of a command that asks something, found by its title.
import type { Frame, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { chip } from "./panel.ts";
import { quickPick, type Window } from "./window.ts";

/** Runs a command by its title in the palette; returns the box it asks in. */
export async function ask({ page }: { page: Page }, command: string, title: string | RegExp): Promise<Locator> {
  return boxOf({ page }, () => quickPick(page, "F1", `>${command}`, command), title);
}

/**
 * The box that `open` leads to. VS Code closes it when something else takes the focus: then once more, but late, as a busy
 * machine may take long to show it, and a second box would come when the test has gone on.
 */
export async function boxOf(
  { page }: { page: Page },
  open: () => Promise<void>,
  title: string | RegExp,
): Promise<Locator> {
  for (let tries = 1; ; tries += 1) {
    await open();
    try {
      return await box({ page }, title);
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

export async function box({ page }: { page: Page }, title: string | RegExp): Promise<Locator> {
  const widget = page.locator(".quick-input-widget:visible").filter({ hasText: title });
  await widget.waitFor();
  return widget;
}

/** What VS Code told. Test windows show no toasts: it is looked up in the center, the newest first. */
export async function notice({ page }: { page: Page }, text: RegExp): Promise<Locator> {
  const said = page.locator(".notification-list-item").filter({ hasText: text }).first();
  await expect
    .poll(async () => {
      // By its button: keys would go where the focus is just moving to.
      if (!(await page.locator(".notifications-center").isVisible())) {
        await page.locator("[id='status.notifications']").click();
        // Its tooltip would cover what is said.
        await page.mouse.move(0, 0);
      }
      return said.isVisible();
    })
    .toBe(true);
  return said;
}

/** A conversation of its own, with the caret in its input. */
export async function begin(window: Window): Promise<Frame> {
  const panel = await window.composer();
  await panel.getByRole("button", { name: "New conversation" }).click();
  await panel.getByRole("heading", { name: "New conversation" }).waitFor();
  await panel.waitForFunction(() => document.hasFocus() && document.activeElement?.role === "textbox");
  return panel;
}

/** A first message, in a conversation of its own. */
export async function sayAnew({ page }: { page: Page }, panel: Frame, words: string): Promise<void> {
  await panel.getByRole("button", { name: "New conversation" }).click();
  await panel.getByRole("heading", { name: "New conversation" }).waitFor();
  await panel.getByRole("textbox", { name: "Message" }).click();
  await page.keyboard.insertText(words);
  await page.keyboard.press("Enter");
}

/** For the conversation that is shown and new ones. The list shows what is known when it opens: settings may come later. */
export async function chooseModel(window: Window, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const picker = await ask(window, "Galley: Select Model…", "Select Model");
    await picker.locator("input:visible").first().fill(name);
    const row = picker.getByRole("option", { name: new RegExp(name) }).first();
    try {
      await row.click({ timeout: 5000 });
      // A row that is drawn anew under the mouse may hear no click.
      await picker.waitFor({ state: "hidden", timeout: 10_000 });
      break;
    } catch (error) {
      if (tries === 6) throw error;
      await window.page.keyboard.press("Escape");
    }
  }
  await (await window.composer()).getByRole("button", { name: `Model: ${name}` }).waitFor();
}

/** Selects lines as a person does, and adds them to the message with the key. */
export async function addLines(window: Window, path: string, lines: { from: number; to: number }): Promise<Frame> {
  await window.openFile(path, lines);
  await window.page.keyboard.press("Control+Alt+.");
  const panel = await window.composer();
  await chip(panel, new RegExp(`^[\\w.]+:${lines.from}-${lines.to}, file reference, ~`)).waitFor();
  return panel;
}
