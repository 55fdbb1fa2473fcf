// The file of conversations in trouble: held by another, no room, or damaged.
import { spawnSync } from "node:child_process";
import { closeSync, cpSync, globSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { databaseOf } from "./stored.ts";
import { openWindow, type Window } from "./window.ts";

let window: Window;

async function input(): Promise<Frame> {
  const panel = await window.composer();
  await panel.getByRole("button", { name: /^Model/ }).waitFor();
  await panel.getByRole("textbox", { name: "Message" }).click();
  return panel;
}

async function say(words: string): Promise<void> {
  const panel = await input();
  await window.page.keyboard.type(words);
  await window.page.keyboard.press("Enter");
  await panel.getByRole("article", { name: "You" }).getByText(words).waitFor();
  await panel.getByRole("status").filter({ hasText: "Session: idle" }).waitFor();
}

/** Changes the file while no window has it open, and opens the window afterwards. */
async function whileClosed(happen: (path: string) => void): Promise<void> {
  process.kill(window.hostPid(), "SIGKILL");
  happen(databaseOf(window));
  await window.reload();
}

/** The folder that a small disk lies over, if one does. */
let covered: string | undefined;

/** Puts a small disk under the conversations, with what was there before the first one. */
async function onSmallDisk({ skip }: TestContext, prepare: (folder: string) => void): Promise<void> {
  await whileClosed((path) => {
    uncover();
    const folder = dirname(path);
    const kept = mkdtempSync(join(tmpdir(), "galley-kept-"));
    cpSync(folder, kept, { recursive: true });
    if (mount("-t", "tmpfs", "-o", "size=3m", "tmpfs", folder)) {
      covered = folder;
      cpSync(kept, folder, { recursive: true });
      prepare(folder);
    }
    rmSync(kept, { recursive: true, force: true });
  });
  if (covered === undefined)
    skip("this machine refuses mounts; test/persist/open.test.ts has the same faults on the store");
}

function uncover(): void {
  if (covered !== undefined) spawnSync("umount", ["-l", covered]);
  covered = undefined;
}

/** What VS Code has told the user since the window opened, shown or waiting behind the bell. */
async function told(words: RegExp): Promise<void> {
  await window.runCommand("Notifications: Show Notifications");
  await window.page.locator(".notifications-center").getByText(words).first().waitFor();
  // It covers the panel.
  await window.runCommand("Notifications: Hide Notifications");
}

function mount(...args: string[]): boolean {
  return spawnSync("mount", args, { stdio: "ignore" }).status === 0;
}

function fillUp(file: string): void {
  for (let size = 1 << 20; size >= 1; size >>= 1) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: "a" });
    } catch {
      // Full to this size; smaller pieces may still fit.
    }
  }
}

beforeAll(async () => {
  window = await openWindow();
  await say("a word to keep");
});

afterAll(async () => {
  await window.close();
  uncover();
});

describe("what was written stays readable and typing goes on", { timeout: 120_000 }, () => {
  it("while another program holds the file; what was typed is stored once it lets go", async () => {
    const panel = await input();
    const other = new DatabaseSync(databaseOf(window));
    other.exec("BEGIN EXCLUSIVE");
    await window.page.keyboard.type("typed while it was held");
    await panel
      .getByRole("alert")
      .getByText(/the conversation database is in use by another program/)
      .waitFor();
    await window.page.keyboard.type(", and after");
    expect(await panel.getByRole("alert").count()).toBe(1);
    await panel.getByRole("article", { name: "You" }).getByText("a word to keep").waitFor();
    await window.screenshot("disk-locked");
    const draft = other.prepare("SELECT data_json FROM drafts");
    other.exec("ROLLBACK");
    await expect.poll(() => String(draft.get()?.["data_json"])).toContain("typed while it was held, and after");
    other.close();
    await window.page.keyboard.press("Enter");
    await panel.getByRole("article", { name: "You" }).getByText("typed while it was held, and after").waitFor();
    await panel.getByRole("status").filter({ hasText: "Session: idle" }).waitFor();
  });

  it("on a full disk: one message, nothing lost, and on again when there is room", async (context) => {
    let ballast = "";
    await onSmallDisk(context, (folder) => {
      ballast = join(folder, "ballast");
    });
    const panel = await input();
    await panel.getByRole("article", { name: "You" }).getByText("a word to keep").waitFor();
    fillUp(ballast);
    await window.page.keyboard.insertText("no room ".repeat(30_000));
    await panel
      .getByRole("alert")
      .getByText(/the disk is full/)
      .waitFor();
    await window.page.keyboard.type("typed on");
    await window.page.keyboard.press("Enter");
    await expect.poll(() => panel.getByRole("textbox", { name: "Message" }).innerText()).toContain("typed on");
    expect(await panel.getByRole("alert").count()).toBe(1);
    await window.screenshot("disk-full");
    rmSync(ballast);
    await panel.getByRole("textbox", { name: "Message" }).click();
    await window.page.keyboard.press("Enter");
    await panel.getByRole("article", { name: "You" }).getByText("typed on").waitFor();
  });

  it("with a damaged file, which is set aside, its path shown", async () => {
    await whileClosed((path) => {
      uncover();
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
});
