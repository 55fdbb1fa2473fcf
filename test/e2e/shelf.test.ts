// The Shelf in the workbench: files dragged to it, pins that follow their files, keys, and its room beside the panel.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { roomIn } from "../webview/room.ts";
import { drag, inExplorer } from "./drag.ts";
import { inTitle } from "./lists.ts";
import { answer, answered, chip, input, status } from "./panel.ts";
import { openWindow, type Window } from "./window.ts";

const shelf = ({ page }: Window): Locator => page.getByRole("tree", { name: "Shelf" });
const line = (window: Window, name: string | RegExp): Locator => shelf(window).getByRole("treeitem", { name });

/** The lines below the groups, from top to bottom. */
function names(window: Window): Promise<string[]> {
  const labels = (items: Element[]): string[] =>
    items.map((item) => (item.getAttribute("aria-label") ?? "").replace(/,.*/, ""));
  return shelf(window).getByRole("treeitem", { level: 2 }).evaluateAll(labels);
}

async function send(window: Window, words: string): Promise<string> {
  const panel = await window.composer();
  await input(panel).click();
  await window.page.keyboard.press("Control+End");
  await window.page.keyboard.type(words);
  await window.page.keyboard.press("Enter");
  // Loopback repeats what it was sent.
  await answer(panel).filter({ hasText: words }).waitFor();
  await answered(panel);
  return answer(panel).innerText();
}

const BUSY = ["Attach", "Model", "Stop", "More ways to stop", "Queue", "Preview"];
const IDLE = ["Attach", "Model", "Send", "Preview"];
/** The title of a view that is folded. */
const LINE = 30;

describe("the Shelf", () => {
  let window: Window;

  beforeAll(async () => {
    window = await openWindow();
    for (const folder of ["net", "ui"]) {
      mkdirSync(join(window.folder, "src", folder), { recursive: true });
      writeFileSync(join(window.folder, "src", folder, "index.ts"), "export {};\n");
    }
    await window.composer();
  });

  afterAll(() => window.close());

  const header = (name: string): Locator =>
    window.page
      .locator(".part.auxiliarybar .pane-header")
      .filter({ has: window.page.getByText(name, { exact: true }) });
  const heightOf = async (name: string): Promise<number> =>
    (await header(name).locator("xpath=..").boundingBox())?.height ?? 0;
  const isOpen = async (name: string): Promise<boolean> =>
    (await header(name).getAttribute("aria-expanded")) === "true";
  const toggle = async (name: string, open: boolean): Promise<void> => {
    if ((await isOpen(name)) !== open) await header(name).click({ position: { x: 60, y: 11 } });
    await expect.poll(() => isOpen(name)).toBe(open);
  };

  /** A conversation that pins nothing, with the Shelf open: it is another view then, which may be closed. */
  async function beginEmpty(): Promise<void> {
    await window.runCommand("Galley: New Conversation");
    await expect
      .poll(async () => {
        if (!(await isOpen("Shelf"))) await header("Shelf").click({ position: { x: 60, y: 11 } });
        return line(window, /^Pinned, empty/).isVisible();
      })
      .toBe(true);
  }

  /** Once VS Code has laid everything out. */
  async function hasRoom(panel: Frame, names: readonly string[], where: string): Promise<void> {
    const look = async () => {
      const { height } = await panel.evaluate(() => ({ height: innerHeight }));
      const room = await roomIn(panel, names);
      return { enough: room.log >= Math.min(80, Math.floor(0.36 * height)), cut: room.cut, model: room.model > 18 };
    };
    await expect.poll(look, { message: where }).toEqual({ enough: true, cut: [], model: true });
  }

  /** By the edge of the side bar, as far as VS Code lets it go. */
  async function makeNarrowest(): Promise<void> {
    const { page } = window;
    const box = await page.locator(".part.auxiliarybar").boundingBox();
    if (box === null) throw new Error("There is no side bar.");
    // Its sash lies in the gap beside it, and stops where VS Code would hide the side bar.
    await page.mouse.move(box.x - 2, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 175, box.y + 200, { steps: 8 });
    await page.mouse.up();
  }

  /** Onto the panel, with Shift held as VS Code wants it. */
  async function dragToPanel(from: Locator, to: "middle" | "bottom"): Promise<void> {
    const { page } = window;
    const start = await from.boundingBox();
    const frame = await page
      .locator('iframe.webview.ready[src*="extensionId=galley.galley"]:visible')
      .first()
      .boundingBox();
    if (start === null || frame === null) throw new Error("Nothing to drag, or nowhere to drop it.");
    const [x, y] = [frame.x + frame.width / 2, frame.y + (to === "middle" ? frame.height / 2 : frame.height - 14)];
    await page.mouse.move(start.x + 30, start.y + start.height / 2);
    await page.mouse.down();
    await page.keyboard.down("Shift");
    await page.mouse.move(start.x + 60, start.y + start.height / 2 + 4, { steps: 4 });
    await page.mouse.move(x, y - 20, { steps: 8 });
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
  }

  it("is one line until something is pinned; little room leaves the messages their lines and every button whole", async () => {
    const { page } = window;
    await page.setViewportSize({ width: 1400, height: 900 });
    const panel = await window.composer();
    const say = async (words: string): Promise<void> => {
      await input(panel).click();
      await page.keyboard.insertText(words);
      await page.keyboard.press("Enter");
    };
    await say("wait 300");
    await panel.getByRole("button", { name: "Stop", exact: true }).waitFor();
    const share = async (): Promise<number> => {
      const bar = await page.locator(".part.auxiliarybar").boundingBox();
      return (await roomIn(panel, BUSY)).log / (bar?.height ?? Infinity);
    };
    await expect.poll(share, { message: "of the side bar, for the messages" }).toBeGreaterThanOrEqual(0.6);

    await page.setViewportSize({ width: 1000, height: 600 });
    await toggle("Conversations", true);
    await expect.poll(() => heightOf("Shelf"), { message: "one line" }).toBeLessThanOrEqual(LINE);
    const before = await heightOf("Conversation");
    await toggle("Conversations", false);
    await expect
      .poll(() => heightOf("Conversation"), { message: "what is left goes to the panel" })
      .toBeGreaterThan(before + 90);
    await expect.poll(() => heightOf("Shelf")).toBeLessThanOrEqual(LINE);
    await toggle("Conversations", true);

    for (const words of ["then this", "and that"]) {
      await say(words);
      await panel.getByRole("listitem").filter({ hasText: words }).waitFor();
    }
    await hasRoom(panel, BUSY, "1000 x 600");
    await page.setViewportSize({ width: 500, height: 300 });
    await hasRoom(panel, BUSY, "at 200 %");
    await page.setViewportSize({ width: 1400, height: 900 });
    await hasRoom(panel, BUSY, "1400 x 900");
    await page.setViewportSize({ width: 1000, height: 600 });
    await say("/sidecar what is jitter?");
    // The panel has no room for a sidecar: it is an editor tab.
    const side = await window.editor();
    await side.getByRole("main", { name: "Sidecar" }).waitFor();
    await side.getByRole("article", { name: "Loopback" }).waitFor();
    await hasRoom(panel, BUSY, "beside a sidecar");
    await hasRoom(side, IDLE, "in a sidecar");
    await side.getByRole("button", { name: "Insert Answer" }).click();
    await expect.poll(() => input(panel).innerText()).toContain("not a language model");
    await input(panel).press("Control+a");
    await page.keyboard.press("Delete");
    await side.getByRole("button", { name: "Close" }).click();
    await page.getByRole("tab", { name: /^what is jitter/ }).waitFor({ state: "detached" });
    await makeNarrowest();
    await expect.poll(() => panel.evaluate(() => innerWidth)).toBeLessThan(200);
    await hasRoom(panel, BUSY, "at the narrowest");
    await window.screenshot("room-narrowest");
    await panel.getByRole("button", { name: "Stop", exact: true }).click();
    await status(panel, "idle").waitFor();
  });

  it("opens when the Explorer gets the focus and when files are dropped on the line that pins, and tells two of one name apart", async () => {
    const { page } = window;
    await window.runCommand("Galley: New Conversation");
    const file = await inExplorer(window, "README.md");
    const panel = await window.composer();
    await input(panel).click();
    await expect.poll(() => heightOf("Shelf")).toBeLessThanOrEqual(LINE);
    // The line that it is dragged to is there when the mouse is down, without a click before and without Shift.
    await drag(window, file, line(window, /^Pinned, empty/));
    await line(window, /^README\.md, pinned/).waitFor();
    await input(panel).click();
    expect(await isOpen("Shelf"), "once it holds something").toBe(true);

    await window.runCommand("Galley: New Conversation");
    await input(panel).click();
    await expect.poll(() => heightOf("Shelf")).toBeLessThanOrEqual(LINE);
    const tree = page.getByRole("tree", { name: "Files Explorer" });
    for (const name of ["src", "net", "ui"]) {
      const folder = tree.getByRole("treeitem", { name, exact: true });
      await folder.click();
      await expect.poll(() => folder.getAttribute("aria-expanded")).toBe("true");
    }
    const files = tree.getByRole("treeitem", { name: "index.ts" });
    const lines = shelf(window).getByRole("treeitem", { level: 2 });
    for (const nth of [0, 1]) {
      await dragToPanel(files.nth(nth), "bottom");
      // The Shelf opens with the first one, and the panel moves.
      await expect.poll(() => lines.count()).toBe(nth + 1);
    }
    const two = ["net/index.ts", "ui/index.ts"];
    await expect.poll(async () => (await lines.locator(".label-name").allInnerTexts()).sort()).toEqual(two);
    for (const nth of [0, 1]) await dragToPanel(files.nth(nth), "middle");
    const chips = input(panel).locator(".chip-name");
    await expect.poll(async () => (await chips.allInnerTexts()).sort()).toEqual(two);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it("takes files without Shift into the message and lets go of them with it; they are moved to Pinned and among each other", async () => {
    const { page } = window;
    await beginEmpty();
    await page.getByText("Drop files or folders here. Files on Pinned are sent with every message.").waitFor();
    await line(window, /^Current Message, empty/).waitFor();
    const panel = await window.composer();
    await drag(window, await inExplorer(window, "src/net/upload.ts"), line(window, /^Current Message/));
    await chip(panel, /^upload\.ts, file reference/).waitFor();
    await line(window, /^upload\.ts, current message, about [\d.]+k? tokens/).waitFor();
    await input(panel).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("wait 60");
    await page.keyboard.press("Enter");
    await status(panel, "busy").waitFor();
    await expect.poll(() => names(window), { message: "while its answer still comes" }).toEqual([]);
    await status(panel, "busy").waitFor();
    await page.keyboard.press("Escape");
    await status(panel, "idle").waitFor();

    await beginEmpty();
    await drag(window, await inExplorer(window, "README.md"), line(window, /^Pinned/));
    await line(window, /^README\.md, pinned/).waitFor();
    await drag(window, await inExplorer(window, "package.json"), line(window, /^Current Message/));
    const carried = line(window, /^package\.json, current message/);
    await carried.waitFor();
    await drag(window, carried, line(window, /^Pinned/));
    await expect.poll(() => names(window)).toEqual(["README.md", "package.json"]);
    await expect.poll(() => chip(panel, /package\.json/).count(), { message: "moved out of the message" }).toBe(0);
    // Counting draws the lines again, which ends a drag.
    await line(window, /^package\.json, pinned, about [\d.]+k? tokens/).waitFor();
    await line(window, /^Current Message, empty/).waitFor();
    await drag(window, line(window, /^package\.json, pinned/), line(window, /^README\.md, pinned/));
    await expect.poll(() => names(window)).toEqual(["package.json", "README.md"]);
    // By keys.
    await line(window, /^README\.md/).focus();
    await line(window, /^README\.md/).click({ modifiers: ["Control"] });
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(() => names(window)).toEqual(["README.md", "package.json"]);
    await page.keyboard.press("Delete");
    await expect.poll(() => names(window)).toEqual(["package.json"]);
  });

  it("sends what changed of a pin, keeps it through a reload, and follows the open editors until it is told to stop", async () => {
    // Of a long conversation only what is in sight can be counted.
    await beginEmpty();
    await window.openFile("src/net/backoff.ts");
    await window.runCommand("Galley: Pin to Conversation");
    await line(window, /^backoff\.ts, pinned, about [\d.]+k? tokens$/).waitFor();
    const first = await send(window, "first");
    expect(first).toMatch(/pinned\s+src\/net\/backoff\.ts\s+whole file, as of this turn/);
    const tokensIn = (told: string): number => Number(/backoff\.ts.*~(\d+) tokens/.exec(told)?.[1]);
    writeFileSync(join(window.folder, "src/net/backoff.ts"), `export const wait = 1;\n// ${"longer ".repeat(2_000)}\n`);
    await line(window, /^backoff\.ts, pinned, about [\d.]+k? tokens, changed since it was last sent/).waitFor();
    const second = await send(window, "second");
    expect(tokensIn(second)).toBeGreaterThan(tokensIn(first) + 300);
    await line(window, /^backoff\.ts, pinned, about [\d.]+k? tokens$/).waitFor();
    await window.reload();
    await window.composer();
    await line(window, /^backoff\.ts, pinned, about [\d.]+k? tokens$/).waitFor();
    expect(await send(window, "third"), "what has not changed is one line").toMatch(/pinned\s+unchanged/);
    await window.runCommand("Galley: Preview Request");
    await (await window.inspector()).getByRole("row", { name: /backoff\.ts.* Unchanged$/ }).waitFor();
    await window.runCommand("View: Close All Editors");

    await window.runCommand("Galley: New Conversation");
    await window.openFile("src/page.ts");
    await inTitle(window, "Shelf", "Pin Open Editors Automatically");
    await line(window, /^page\.ts, open editor, pinned automatically/).waitFor();
    await window.page.getByText("open editors pinned automatically").waitFor();
    writeFileSync(join(window.folder, ".galleyignore"), "hidden.txt\n");
    writeFileSync(join(window.folder, "hidden.txt"), "password\n");
    await window.openFile("hidden.txt");
    await line(window, /^hidden\.txt, open editor, about 0 tokens, ignored, not sent$/).waitFor();
    await window.runCommand("View: Close All Editors");
    await expect.poll(() => names(window)).toEqual([]);
    await inTitle(window, "Shelf", "Stop Pinning Open Editors Automatically");
  });
});
