// From the last byte of an answer to the painted change, in a real window: Galley asks a server of our own for 500 lines.
// The floor is the same change made by an extension that knows it.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { heldServer } from "./held-server.mjs";
import { withWindows } from "./windows.mjs";

const rounds = 12;
/** Run and forgotten: the code has not run yet. */
const warmUps = 2;
const path = "long.js";
const undoAll = "Control+Alt+8";
const editPlainly = "Control+Alt+7";

/** Both clocks are the machine's: the server's and the page's. `edits` are what the answer changes. */
export async function timesToPaint({ text, output, edits, mark }) {
  const server = await heldServer(output);
  const machineSettings = {
    "galley.providers.custom.baseUrl": `${server.url}/v1`,
    "galley.providers.custom.models": [{ id: "held", name: "Held" }],
  };
  const settings = { "galley.model": "custom/held", "files.autoSave": "off", "editor.minimap.enabled": false };
  const keybindings = [
    { key: "ctrl+alt+8", command: "galley.refactor.undoAll" },
    { key: "ctrl+alt+7", command: "bench.edit" },
  ];
  try {
    return await withWindows({ keybindings, settings, machineSettings }, (inWindow) =>
      inWindow(
        { extensions: ["galley"], plan: { commands: ["galley.composer.focus"], edits }, files: { [path]: text } },
        async (page, _result, folder) => {
          await openFile(page);
          const times = { galley: [], floor: [] };
          for (let round = -warmUps; round < rounds; round += 1) {
            const floor = await editOnce(page, folder, mark);
            const galley = await refactorOnce(page, server, mark);
            if (round < 0) continue;
            times.galley.push(galley);
            times.floor.push(floor);
          }
          return times;
        },
      ),
    );
  } finally {
    await server.close();
  }
}

async function openFile(page) {
  await page.keyboard.press("Control+P");
  await page.locator(".quick-input-widget").waitFor();
  await page.keyboard.type(path);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: path }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".editor-instance .view-lines").first().waitFor();
}

async function refactorOnce(page, server, mark) {
  await page.locator(".editor-instance .view-lines").first().click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Control+K");
  await page.keyboard.press("i");
  await page.locator(".quick-input-widget", { hasText: "Refactor Lines" }).waitFor();
  await page.keyboard.type("rename it");
  await page.locator(".quick-input-list", { hasText: "Held" }).waitFor();
  const painted = page.evaluate(whenPainted, mark);
  await page.keyboard.press("Enter");
  await server.isHeld();
  // What came so far is shown; nothing is under way but the end.
  await setTimeout(1_000);
  const lastByte = server.letGo();
  const took = (await painted) - lastByte;
  await page.keyboard.press(undoAll);
  await whenGone(page, mark);
  return took;
}

async function editOnce(page, folder, mark) {
  const file = join(folder, "edited.json");
  rmSync(file, { force: true });
  await page.locator(".editor-instance .view-lines").first().click();
  const painted = page.evaluate(whenPainted, mark);
  await page.keyboard.press(editPlainly);
  const seen = await painted;
  while (!existsSync(file)) await setTimeout(20);
  await page.keyboard.press("Control+Z");
  await whenGone(page, mark);
  return seen - Number(readFileSync(file, "utf8"));
}

function whenGone(page, mark) {
  return page.waitForFunction((word) => !document.querySelector(".view-lines").textContent.includes(word), mark);
}

/**
 * In the page: when the frame that shows the word in an editor has been painted. VS Code writes lines in a frame: a
 * frame asked for then is the next one, which would be a frame too late. A message posted in a frame is delivered when
 * that frame is painted.
 */
function whenPainted(word) {
  const lines = document.querySelector(".editor-instance .view-lines");
  const ask = window.requestAnimationFrame;
  const afterFrame = (act) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = act;
    port2.postMessage(undefined);
  };
  let isInFrame = false;
  window.requestAnimationFrame = (draw) =>
    ask.call(window, (time) => {
      if (!isInFrame) afterFrame(() => (isInFrame = false));
      isInFrame = true;
      draw(time);
    });
  return new Promise((resolve) => {
    const tell = () => afterFrame(() => resolve(Date.now()));
    const observer = new MutationObserver(() => {
      if (!lines.textContent.includes(word)) return;
      observer.disconnect();
      window.requestAnimationFrame = ask;
      if (isInFrame) tell();
      else ask.call(window, tell);
    });
    observer.observe(lines, { childList: true, subtree: true, characterData: true });
  });
}
