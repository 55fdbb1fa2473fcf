// Measures in a window how long a view takes from its key to a mark that its own document sets.
import { setTimeout } from "node:timers/promises";

const chatInput = ".interactive-session .interactive-input-part .monaco-editor";
/** What would mean that one of them had been made already. */
const views = "iframe.webview, .interactive-session, .part.auxiliarybar .pane-body";

/** When the key was pressed. */
export const startTime = (page) => page.evaluate("benchStart");

export async function timeOpening(page, { key, mark }) {
  await page.evaluate(quiet);
  if (await page.locator(views).count()) throw new Error("A view was open before it was asked for.");
  await page.evaluate(watch, { chatInput });
  await page.keyboard.press(key);
  const end = await markTime(page, mark);
  return end - (await startTime(page));
}

/** In the page: until there was no long task for a second and a half. */
function quiet() {
  let last = performance.now();
  const observer = new PerformanceObserver(() => (last = performance.now()));
  observer.observe({ type: "longtask" });
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (performance.now() - last < 1500) return;
      clearInterval(timer);
      observer.disconnect();
      resolve();
    }, 100);
  });
}

/** In the page: keeps the time of the key, and from then on looks in every frame whether the Chat's input is there. */
function watch({ chatInput }) {
  const isThere = (box) => box.width > 0 && box.height > 0;
  const look = () => {
    const input = document.querySelector(chatInput);
    if (!input || !isThere(input.getBoundingClientRect())) return requestAnimationFrame(look);
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("chat:usable")));
  };
  const begin = (event) => {
    if (!event.ctrlKey || !event.altKey || !/^Digit/.test(event.code)) return;
    globalThis.benchStart = performance.timeOrigin + performance.now();
    window.removeEventListener("keydown", begin, true);
    requestAnimationFrame(look);
  };
  window.addEventListener("keydown", begin, true);
}

/** When the mark was set, in whichever frame it was. */
export async function markTime(page, mark) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await setTimeout(200)) {
    for (const frame of page.frames()) {
      // A frame may go away while it is asked.
      const time = await frame.evaluate(timeOfMark, mark).catch(() => undefined);
      if (time !== undefined) return time;
    }
  }
  throw new Error(`No frame set ${mark} in a minute.`);
}

/** In a frame. VS Code shows a webview only when it has loaded: its first paint may come after the mark. */
function timeOfMark(name) {
  const mark = performance.getEntriesByName(name)[0];
  const paint = performance.getEntriesByName("first-paint")[0];
  if (!mark || !paint) return undefined;
  const input = document.querySelector("textarea, [contenteditable=true], .interactive-input-part .monaco-editor");
  if (!input?.getBoundingClientRect().width) throw new Error(`${name} was set without an input`);
  return performance.timeOrigin + Math.max(mark.startTime, paint.startTime);
}

/** The window with the long conversation must show it in the end. */
export async function shownIn(page) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await setTimeout(200))
    for (const frame of page.frames())
      if (
        (await frame
          .locator("article")
          .count()
          .catch(() => 0)) > 0
      )
        return;
  throw new Error("The stored conversation was not shown.");
}
