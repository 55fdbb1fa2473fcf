// Little room in a real window: the messages keep their lines, no button is cut off, and the Shelf is one line until
// something is pinned.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { roomIn } from "../webview/room.ts";
import { openWindow, type Window } from "./window.ts";

const BUSY = ["Attach", "Model", "Stop", "More ways to stop", "Queue", "Inspect"];
/** The title of a view that is folded. */
const LINE = 30;
const IDLE = ["Attach", "Model", "Send", "Inspect"];

describe("little room", () => {
  let window: Window;

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

  async function say(panel: Frame, words: string): Promise<void> {
    await panel.getByRole("textbox", { name: "Message" }).click();
    await window.page.keyboard.insertText(words);
    await window.page.keyboard.press("Enter");
  }

  /** Once VS Code has laid everything out. */
  async function hasRoom(panel: Frame, names: readonly string[]): Promise<void> {
    const look = async () => {
      const { height } = await panel.evaluate(() => ({ height: innerHeight }));
      const room = await roomIn(panel, names);
      return { enough: room.log >= Math.min(80, Math.floor(0.36 * height)), cut: room.cut, model: room.model > 18 };
    };
    await expect.poll(look).toEqual({ enough: true, cut: [], model: true });
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
  async function drag(from: Locator, to: "middle" | "bottom"): Promise<void> {
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

  beforeAll(async () => {
    window = await openWindow({ viewport: { width: 1000, height: 600 } });
    for (const folder of ["net", "ui"]) {
      mkdirSync(join(window.folder, "src", folder), { recursive: true });
      writeFileSync(join(window.folder, "src", folder, "index.ts"), "export {};\n");
    }
  });

  afterAll(async () => {
    await window.close();
  });

  it("the Shelf is one line, and what Conversations leaves goes to the conversation", async () => {
    await window.composer();
    await toggle("Conversations", true);
    expect(await heightOf("Shelf")).toBeLessThanOrEqual(LINE);
    const before = await heightOf("Conversation");
    await toggle("Conversations", false);
    await expect.poll(() => heightOf("Conversation")).toBeGreaterThan(before + 90);
    expect(await heightOf("Shelf")).toBeLessThanOrEqual(LINE);
    await window.screenshot("room-idle");
    await toggle("Conversations", true);
  });

  it("at 1000 × 600 with two queued messages and at 200 %, the messages have lines and Stop is whole", async () => {
    const panel = await window.composer();
    await say(panel, "wait 300");
    await panel.getByRole("button", { name: "Stop", exact: true }).waitFor();
    for (const words of ["then this", "and that"]) {
      await say(panel, words);
      await panel.getByRole("listitem").filter({ hasText: words }).waitFor();
    }
    await hasRoom(panel, BUSY);
    await window.screenshot("room-1000");
    await window.page.setViewportSize({ width: 500, height: 300 });
    await hasRoom(panel, BUSY);
    await window.screenshot("room-zoomed");
    await window.page.setViewportSize({ width: 1400, height: 900 });
    await hasRoom(panel, BUSY);
    await window.screenshot("room-1400");
    await window.page.setViewportSize({ width: 1000, height: 600 });
  });

  it("with a sidecar beside it both have lines and buttons", async () => {
    const panel = await window.composer();
    await say(panel, "/sidecar what is jitter?");
    const side = await window.sidecar();
    await side.getByRole("article", { name: "Loopback" }).waitFor();
    await hasRoom(panel, BUSY);
    await hasRoom(side, IDLE);
    await window.screenshot("room-sidecar");
    await side.getByRole("button", { name: "Close" }).click();
  });

  it("at the narrowest nothing is cut off", async () => {
    const panel = await window.composer();
    await makeNarrowest();
    await expect.poll(() => panel.evaluate(() => innerWidth)).toBeLessThan(200);
    await hasRoom(panel, BUSY);
    await window.screenshot("room-narrowest");
    await panel.getByRole("button", { name: "Stop", exact: true }).click();
  });

  it("files dropped on the line that pins are on the Shelf, which opens, and two of one name are told apart", async () => {
    await window.runCommand("Galley: New Conversation");
    expect(await heightOf("Shelf")).toBeLessThanOrEqual(LINE);
    const tree = window.page.getByRole("tree", { name: "Files Explorer" });
    for (const name of ["src", "net", "ui"]) {
      const folder = tree.getByRole("treeitem", { name, exact: true });
      await folder.click();
      await expect.poll(() => folder.getAttribute("aria-expanded")).toBe("true");
    }
    const files = tree.getByRole("treeitem", { name: "index.ts" });
    const lines = window.page.getByRole("tree", { name: "Shelf" }).getByRole("treeitem", { level: 2 });
    for (const nth of [0, 1]) {
      await drag(files.nth(nth), "bottom");
      // The Shelf opens with the first one, and the panel moves.
      await expect.poll(() => lines.count()).toBe(nth + 1);
    }
    await expect
      .poll(async () => (await lines.locator(".label-name").allInnerTexts()).sort())
      .toEqual(["net/index.ts", "ui/index.ts"]);
    for (const nth of [0, 1]) await drag(files.nth(nth), "middle");
    const panel = await window.composer();
    const chips = panel.getByRole("textbox", { name: "Message" }).locator(".chip-name");
    await expect.poll(async () => (await chips.allInnerTexts()).sort()).toEqual(["net/index.ts", "ui/index.ts"]);
    await window.screenshot("room-names");
  });
});
