import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Window } from "./window.ts";

describe("the view of memories", () => {
  let window: Window;
  let panel: Frame;

  beforeAll(async () => {
    window = await openWindow();
    panel = await window.composer();
    await panel.waitForFunction(() => document.hasFocus() && document.activeElement?.role === "textbox");
  });

  afterAll(async () => {
    await window.close();
  });

  const header = (): Locator => window.page.getByRole("button", { name: "Memories Section" });
  const tree = (): Locator => window.page.getByRole("tree", { name: "Memories" });
  const line = (name: string | RegExp): Locator => tree().getByRole("treeitem", { name });
  const input = (): Locator => panel.getByRole("textbox", { name: "Message" });

  async function send(words: string): Promise<void> {
    await input().click();
    await window.page.keyboard.type(words);
    // The list of commands closes at the space behind one.
    if (!words.includes(" ")) await window.page.keyboard.press("Escape");
    await window.page.keyboard.press("Enter");
  }

  it("is not there before there is anything to see; /memory brings it and invites", async () => {
    await panel.getByRole("heading", { name: "New conversation" }).waitFor();
    expect(await header().count()).toBe(0);
    await send("/memory");
    await window.page.getByText("Nothing is remembered yet.").waitFor();
    await window.screenshot("memory-empty");
  });

  it("shows what /memory keeps, and the model hears nothing of it", async () => {
    await send("/memory Prefers short answers, without praise.");
    await line(/^prefers-short-answers-without, Prefers short answers/).waitFor();
    await expect
      .poll(() =>
        input()
          .innerText()
          .then((words) => words.trim()),
      )
      .toBe("");
    expect(await panel.getByRole("article").count()).toBe(0);
  });

  it("refuses a secret with its kind, and gives the words back as a command", async () => {
    await send("/memory password = swordfish");
    await panel.getByText(/Not remembered: .*holds a password/).waitFor();
    await expect.poll(() => input().innerText()).toMatch(/\/memory\s+password = swordfish/);
    await window.screenshot("memory-refused");
    await input().click();
    await window.page.keyboard.press("Control+a");
    await window.page.keyboard.press("Delete");
  });

  it("follows the files of the project, and shows what is wrong with one at its line", async () => {
    const folder = join(window.folder, ".galley", "memory");
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "release.md"),
      "---\nname: release\ndescription: Releases are cut on Mondays\n---\nBy Ada.\n",
    );
    writeFileSync(join(folder, "bad.md"), "---\nname: bad\ndescription: [open\n---\n");
    await line(/^release, Releases are cut on Mondays/).waitFor();
    const bad = line(/^bad, cannot be read: /);
    await bad.waitFor();
    await window.screenshot("memory-view");
    await bad.click();
    await window.page.getByRole("tab", { name: /^bad\.md/ }).waitFor();
  });

  it("Delete deletes what has the focus, and Undo brings it back", async () => {
    await line(/^release/).click();
    await window.page.getByRole("tab", { name: /^release\.md/ }).waitFor();
    await window.page.keyboard.press("Delete");
    await line(/^release/).waitFor({ state: "detached" });
    await window.runCommand("Galley: Undo Delete Memory");
    await line(/^release/).waitFor();
  });
});
