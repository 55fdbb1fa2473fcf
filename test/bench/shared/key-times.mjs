// Presses keys as a fast typist does, and tells for each how long it took to the painted frame that shows it.
import { setTimeout } from "node:timers/promises";

/** The frame that has the focus; `watchKeys` ran in it. */
export async function typeLetters(page, frame, count) {
  await pressAll(
    page,
    Array.from({ length: count }, (_, n) => (n % 7 === 6 ? " " : "abcdefghij"[n % 10])),
  );
  return frame.evaluate("takeTimes()");
}

/** As a fast typist, and never in step with the frames. */
export async function pressAll(page, list) {
  for (const [index, key] of list.entries()) {
    await page.keyboard.press(key);
    await setTimeout(55 + ((index * 7) % 17));
  }
}

/** In the frame: from the moment a key was pressed to the task after the frame it was drawn in. */
export function watchKeys() {
  const times = [];
  let longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: "longtask",
  });
  const { port1, port2 } = new MessageChannel();
  const waiting = [];
  port1.onmessage = () => times.push(performance.now() - waiting.shift());
  window.addEventListener(
    "keydown",
    ({ timeStamp }) => requestAnimationFrame(() => port2.postMessage(waiting.push(timeStamp))),
    { capture: true },
  );
  globalThis.takeTimes = () => {
    const taken = { times: times.splice(0), longTasks };
    longTasks = [];
    return taken;
  };
}
