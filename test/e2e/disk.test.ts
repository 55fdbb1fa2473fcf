import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, type TestContext } from "vitest";
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

/** Puts a small disk under the conversations while no host holds them, and takes it away after the test. */
async function onSmallDisk({ skip }: TestContext, prepare: (folder: string) => void): Promise<void> {
  const folder = dirname(databaseOf(window));
  const kept = mkdtempSync(join(tmpdir(), "galley-kept-"));
  process.kill(window.hostPid(), "SIGKILL");
  cpSync(folder, kept, { recursive: true });
  const mounted = mount("-t", "tmpfs", "-o", "size=3m", "tmpfs", folder);
  if (mounted) {
    onTestFinished(async () => {
      spawnSync("umount", ["-l", folder]);
      rmSync(kept, { recursive: true, force: true });
      await window.reload();
    });
    cpSync(kept, folder, { recursive: true });
    prepare(folder);
  }
  await window.reload();
  if (!mounted) skip("this machine refuses mounts; test/persist/open.test.ts has the same faults on the store");
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

describe("what was written stays readable and typing goes on", { timeout: 120_000 }, () => {
  beforeAll(async () => {
    window = await openWindow();
    await say("a word to keep");
  });

  afterAll(async () => {
    await window.close();
  });

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

  it("in a read-only folder: one message, and what is there is read", async (context) => {
    await onSmallDisk(context, (folder) => {
      if (!mount("-o", "remount,ro", folder)) throw new Error("The disk could not be made read-only.");
    });
    const panel = await input();
    await panel.getByRole("article", { name: "You" }).getByText("a word to keep").waitFor();
    await window.page.keyboard.type("not lost");
    await window.page.keyboard.press("Enter");
    await panel
      .getByRole("alert")
      .getByText(/read-only.*conversations are read-only/)
      .waitFor();
    await expect.poll(() => panel.getByRole("textbox", { name: "Message" }).innerText()).toContain("not lost");
    await window.screenshot("disk-read-only");
  });
});
