// From the key that focuses a view to its painted, usable input: Galley, a bare webview, and VS Code's own Chat.
import { setTimeout } from "node:timers/promises";
import { figures, median, noiseOf, printTable, round } from "./shared/report.mjs";
import { interleave, withWindows } from "./shared/windows.mjs";

const rounds = 7;
const aims = { galley: 1.6, chat: 1 };

/** `mark` is the performance mark each one's own document sets in the second frame after its input is there. */
const subjects = {
  bare: { title: "bare webview", key: "Control+Alt+7", command: "bare.view.focus", mark: "bare:usable" },
  galley: { title: "Galley", key: "Control+Alt+8", command: "galley.composer.focus", mark: "galley:usable" },
  chat: {
    title: "VS Code's Chat",
    key: "Control+Alt+9",
    command: "workbench.panel.chat.view.copilot.focus",
    mark: "chat:usable",
  },
};
const chatInput = ".interactive-session .interactive-input-part .monaco-editor";
/** What would mean that one of them had been made already. */
const views = "iframe.webview, .interactive-session, .part.auxiliarybar .pane-body";

export function run() {
  const keybindings = Object.values(subjects).map(({ key, command }) => ({
    key: key.toLowerCase().replace("control", "ctrl"),
    command,
  }));
  const plan = { commands: [subjects.bare.command, subjects.galley.command] };
  return withWindows({ keybindings }, async (inWindow) => {
    const times = await interleave(Object.keys(subjects), { rounds }, (name) =>
      inWindow({ extensions: ["galley", "bare"], plan }, (page) => timeOpening(page, subjects[name])),
    );
    return report(times);
  });
}

async function timeOpening(page, { key, mark }) {
  await page.evaluate(quiet);
  if (await page.locator(views).count()) throw new Error("A view was open before it was asked for.");
  await page.evaluate(watch, { chatInput });
  await page.keyboard.press(key);
  const end = await markTime(page, mark);
  return end - (await page.evaluate("benchStart"));
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
async function markTime(page, mark) {
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

function report(times) {
  const [bare, galley, chat] = [times.bare, times.galley, times.chat].map(median);
  const rows = Object.entries(subjects).map(([name, { title }]) => ({
    subject: title,
    ...figures(times[name], "ms", 0),
    ratio: (median(times[name]) / bare).toFixed(2),
  }));
  Object.assign(rows[1], { aim: `≤ ${aims.galley}`, met: galley / bare <= aims.galley });
  const ahead = { ratio: (galley / chat).toFixed(2), aim: `< ${aims.chat}`, met: galley / chat < aims.chat };
  printTable([...rows, { subject: "Galley against the Chat", ...ahead }]);
  return {
    galley_over_bare: round(galley / bare),
    chat_over_bare: round(chat / bare),
    galley_over_chat: round(galley / chat),
    floor_noise: noiseOf(times.bare),
  };
}
