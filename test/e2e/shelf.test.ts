import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Window } from "./window.ts";

const input = (panel: Frame): Locator => panel.getByRole("textbox", { name: "Message" });
const answers = (panel: Frame): Locator => panel.getByRole("article", { name: "Loopback" });
const idle = (panel: Frame): Promise<void> => panel.getByRole("status").filter({ hasText: "Session: idle" }).waitFor();

const shelf = ({ page }: Window): Locator => page.getByRole("tree", { name: "Shelf" });
const line = (window: Window, name: string | RegExp): Locator => shelf(window).getByRole("treeitem", { name });

/** The lines below the groups, from top to bottom. */
function names(window: Window): Promise<string[]> {
  const labels = (items: Element[]): string[] =>
    items.map((item) => (item.getAttribute("aria-label") ?? "").replace(/,.*/, ""));
  return shelf(window).getByRole("treeitem", { level: 2 }).evaluateAll(labels);
}

/** The line of a file in the Explorer, its folders opened. */
async function inExplorer({ page }: Window, path: string): Promise<Locator> {
  await page.keyboard.press("Control+Shift+e");
  const tree = page.getByRole("tree", { name: "Files Explorer" });
  const names = path.split("/");
  for (const folder of names.slice(0, -1)) {
    const item = tree.getByRole("treeitem", { name: folder, exact: true });
    await item.waitFor();
    if ((await item.getAttribute("aria-expanded")) !== "true") await item.click();
  }
  const file = tree.getByRole("treeitem", { name: names.at(-1) ?? "" }).first();
  await file.waitFor();
  return file;
}

/** With the mouse, as a person does, and without a key. */
async function drag({ page }: Window, from: Locator, to: Locator): Promise<void> {
  const start = await from.boundingBox();
  const end = await to.boundingBox();
  if (start === null || end === null) throw new Error("Nothing to drag, or nowhere to drop it.");
  const [x, y] = [end.x + Math.min(60, end.width / 2), end.y + end.height / 2];
  await page.mouse.move(start.x + 40, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 60, start.y + start.height / 2 + 4, { steps: 4 });
  await page.mouse.move(x, y - 3, { steps: 12 });
  await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.up();
}

async function send(window: Window, words: string): Promise<{ panel: Frame; answer: string }> {
  const panel = await window.composer();
  const before = await answers(panel).count();
  await input(panel).click();
  await window.page.keyboard.press("Control+End");
  await window.page.keyboard.type(words);
  await window.page.keyboard.press("Enter");
  await expect.poll(() => answers(panel).count()).toBe(before + 1);
  await answers(panel).last().getByText("not a language model").waitFor();
  await idle(panel);
  return { panel, answer: await answers(panel).last().innerText() };
}

describe("the Shelf", () => {
  let window: Window;

  beforeAll(async () => {
    window = await openWindow();
    await window.composer();
    // One line until something is pinned, unless it is opened.
    await window.page
      .locator(".pane-header")
      .filter({ hasText: /^Shelf$/ })
      .click();
    await line(window, /^Pinned/).waitFor();
  });

  afterAll(async () => {
    await window.close();
  });

  it("says when it is empty that files can be dropped without Shift", async () => {
    await window.page.getByText("without Shift").waitFor();
    await window.screenshot("shelf-empty");
  });

  it("takes a file dragged from the Explorer without Shift into the message", async () => {
    const file = await inExplorer(window, "src/net/upload.ts");
    await drag(window, file, line(window, /^In this message/));
    const panel = await window.composer();
    await input(panel)
      .getByRole("button", { name: /^upload\.ts, file reference/ })
      .waitFor();
    await line(window, /^upload\.ts, in this message, about \d+ tokens/).waitFor();
  });

  it("lets go of what was sent while its answer still comes", async () => {
    const panel = await window.composer();
    await input(panel).click();
    await window.page.keyboard.press("Control+End");
    await window.page.keyboard.press("Shift+Enter");
    await window.page.keyboard.type("wait 60");
    await window.page.keyboard.press("Enter");
    await panel.getByRole("status").filter({ hasText: "Session: busy" }).waitFor();
    await expect.poll(() => names(window)).toEqual([]);
    await panel.getByRole("status").filter({ hasText: "Session: busy" }).waitFor();
    await window.page.keyboard.press("Escape");
    await idle(panel);
  });

  it("pins what is dropped on Pinned, sends what changed of it, and keeps it through a reload", async () => {
    // Of a long conversation only what is in sight can be counted.
    await window.runCommand("Galley: New Conversation");
    await line(window, /^In this message, nothing yet/).waitFor();
    const file = await inExplorer(window, "src/net/backoff.ts");
    await drag(window, file, line(window, /^Pinned/));
    await line(window, /^backoff\.ts, pinned, about \d+ tokens$/).waitFor();
    await window.screenshot("shelf");
    const first = await send(window, "first");
    expect(first.answer).toMatch(/pinned\s+src\/net\/backoff\.ts\s+whole file, as of this turn/);
    const tokensIn = (answer: string): number => Number(/backoff\.ts.*~(\d+) tokens/.exec(answer)?.[1]);

    writeFileSync(join(window.folder, "src/net/backoff.ts"), `export const wait = 1;\n// ${"longer ".repeat(2_000)}\n`);
    await line(window, /^backoff\.ts, pinned, about \d+ tokens, changed since it was last sent/).waitFor();
    await window.screenshot("shelf-changed");
    const second = await send(window, "second");
    expect(tokensIn(second.answer)).toBeGreaterThan(tokensIn(first.answer) + 300);
    await line(window, /^backoff\.ts, pinned, about \d+ tokens$/).waitFor();

    await window.reload();
    await window.composer();
    await line(window, /^backoff\.ts, pinned, about \d+ tokens$/).waitFor();
    // What has not changed is not sent again: one line says so.
    expect((await send(window, "third")).answer).toMatch(/pinned\s+unchanged/);
    await window.runCommand("Galley: Inspect What Would Be Sent");
    const inspector = await window.inspector();
    await inspector.getByRole("row", { name: /backoff\.ts.* same$/ }).waitFor();
    await window.runCommand("View: Close All Editors");
  });

  it("moves a chip of the message to Pinned when it is dragged there, and pins among each other", async () => {
    await window.runCommand("Galley: New Conversation");
    await line(window, /^Pinned, nothing yet/).waitFor();
    await drag(window, await inExplorer(window, "README.md"), line(window, /^Pinned/));
    await line(window, /^README\.md, pinned/).waitFor();
    await drag(window, await inExplorer(window, "package.json"), line(window, /^In this message/));
    const chip = line(window, /^package\.json, in this message/);
    await chip.waitFor();
    await drag(window, chip, line(window, /^Pinned/));
    await expect.poll(() => names(window)).toEqual(["README.md", "package.json"]);
    const panel = await window.composer();
    const inside = input(panel).getByRole("button", { name: /package\.json/ });
    await expect.poll(() => inside.count()).toBe(0);
    await drag(window, line(window, /^package\.json, pinned/), line(window, /^README\.md, pinned/));
    await expect.poll(() => names(window)).toEqual(["package.json", "README.md"]);
  });

  it("is worked with the keyboard: order, removal", async () => {
    await window.runCommand("Galley: New Conversation");
    await window.openFile("README.md");
    await window.runCommand("Galley: Pin to Conversation");
    await window.openFile("package.json");
    await window.runCommand("Galley: Pin to Conversation");
    await expect.poll(() => names(window)).toEqual(["README.md", "package.json"]);
    await line(window, /^package\.json/).focus();
    await line(window, /^package\.json/).click({ modifiers: ["Control"] });
    await window.page.keyboard.press("Alt+ArrowUp");
    await expect.poll(() => names(window)).toEqual(["package.json", "README.md"]);
    await window.page.keyboard.press("Delete");
    await expect.poll(() => names(window)).toEqual(["README.md"]);
  });

  it("follows the open editors, and says which ignore rules leave out, until it is told to stop", async () => {
    await window.runCommand("Galley: New Conversation");
    await window.openFile("src/page.ts");
    await window.runCommand("Galley: Follow Open Editors");
    await line(window, /^page\.ts, open editor, followed/).waitFor();
    await window.screenshot("shelf-follows");
    await window.page.getByText("follows open editors").waitFor();
    writeFileSync(join(window.folder, ".galleyignore"), "hidden.txt\n");
    writeFileSync(join(window.folder, "hidden.txt"), "password\n");
    await window.openFile("hidden.txt");
    await line(window, /^hidden\.txt, open editor, about 0 tokens, left out by your ignore rules$/).waitFor();
    await window.runCommand("View: Close All Editors");
    await expect.poll(() => names(window)).toEqual([]);
    await window.runCommand("Galley: Stop Following Open Editors");
  });
});
