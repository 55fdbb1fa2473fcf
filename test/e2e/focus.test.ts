// What is opened from the panel gives the focus back to it: the words that follow go into the message, not into the code.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ask, begin, box } from "./ask.ts";
import { openWindow, type Window } from "./window.ts";

const CODE = "src/net/upload.ts";

describe("the focus", () => {
  let window: Window;
  let panel: Frame;
  let code: string;

  beforeAll(async () => {
    window = await openWindow();
    code = readFileSync(join(window.folder, CODE), "utf8");
  });

  afterAll(() => window.close());

  beforeEach(async () => {
    await window.openFile(CODE, { from: 10, to: 12 });
    panel = await begin(window);
  });

  afterEach(async () => {
    // A change that nobody saved would show at the tab.
    expect(await window.page.locator(".tab.dirty").count()).toBe(0);
    expect(readFileSync(join(window.folder, CODE), "utf8")).toBe(code);
  });

  const input = (): Locator => panel.getByRole("textbox", { name: "Message" });
  const picker = (): Locator => window.page.locator(".quick-input-widget:visible");
  const isIn = (role: string, name: RegExp): Promise<boolean> =>
    panel.evaluate(
      ([wanted, pattern]) => {
        const { activeElement } = document;
        const label = activeElement?.getAttribute("aria-label") ?? activeElement?.textContent ?? "";
        const tag = activeElement?.role ?? activeElement?.tagName.toLowerCase();
        return document.hasFocus() && tag === wanted && new RegExp(pattern).test(label);
      },
      [role, name.source] as const,
    );

  async function close(): Promise<void> {
    // The first Escape may close a tooltip that the mouse brought up; one too many would go to the code.
    for (let tries = 0; tries < 5 && (await picker().isVisible()); tries += 1) {
      await window.page.keyboard.press("Escape");
      await picker()
        .waitFor({ state: "hidden", timeout: 5_000 })
        .catch(() => undefined);
    }
    expect(await picker().isVisible()).toBe(false);
  }

  it.each([
    ["Model", "Choose the model that answers"],
    ["Agent", "Choose the agent"],
  ])("is on the button again after the list of its %s was closed", async (name, title) => {
    await panel.getByRole("button", { name: new RegExp(`^${name}: `) }).click();
    await box(window, title);
    await close();
    await expect.poll(() => isIn("button", new RegExp(`^${name}: `))).toBe(true);
  });

  it("is in the input again after a command of the palette that asks", async () => {
    await window.page.keyboard.type("before ");
    await ask(window, "Galley: Choose the Model", "Choose the model that answers");
    await close();
    await expect.poll(() => isIn("textbox", /Message/)).toBe(true);
    await window.page.keyboard.type("after");
    await expect.poll(() => input().innerText()).toBe("before after");
  });

  it("is in the input again after the palette itself was closed", async () => {
    await window.page.keyboard.type("before ");
    await window.page.keyboard.press("F1");
    await picker().getByRole("option").first().waitFor();
    await close();
    await expect.poll(() => isIn("textbox", /Message/)).toBe(true);
    await window.page.keyboard.type("after");
    await expect.poll(() => input().innerText()).toBe("before after");
  });

  it("goes where the user goes from a list: to the palette, to the code", async () => {
    const list = await ask(window, "Galley: Choose the Model", "Choose the model that answers");
    await window.page.keyboard.press("F1");
    await list.waitFor({ state: "hidden" });
    await picker().getByRole("option").first().waitFor();
    await window.page.keyboard.type("galley: rules");
    await expect.poll(() => picker().locator("input").first().inputValue()).toBe(">galley: rules");
    await close();
    await expect.poll(() => isIn("textbox", /Message/)).toBe(true);
    expect((await input().innerText()).trim()).toBe("");
    await ask(window, "Galley: Choose the Model", "Choose the model that answers");
    // Below the list, which covers the first lines.
    await window.page
      .locator(".editor-instance")
      .first()
      .click({ position: { x: 200, y: 400 } });
    await picker().waitFor({ state: "hidden" });
    await expect.poll(() => window.page.locator(".editor-instance .monaco-editor.focused").count()).toBe(1);
    // By the end of another command the panel would have taken it away.
    await window.runCommand("View: Toggle Word Wrap");
    await expect.poll(() => window.page.locator(".editor-instance .monaco-editor.focused").count()).toBe(1);
    expect(await panel.evaluate(() => document.hasFocus())).toBe(false);
  });

  it("is in the input after a search of conversations, and after a rewind", async () => {
    await window.page.keyboard.type("first");
    await window.page.keyboard.press("Enter");
    await panel.getByRole("article", { name: "Loopback" }).getByText("not a language model").waitFor();
    await ask(window, "Galley: Search Conversations", "Search conversations");
    await close();
    await expect.poll(() => isIn("textbox", /Message/)).toBe(true);
    const picker = await ask(window, "Galley: Rewind", "Rewind");
    await picker.getByRole("option", { name: /^first/ }).click();
    await expect.poll(() => input().innerText()).toBe("first");
    await expect.poll(() => isIn("textbox", /Message/)).toBe(true);
    await window.page.keyboard.press("End");
    await window.page.keyboard.type(" again");
    await expect.poll(() => input().innerText()).toBe("first again");
  });

  it("is in the input after Edit and resend with the mouse", async () => {
    await window.page.keyboard.type("first");
    await window.page.keyboard.press("Enter");
    await panel.getByRole("article", { name: "Loopback" }).getByText("not a language model").waitFor();
    const mine = panel.getByRole("article", { name: /^You/ }).first();
    await mine.hover();
    await mine.getByRole("button", { name: "More" }).click();
    await panel.getByRole("menuitem", { name: "Edit and resend" }).click();
    await expect.poll(() => input().innerText()).toBe("first");
    await expect.poll(() => isIn("textbox", /Message/)).toBe(true);
    await window.page.keyboard.press("End");
    await window.page.keyboard.type(" again");
    await expect.poll(() => input().innerText()).toBe("first again");
  });

  it("stays in the input when a chip is clicked; Ctrl and a click goes to its place", async () => {
    await window.page.keyboard.type("@backoff");
    await panel.getByRole("option", { name: /backoff\.ts/, selected: true }).waitFor();
    await window.page.keyboard.press("Enter");
    const chip = input().getByRole("button", { name: /^backoff\.ts, / });
    await chip.click();
    await window.page.getByRole("tab", { name: /^backoff\.ts/ }).waitFor();
    await expect.poll(() => isIn("textbox", /Message/)).toBe(true);
    await window.page.keyboard.type("why");
    await expect.poll(() => input().innerText()).toContain("why");
    await chip.click({ modifiers: ["Control"] });
    await expect.poll(() => panel.evaluate(() => document.hasFocus())).toBe(false);
  });
});
