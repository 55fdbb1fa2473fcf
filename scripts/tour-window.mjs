// The window of the pictures of the README, and what a user does in it.
import { join } from "node:path";
import { root } from "./node24.mjs";
import { copySample, freshFolder } from "./vscode.mjs";

const PANEL_WIDTH = 420;

/** A window with the file and the panel, and nothing else. Returns the document of the panel. */
export async function openWindow(page, server) {
  await page.goto(server.url({ folder: copySample(join(freshFolder("folder"), "sample")), extensions: [root] }));
  await page.waitForFunction("window.driver", undefined, { timeout: 120_000 });
  await page.evaluate("window.driver.whenWorkbenchRestored()");
  await choose(page, "Control+p", "upload.ts");
  await page.keyboard.press("Control+b");
  const view = page.locator('iframe.webview.ready[src*="extensionId=galley.galley"]:visible');
  // The key does nothing until VS Code has read the manifest.
  while (!(await view.isVisible())) {
    await page.keyboard.press("Control+Alt+g");
    await view.waitFor({ timeout: 2000 }).catch(() => undefined);
  }
  const outer = await (await view.elementHandle()).contentFrame();
  const inner = await outer.waitForSelector("iframe#active-frame");
  const panel = await inner.contentFrame();
  await panel.getByRole("button", { name: /^Model: / }).waitFor();
  await panel.getByRole("button", { name: "Dismiss" }).click();
  await widen(page, await view.boundingBox());
  await page.keyboard.press("Control+1");
  return panel;
}

/** Drags the line between the editor and the panel. */
async function widen(page, { x, y, width, height }) {
  const lines = await page.locator(".monaco-sash.vertical").all();
  const boxes = await Promise.all(lines.map((line) => line.boundingBox()));
  const far = (box) => (box === null || box.height < height / 2 ? Infinity : Math.abs(box.x - x));
  const line = boxes.sort((a, b) => far(a) - far(b))[0];
  const [from, middle] = [line.x + line.width / 2, y + height / 2];
  await page.mouse.move(from, middle);
  await page.mouse.down();
  await page.mouse.move(from - (PANEL_WIDTH - width), middle, { steps: 5 });
  await page.mouse.up();
  // Over the empty part of the tabs, where nothing lights up.
  await page.mouse.move(x / 2, 20);
}

async function choose(page, key, text) {
  await page.keyboard.press(key);
  const widget = page.locator(".quick-input-widget:visible");
  await widget.locator("input").first().fill(text);
  await widget.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await widget.waitFor({ state: "hidden" });
}

export async function selectLines(page, from, to) {
  await page.keyboard.press("Control+g");
  const input = page.locator(".quick-input-widget:visible input");
  await input.fill(`:${from}:1`);
  await input.press("Enter");
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  for (let line = from; line < to; line += 1) await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+End");
}
