// One conversation beside another: a side question in a second pane, and a conversation as an editor tab.
import type { Frame, Locator } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { begin } from "./ask.ts";
import { line } from "./lists.ts";
import { answer, answered, chip, inInput, input, said, status } from "./panel.ts";
import { stored } from "./stored.ts";
import { sharedWindow } from "./shared.ts";
import type { Window } from "./window.ts";

describe("another pane", () => {
  let window: Window;

  beforeAll(async () => {
    window = await sharedWindow();
    await window.page.setViewportSize({ width: 1280, height: 1000 });
  });

  afterEach(() => {
    expect(window.violations).toEqual([]);
  });

  const beside = (pane: Frame): Locator => pane.getByRole("complementary", { name: "Sidecar" });
  const tab = (title: string): Locator => window.page.getByRole("tab", { name: new RegExp(`^${title}`) });

  /** By key: a click may hit a chip, which opens its file. */
  async function write(pane: Frame, words: string): Promise<void> {
    await input(pane).press("Control+End");
    await inInput(pane);
    await window.page.keyboard.type(words);
  }

  async function send(pane: Frame, words: string): Promise<void> {
    await write(pane, words);
    await window.page.keyboard.press("Enter");
  }

  /** A conversation of its own with one settled answer. */
  async function settled(words: string): Promise<Frame> {
    const panel = await begin(window);
    await send(panel, words);
    await answered(panel);
    return panel;
  }

  it("is asked beside a turn that runs, answers on its own, keeps its words apart, and brings its answer back", async () => {
    const panel = await settled("the main matter");
    await send(panel, "wait 300");
    await panel.getByText("Waiting 300 seconds").waitFor();
    await send(panel, "/sidecar what is jitter?");
    const side = await window.sidecar();
    await beside(side).waitFor();
    await said(side, "what is jitter?").waitFor();
    await answered(side);
    await status(panel, "busy").waitFor();
    expect(await said(panel, "what is jitter?").count(), "the main one is as it was").toBe(0);
    expect(await said(side, "wait 300").count(), "what still runs is not taken along").toBe(0);
    await said(side, "the main matter").waitFor();
    // A low pane does not show it.
    await side.getByText(/^Sidecar of the main matter/).waitFor({ state: "attached" });
    await inInput(side);
    await window.page.keyboard.type("half a thought");
    await input(panel).click();
    await inInput(panel);
    await window.page.keyboard.type("As I was told:");
    await expect.poll(() => input(side).innerText()).toBe("half a thought");
    await expect.poll(() => input(panel).innerText()).toBe("As I was told:");
    await panel.getByRole("button", { name: "Stop", exact: true }).click();
    await status(panel, "idle").waitFor();
    await side.getByRole("button", { name: "Insert Answer" }).click();
    await expect.poll(() => input(panel).innerText()).toMatch(/^As I was told:\n+[^]*not a language model/);
    await inInput(panel);
    await beside(side).waitFor();
  });

  it("gets what commands add and stop while it was used last, and is there again after a reload, with its draft", async () => {
    const panel = await settled("home");
    await send(panel, "/sidecar aside of home");
    let side = await window.sidecar();
    await said(side, "aside of home").waitFor();
    await answered(side);
    await send(side, "wait 300");
    await side.getByText("Waiting 300 seconds").waitFor();
    await window.runCommand("Galley: Stop");
    await status(side, "idle").waitFor();
    await window.openFile("src/net/upload.ts", { from: 10, to: 25 });
    await window.page.keyboard.press("Control+Alt+.");
    await chip(side, /^upload\.ts:10-25/).waitFor();
    expect(await chip(panel, /^upload\.ts/).count()).toBe(0);
    await input(panel).click();
    await inInput(panel);
    await window.openFile("src/net/upload.ts", { from: 3, to: 4 });
    await window.page.keyboard.press("Control+Alt+.");
    await chip(panel, /^upload\.ts:3-4/).waitFor();
    expect(await chip(side, /^upload\.ts:3-4/).count()).toBe(0);
    await window.runCommand("View: Close All Editors");

    await write(side, "kept through it");
    await expect.poll(() => stored(window, "drafts")).toContain("kept through it");
    await window.reload();
    side = await window.sidecar();
    await said(side, "aside of home").waitFor();
    await expect.poll(() => input(side).innerText()).toContain("kept through it");
    await said(await window.composer(), "home").waitFor();
  });

  it("is an editor tab that takes its draft along, is answered there and after a reload, and goes back when it is closed", async () => {
    const panel = await settled("in the wide");
    await write(panel, "half written");
    await window.runCommand("Galley: Open Conversation in Editor");
    let editor = await window.editor();
    await tab("in the wide").waitFor();
    await said(editor, "in the wide").waitFor();
    await panel.getByRole("heading", { name: "New conversation" }).waitFor();
    await expect.poll(() => input(editor).innerText()).toBe("half written");
    await expect.poll(() => input(panel).textContent(), { message: "the panel is free" }).toBe("");
    await send(editor, ", now whole");
    await said(editor, "half written, now whole").waitFor();
    await answered(editor);
    expect(await said(panel, "half written").count()).toBe(0);
    // With two conversations open the Shelf says whose pins it shows: that of the one used last.
    const shelf = window.page.locator(".pane-header").filter({ hasText: /^Shelf/ });
    await shelf.click();
    await input(editor).click();
    await expect.poll(() => shelf.innerText()).toContain("in the wide");
    await input(panel).click();
    await expect.poll(() => shelf.innerText()).toContain("New conversation");

    await window.reload();
    editor = await window.editor();
    await said(editor, "half written, now whole").waitFor();
    await expect.poll(() => answer(editor).innerText()).toContain("not a language model");
    await tab("in the wide").click({ button: "middle" });
    await tab("in the wide").waitFor({ state: "detached" });
    await (await line(window, "in the wide")).click();
    await said(await window.composer(), "half written, now whole").waitFor();
  });
});
