// A conversation as an editor tab.
import type { Frame, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Window } from "./window.ts";

const input = (pane: Frame): Locator => pane.getByRole("textbox", { name: "Message" });
const said = (pane: Frame, words: string): Locator => pane.getByRole("article", { name: "You" }).getByText(words);
const answered = (pane: Frame): Locator =>
  pane.getByRole("article", { name: "Loopback" }).last().getByText("not a language model");
const tab = ({ page }: Window, title: string): Locator => page.getByRole("tab", { name: new RegExp(`^${title}`) });

describe("a conversation in the editor area", () => {
  let window: Window;

  beforeAll(async () => {
    window = await openWindow();
  });

  afterAll(() => window.close());

  afterEach(() => {
    expect(window.violations).toEqual([]);
  });

  it("takes its draft along, is answered there, and leaves the panel free", async () => {
    const panel = await window.composer();
    await input(panel).click();
    await window.page.keyboard.type("in the wide");
    await window.page.keyboard.press("Enter");
    await answered(panel).waitFor();
    await input(panel).click();
    await window.page.keyboard.type("half written");
    await window.runCommand("Galley: Open Conversation in Editor");
    const editor = await window.editor();
    await tab(window, "in the wide").waitFor();
    await said(editor, "in the wide").waitFor();
    await panel.getByRole("heading", { name: "New conversation" }).waitFor();
    await expect.poll(() => input(editor).innerText()).toBe("half written");
    expect(await input(panel).textContent()).toBe("");
    await input(editor).click();
    await window.page.keyboard.press("End");
    await window.page.keyboard.type(", now whole");
    await window.page.keyboard.press("Enter");
    await said(editor, "half written, now whole").waitFor();
    await answered(editor).waitFor();
    expect(await said(panel, "half written").count()).toBe(0);
    // With two conversations open the Shelf says whose pins it shows: that of the one used last.
    const shelf = window.page.locator(".pane-header").filter({ hasText: /^Shelf/ });
    await shelf.click();
    await input(editor).click();
    await expect.poll(() => shelf.innerText()).toContain("in the wide");
    await input(panel).click();
    await expect.poll(() => shelf.innerText()).toContain("New conversation");
    await window.screenshot("editor-tab");
  });

  it("is there again after a reload, and goes back to the panel when its tab is closed", async () => {
    await window.reload();
    const editor = await window.editor();
    await said(editor, "half written, now whole").waitFor();
    await tab(window, "in the wide").click();
    await window.runCommand("View: Close Editor");
    await tab(window, "in the wide").waitFor({ state: "detached" });
    const header = window.page.getByRole("button", { name: "Conversations Section" });
    if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
    await window.page.getByRole("treeitem", { name: /^in the wide/ }).click();
    await said(await window.composer(), "half written, now whole").waitFor();
  });
});
