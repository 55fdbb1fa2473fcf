import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, box } from "./ask.ts";
import { openWindow, type Window } from "./window.ts";

const sample = join(dirname(fileURLToPath(import.meta.url)), "..", "fixtures", "sample");
const home = mkdtempSync(join(tmpdir(), "galley-moving-"));
let first: Window;

/** The panel, once it has the conversation and the focus: it would take the focus from a palette opened too early. */
async function opened(window: Window): Promise<Frame> {
  const panel = await window.composer();
  await panel.getByRole("button", { name: /^Model/ }).waitFor();
  await panel.getByRole("textbox", { name: "Message" }).click();
  await panel.waitForFunction(() => document.hasFocus() && document.activeElement?.role === "textbox");
  return panel;
}

const said = (panel: Frame, words: string): Locator => panel.getByRole("article", { name: "You" }).getByText(words);

async function say(window: Window, words: string): Promise<void> {
  const panel = await opened(window);
  await window.page.keyboard.type(words);
  await window.page.keyboard.press("Enter");
  await said(panel, words).waitFor();
  await panel.getByRole("status").filter({ hasText: "Session: idle" }).waitFor();
}

/** Adopts what the picker offers under this title, and waits until it is in the list of conversations. */
async function adopt(window: Window, title: string): Promise<void> {
  await opened(window);
  const picker = await ask(window, "Galley: Find Lost Conversations…", "Find lost conversations");
  // The row and the box in it are both checkboxes.
  const row = picker.getByRole("checkbox", { name: new RegExp(title) }).first();
  await row.waitFor();
  if (!(await row.isChecked())) await row.click();
  await picker.getByRole("button", { name: "OK" }).click();
  const header = window.page.getByRole("button", { name: "Conversations Section" });
  if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
  const line = window.page.getByRole("tree", { name: "Conversations" }).getByRole("treeitem", { name: title });
  await line.first().click();
  await said(await window.composer(), title).waitFor();
}

/** The simple file dialog of a remote window: a path is typed. */
async function choosePath({ page }: Window, title: RegExp, path: string, button: string): Promise<void> {
  const dialog = await box({ page }, title);
  const typed = dialog.locator("input").first();
  // It puts its own proposal in when it has read the folder.
  await expect.poll(() => typed.inputValue()).not.toBe("");
  await dialog.getByRole("option").first().waitFor();
  await typed.fill(path);
  await dialog.getByRole("button", { name: button }).click();
  await dialog.waitFor({ state: "hidden" });
}

describe("conversations follow their folder", () => {
  beforeAll(async () => {
    cpSync(sample, join(home, "old"), { recursive: true });
    first = await openWindow({ folder: join(home, "old") });
    await say(first, "from the old place");
  });

  afterAll(async () => {
    await first.close();
    rmSync(home, { recursive: true, force: true });
  });

  it("are exported to a file that is asked for, and imported from it with every word", async () => {
    const file = join(home, "exported.json");
    await opened(first);
    const what = await ask(first, "Galley: Export Conversation…", "what goes along");
    await what.getByRole("option", { name: /With attachments/ }).click();
    await choosePath(first, /Export the conversation/, file, "OK");
    await expect.poll(() => existsSync(file)).toBe(true);
    expect(readFileSync(file, "utf8")).toContain("from the old place");
    await (await opened(first)).getByRole("button", { name: "New conversation" }).click();
    await ask(first, "Galley: Import Conversations…", /Import conversations/);
    await choosePath(first, /Import conversations/, file, "Import");
    await said(await first.composer(), "from the old place").waitFor();
    await first.screenshot("imported");
  });

  it("into a multi-root workspace", async () => {
    const workspace = join(home, "both.code-workspace");
    cpSync(sample, join(home, "other"), { recursive: true });
    writeFileSync(workspace, JSON.stringify({ folders: [{ path: "old" }, { path: "other" }] }));
    const window = await openWindow({ beside: first, workspace });
    await adopt(window, "from the old place");
    await say(window, "and on in the new one");
    await window.screenshot("multi-root");
    await window.close();
  });

  it("to where it was moved", async () => {
    renameSync(join(home, "old"), join(home, "new"));
    const window = await openWindow({ beside: first, folder: join(home, "new") });
    await adopt(window, "from the old place");
    await say(window, "and on in the new place");
    await window.screenshot("moved");
    await window.close();
  });
});
