// npm run tour: makes the pictures of the README in a real window: a selection, a mention, and the answer that names them.
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fail } from "./fail.mjs";
import { onNode24, root } from "./node24.mjs";

await onNode24();
const { chromium } = await import("playwright-core");
const { movingPicture } = await import("./apng.mjs");
const { chromium: chromiumPath, chromiumFlags } = await import("./chromium.mjs");
const { offline, startServer, still } = await import("./server.mjs");
const { openWindow, selectLines } = await import("./tour-window.mjs");
const { freshFolder, prepareVsCode } = await import("./vscode.mjs");

/** Only what the story needs is in the window. */
const settings = {
  ...still,
  "chat.disableAIFeatures": true,
  "window.commandCenter": false,
  "window.title": "Galley",
  "workbench.layoutControl.enabled": false,
  "workbench.activityBar.location": "hidden",
  "workbench.statusBar.visible": false,
  "editor.minimap.enabled": false,
  "breadcrumbs.enabled": false,
  "editor.renderWhitespace": "none",
  "editor.stickyScroll.enabled": false,
  "galley.context.open": "never",
  "galley.context.selection": "never",
};
const viewport = { width: 1100, height: 660 };
/** A README that takes long to load is not looked at. */
const MOST_BYTES = 400 * 1024;

const built = spawnSync(process.execPath, [join("scripts", "build.mjs")], { cwd: root, stdio: "inherit" });
if (built.status !== 0) fail("The build failed; the messages above say where.");
prepareVsCode();
const server = await startServer({ settings, data: freshFolder("tour"), isLean: true, env: offline });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
const page = await browser.newPage({ viewport, colorScheme: "dark" });
const frames = [];
try {
  await tell();
} finally {
  await browser.close();
  await server.stop();
  rmSync(server.data, { recursive: true, force: true, maxRetries: 10 });
}
const moving = movingPicture(frames);
if (moving.length > MOST_BYTES) fail(`The picture has ${moving.length} bytes; at most ${MOST_BYTES} are wanted.`);
writeFileSync(join(root, "media", "tour.png"), moving);
writeFileSync(join(root, "media", "screenshot.png"), movingPicture(frames.slice(-1)));
console.log(`media/tour.png: ${frames.length} frames, ${(moving.length / 1024).toFixed(0)} KiB`);

/** The story, and what is kept of it. */
async function tell() {
  const panel = await openWindow(page, server);
  const input = panel.getByRole("textbox", { name: "Message" });
  const chips = input.getByRole("button");
  await shot(1500);
  await selectLines(page, 46, 53);
  await shot(1200);
  await page.keyboard.press("Control+Alt+.");
  await chips.first().waitFor();
  await shot(1200);
  await type(panel, " Why does this give up? See ");
  await type(panel, "@back");
  const listed = panel.getByRole("option", { name: /backoff\.ts/ }).first();
  await listed.waitFor();
  await shot(1400);
  await page.keyboard.press("Enter");
  await chips.nth(1).waitFor();
  await shot(1400);
  await page.keyboard.press("Enter");
  await panel.getByText("not a language model", { exact: false }).first().waitFor();
  await panel.getByRole("status").filter({ hasText: "idle" }).waitFor({ state: "attached" });
  await shot(4000);
}

/** Letter by letter, with a frame for every second one. */
async function type(panel, words) {
  await panel.waitForFunction(() => document.activeElement?.role === "textbox");
  for (const [at, letter] of [...words].entries()) {
    await page.keyboard.type(letter);
    if (at % 2 === 1) await shot(110);
  }
}

/** A frame that stays is taken when nothing moves any more: colors of code come late. */
async function shot(ms) {
  let png = await page.screenshot({ animations: "disabled" });
  for (let [calm, tries] = [0, 0]; ms > 1000 && calm < 4 && tries < 40; tries += 1) {
    await setTimeout(250);
    const next = await page.screenshot({ animations: "disabled" });
    calm = next.equals(png) ? calm + 1 : 0;
    png = next;
  }
  frames.push({ png, ms });
}
