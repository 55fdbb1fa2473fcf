import { closeSync, globSync, openSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseOf } from "./stored.ts";
import { openWindow, type Window } from "./window.ts";

let window: Window;

async function say(words: string): Promise<void> {
  const panel = await window.composer();
  await panel.getByRole("textbox", { name: "Message" }).click();
  await window.page.keyboard.type(words);
  await window.page.keyboard.press("Enter");
  await panel.getByRole("article", { name: "You" }).getByText(words).waitFor();
  await panel.getByRole("status").filter({ hasText: "Session: idle" }).waitFor();
}

/** What happened to the file while nobody held it open, and the window afterwards. */
async function whileClosed(happen: (path: string) => void): Promise<void> {
  process.kill(window.hostPid(), "SIGKILL");
  happen(databaseOf(window));
  await window.reload();
}

/** What VS Code has told the user since the window opened, shown or waiting behind the bell. */
async function told(words: RegExp): Promise<void> {
  await window.runCommand("Notifications: Show Notifications");
  await window.page.locator(".notifications-center").getByText(words).first().waitFor();
}

describe("the file of conversations", () => {
  beforeAll(async () => {
    window = await openWindow();
    await say("a word to keep");
  });

  afterAll(async () => {
    await window.close();
  });

  it("that was damaged is set aside, with its path shown, and the user goes on with what could be read", async () => {
    await whileClosed((path) => {
      const file = openSync(path, "r+");
      writeSync(file, Buffer.alloc(64, 0xff), 0, 64, 0);
      closeSync(file);
    });
    const panel = await window.composer();
    await told(/damaged.*recovered.*galley\.db\.corrupt-/);
    await panel.getByRole("article", { name: "You" }).getByText("a word to keep").waitFor();
    expect(globSync("**/galley.db.corrupt-*", { cwd: window.server.data }).length).toBeGreaterThan(0);
    await say("and another");
  });

  it("of a newer Galley is read, not changed, and says so", async () => {
    await whileClosed((path) => {
      const db = new DatabaseSync(path);
      db.exec("PRAGMA user_version = 99");
      db.close();
    });
    const panel = await window.composer();
    await told(/newer version of Galley.*read-only here/);
    await panel.getByRole("article", { name: "You" }).getByText("and another").waitFor();
    await panel.getByRole("textbox", { name: "Message" }).click();
    await window.page.keyboard.type("not lost");
    await window.page.keyboard.press("Enter");
    await panel
      .getByRole("alert")
      .getByText(/newer version of Galley/)
      .waitFor();
    await expect.poll(() => panel.getByRole("textbox", { name: "Message" }).innerText()).toContain("not lost");
  });
});
