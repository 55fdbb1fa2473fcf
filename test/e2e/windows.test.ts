// Several windows: two at once on a folder with its conversations, and conversations that follow a folder elsewhere.
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, begin, box } from "./ask.ts";
import { inTitle, line } from "./lists.ts";
import { answered, inInput, input, said, status } from "./panel.ts";
import { openWindow, type Window } from "./window.ts";

const sample = join(dirname(fileURLToPath(import.meta.url)), "..", "fixtures", "sample");
const home = mkdtempSync(join(tmpdir(), "galley-windows-"));

/** The panel, once it has the conversation and the focus: it would take the focus from a palette opened too early. */
async function opened(window: Window): Promise<Frame> {
  await window.page.bringToFront();
  const panel = await window.composer();
  await input(panel).click();
  await inInput(panel);
  return panel;
}

async function say(window: Window, words: string): Promise<Frame> {
  const panel = await opened(window);
  await window.page.keyboard.type(words);
  await window.page.keyboard.press("Enter");
  await said(panel, words).waitFor();
  await answered(panel);
  return panel;
}

/** Adopts what the picker offers under this title, and opens it from the list of conversations. */
async function adopt(window: Window, title: string): Promise<void> {
  await opened(window);
  const adopted = (await line(window, title)).first();
  // VS Code closes menus and lists when the panel, which has just opened, takes the focus: then once more.
  await expect
    .poll(
      async () => {
        if (!(await adopted.isVisible())) await chooseLost(window, title);
        await adopted.waitFor({ timeout: 10_000 });
        return adopted.isVisible();
      },
      { timeout: 120_000 },
    )
    .toBe(true);
  await adopted.click();
  await said(await window.composer(), title).waitFor();
}

async function chooseLost(window: Window, title: string): Promise<void> {
  const picker = window.page.locator(".quick-input-widget:visible").filter({ hasText: "Find Lost Conversations" });
  if (!(await picker.isVisible())) await inTitle(window, "Conversations", "Find Lost Conversations…");
  // The row and the box in it are both checkboxes.
  const row = picker.getByRole("checkbox", { name: new RegExp(title) }).first();
  await row.waitFor({ timeout: 10_000 });
  if (!(await row.isChecked())) await row.click({ timeout: 5000 });
  await picker.getByRole("button", { name: "OK" }).click({ timeout: 5000 });
}

/** The simple file dialog of a remote window: a path is typed. */
async function choosePath({ page }: Window, title: RegExp, path: string, button: string): Promise<void> {
  const dialog = await box({ page }, title);
  const typed = dialog.locator("input").first();
  // It puts its own proposal in when it has read the folder.
  await expect.poll(() => typed.inputValue()).not.toBe("");
  await dialog.getByRole("option").first().waitFor();
  await typed.fill(path);
  // While it reads the folder of what is typed it forgets a click.
  await expect
    .poll(async () => {
      await dialog.getByRole("button", { name: button }).click({ timeout: 1000 });
      return dialog.waitFor({ state: "hidden", timeout: 1000 }).then(
        () => "closed",
        () => "open",
      );
    })
    .toBe("closed");
}

describe("several windows", () => {
  let first: Window;
  let second: Window;

  beforeAll(async () => {
    cpSync(sample, join(home, "old"), { recursive: true });
    first = await openWindow({ folder: join(home, "old") });
    await say(first, "from the old place");
    await begin(first);
    await say(first, "common ground");
    second = await openWindow({ beside: first });
  });

  afterAll(async () => {
    await first.close();
    rmSync(home, { recursive: true, force: true });
  });

  const waiting = (pane: Frame): Locator =>
    pane.getByRole("list", { name: "Queued messages" }).getByRole("listitem").locator(".words");

  it("see the same conversations: names, a turn that runs, what waits behind it; each can stop it, none loses a draft", async () => {
    const there = await second.composer();
    await (await line(second, "common ground")).click();
    await said(there, "common ground").waitFor();
    await input(there).click();
    await inInput(there);
    await second.page.keyboard.type("unsent over there");

    const here = await opened(first);
    const asked = await ask(first, "Galley: Rename Conversation…", "Rename Conversation");
    await asked.locator("input:visible").first().fill("Shared");
    await first.page.keyboard.press("Enter");
    await (await line(second, "Shared")).waitFor();
    await there.getByRole("heading", { name: "Shared" }).waitFor();

    await opened(first);
    await first.page.keyboard.type("wait 300");
    await first.page.keyboard.press("Enter");
    await here.getByText("Waiting 300 seconds").waitFor();
    // What has come of the answer, while the turn runs.
    await there.getByText("Waiting 300 seconds").waitFor();
    await inInput(here);
    await first.page.keyboard.type("behind it");
    await first.page.keyboard.press("Enter");
    await waiting(there).filter({ hasText: "behind it" }).waitFor();
    await status(there, "busy").waitFor();
    await (await line(second, "Shared, current, Working…")).waitFor();
    await second.page.bringToFront();
    await there.getByRole("button", { name: "Stop", exact: true }).click();
    await said(here, "behind it").waitFor();
    await said(there, "behind it").waitFor();
    await expect.poll(() => waiting(there).count()).toBe(0);
    await status(there, "idle").waitFor();
    await expect
      .poll(() => input(there).innerText(), { message: "the draft of the second" })
      .toContain("unsent over there");

    await first.page.bringToFront();
    await begin(first);
    await first.page.keyboard.type("news from the first window");
    await first.page.keyboard.press("Enter");
    await (await line(second, "news from the first window")).waitFor();

    // What a turn does that runs there stands in the status bar here.
    const told = (words: string): Locator =>
      second.page.locator(".statusbar-item").getByRole("button", { name: words });
    await begin(first);
    await first.page.keyboard.insertText('call bash {"command":"true"}');
    await first.page.keyboard.press("Enter");
    await told("Needs your answer").waitFor();
    await here.getByRole("button", { name: "Stop", exact: true }).click();
    await told("Needs your answer").waitFor({ state: "hidden" });
    await second.close();
  });

  it("export a conversation to a file that is asked for, and import it with every word", async () => {
    const file = join(home, "exported.json");
    await (await line(first, "from the old place")).first().click();
    await said(await first.composer(), "from the old place").waitFor();
    await opened(first);
    const what = await ask(first, "Galley: Export Conversation…", "Export Conversation: Select Content");
    await what.getByRole("option", { name: /Include attachments and file contents/ }).click();
    await choosePath(first, /Export Conversation/, file, "OK");
    await expect.poll(() => existsSync(file)).toBe(true);
    expect(readFileSync(file, "utf8")).toContain("from the old place");
    await (await opened(first)).getByRole("button", { name: "New conversation" }).click();
    await ask(first, "Galley: Import Conversations…", /Import Conversations/);
    await choosePath(first, /Import Conversations/, file, "Import");
    await said(await first.composer(), "from the old place").waitFor();
  });

  it("have the conversations of a folder in a multi-root workspace, and where it was moved to", async () => {
    const workspace = join(home, "both.code-workspace");
    cpSync(sample, join(home, "other"), { recursive: true });
    writeFileSync(workspace, JSON.stringify({ folders: [{ path: "old" }, { path: "other" }] }));
    const both = await openWindow({ beside: first, workspace });
    await adopt(both, "from the old place");
    await say(both, "and on in both");
    await both.close();
    renameSync(join(home, "old"), join(home, "new"));
    const moved = await openWindow({ beside: first, folder: join(home, "new") });
    await adopt(moved, "from the old place");
    const panel = await say(moved, "and on in the new place");
    expect(await said(panel, "and on in both").count(), "what was said in the other workspace").toBe(0);
    await moved.close();
  });
});
