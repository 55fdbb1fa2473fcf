// Types traces in a real window, and keeps what the window painted after each key.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** What the editor does by itself is as the traces expect it, and no list of suggestions takes a key. */
export const editorSettings = {
  "editor.autoIndent": "keep",
  "editor.detectIndentation": false,
  "editor.tabSize": 2,
  "editor.insertSpaces": true,
  "editor.quickSuggestions": { other: "off", comments: "off", strings: "off" },
  "editor.suggestOnTriggerCharacters": false,
  "editor.parameterHints.enabled": false,
  "editor.wordBasedSuggestions": "off",
  "editor.inlineSuggest.enabled": true,
  "editor.minimap.enabled": false,
  "editor.stickyScroll.enabled": false,
  "typescript.validate.enable": false,
  "javascript.validate.enable": false,
  "typescript.autoClosingTags": false,
  "javascript.autoClosingTags": false,
  "html.autoClosingTags": false,
  "files.autoSave": "off",
  // The extensions of VS Code share the process with Galley: their time is not to be taken for its own.
  "editor.lightbulb.enabled": "off",
  "editor.inlayHints.enabled": "off",
  "editor.codeLens": false,
  "git.enabled": false,
  "workbench.reduceMotion": "on",
  "editor.cursorBlinking": "solid",
};

/** Asks the benchmark's own extension in the window's folder. */
export function controlOf(folder) {
  const file = join(folder, "control.json");
  return async (deed, given = {}) => {
    for (const until = Date.now() + 30_000; !existsSync(file) && Date.now() < until;) await setTimeout(50);
    const { port } = JSON.parse(readFileSync(file, "utf8"));
    const answer = await fetch(`http://127.0.0.1:${port}/${deed}`, { method: "POST", body: JSON.stringify(given) });
    const result = await answer.json();
    if (result.error) throw new Error(`${deed}: ${result.error}`);
    return result;
  };
}

/** A file that is typed in before anything is measured. */
export const scratch = { "scratch.ts": "const first = 1;\n\nconst last = 2;\n" };

/** Opens each file once and types a little, so that what watches documents has started before anything is measured. */
export async function warmUp(page, control, traces) {
  for (const { file, offset } of traces) await control("open", { file, offset });
  await control("open", { file: "scratch.ts", offset: 17 });
  await page.locator(".monaco-editor.focused").first().waitFor();
  for (const key of "for (const one of all) two(one);") {
    await page.keyboard.press(key);
    await setTimeout(50);
  }
  await page.evaluate(quiet);
  await control("settle");
}

/** In the page: until there was no long task for a second, or for a quarter of a minute. */
function quiet() {
  const start = performance.now();
  let last = start;
  const observer = new PerformanceObserver(() => (last = performance.now()));
  observer.observe({ type: "longtask" });
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      if (now - last < 1_000 && now - start < 15_000) return;
      clearInterval(timer);
      observer.disconnect();
      resolve();
    }, 100);
  });
}

/** `{trace, frames: [{key, ms, ghost, pressed, last}], seen}`: for each key what the window painted, and what the extension host saw. */
export async function replay(page, control, trace) {
  await control("open", { file: trace.file, offset: trace.offset });
  await page.locator(".monaco-editor.focused").first().waitFor();
  await setTimeout(400);
  await control("take");
  await page.evaluate(watchEditor);
  let due = performance.now();
  for (const { key, gap } of trace.keys) {
    due += gap;
    await setTimeout(Math.max(0, due - performance.now()));
    // A machine that cannot follow types later, never two keys at once.
    due = Math.max(due, performance.now() - 20);
    await page.keyboard.press(key);
  }
  await setTimeout(700);
  const frames = await page.evaluate("benchFrames()");
  return { trace, frames, seen: await control("take") };
}

/** In the page: for each key the time to its frame, the ghost text in it, and the one that was there before the next key. */
function watchEditor() {
  const find = ".monaco-editor.focused [class*='ghost-text'], .monaco-editor.focused .suggest-preview-text";
  const ghost = () =>
    [...document.querySelectorAll(find)]
      .filter((one) => !one.parentElement.closest("[class*='ghost-text'], .suggest-preview-text"))
      .map((one) => one.textContent)
      .join("")
      .replaceAll("\u00a0", " ")
      .replaceAll("\u200b", "");
  const frames = [];
  const waiting = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const frame = waiting.shift();
    Object.assign(frame, { ms: performance.now() - frame.at, ghost: ghost(), pressed: frames.length });
  };
  const press = ({ timeStamp, key }) => {
    if (key === "Shift") return;
    // What no frame has drawn yet is still that of the key before.
    if (frames.at(-1)?.ms !== undefined) frames.at(-1).last = ghost();
    const frame = { at: timeStamp, key };
    frames.push(frame);
    requestAnimationFrame(() => port2.postMessage(waiting.push(frame)));
  };
  window.addEventListener("keydown", press, { capture: true });
  globalThis.benchFrames = () => {
    window.removeEventListener("keydown", press, { capture: true });
    if (frames.length > 0) frames.at(-1).last = ghost();
    return frames;
  };
}
