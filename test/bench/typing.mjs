// From a key to the painted frame that shows it, in a long text: Galley with chips, a plain textarea, and VS Code's own Chat.
import { setTimeout } from "node:timers/promises";
import { noiseOf, percentile, printTable, round } from "./shared/report.mjs";
import { interleave, withWindows } from "./shared/windows.mjs";

const rounds = 3;
const keys = 140;
/** Typed and forgotten: the code has not run yet. */
const firstKeys = 20;
const aims = { textarea: 2.5, chat: 1, frame: 16.7 };
const chatInput = ".interactive-session .interactive-input-part .monaco-editor";

/** `ready` is what tells the frame a subject lives in; `put` brings the text there. */
const subjects = {
  textarea: { key: "Control+Alt+7", command: "bare.view.focus", ready: "textarea", put: putInTextarea },
  galley: { key: "Control+Alt+8", command: "galley.composer.focus", ready: ".input[role=textbox]", put: putInGalley },
  chat: { key: "Control+Alt+9", command: "workbench.panel.chat.view.copilot.focus", ready: chatInput, put: putInChat },
};

/** 20,000 characters in 40 paragraphs, and 50 chips among them. */
const sentence = "The quick brown fox jumps over the lazy dog and says what it thinks. ";
const paragraph = sentence.repeat(8).slice(0, 499);
const files = Object.fromEntries(
  Array.from({ length: 50 }, (_, n) => [`src/part-${n}.ts`, "const line = 1;\n".repeat(60)]),
);
const end = "Here the typing begins: ";

function parts() {
  const chips = Object.keys(files).map((path, n) => ({ path, range: { start: 1 + (n % 20), end: 30 + (n % 20) } }));
  const all = [];
  for (let line = 0; line < 40; line += 1) {
    all.push({ type: "text", text: paragraph.slice(0, 250) });
    for (const { path, range } of chips.splice(0, line % 4 === 0 ? 2 : 1))
      all.push({ type: "file-ref", ref: { kind: "path", path, range } });
    all.push({ type: "text", text: `${paragraph.slice(250)}\n` });
  }
  return [...all, { type: "text", text: end }];
}

function asText() {
  return parts()
    .map((part) => part.text ?? `${part.ref.path.slice(4)}:${part.ref.range.start}-${part.ref.range.end}`)
    .join("");
}

export function run() {
  const keybindings = Object.values(subjects).map(({ key, command }) => ({
    key: key.toLowerCase().replace("control", "ctrl"),
    command,
  }));
  const plan = { commands: [subjects.textarea.command, subjects.galley.command] };
  return withWindows({ keybindings }, async (inWindow) => {
    const results = await interleave(Object.keys(subjects), { rounds, warmUps: 0 }, (name) =>
      inWindow({ extensions: ["galley", "bare"], plan, files }, (page) => typeIn(page, subjects[name])),
    );
    return report(results);
  });
}

async function typeIn(page, { key, ready, put }) {
  await page.keyboard.press(key);
  const frame = await frameWith(page, ready);
  await put(page, frame);
  await frame.evaluate(watchKeys);
  // Keys that do nothing wait for a frame too.
  await pressAll(page, Array(keys).fill("Shift"));
  const idle = await frame.evaluate("takeTimes()");
  await pressAll(
    page,
    Array.from({ length: keys }, (_, n) => (n % 7 === 6 ? " " : "abcdefghij"[n % 10])),
  );
  const typed = await frame.evaluate("takeTimes()");
  return { idle: idle.times.slice(firstKeys), times: typed.times.slice(firstKeys), longTasks: typed.longTasks };
}

/** As a fast typist, and never in step with the frames. */
async function pressAll(page, list) {
  for (const [index, key] of list.entries()) {
    await page.keyboard.press(key);
    await setTimeout(55 + ((index * 7) % 17));
  }
}

async function frameWith(page, selector) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await setTimeout(100)) {
    for (const frame of page.frames()) {
      const found = await frame
        .locator(selector)
        .count()
        .catch(() => 0);
      if (found > 0) return frame;
    }
  }
  throw new Error(`No frame showed ${selector} in a minute.`);
}

async function putInTextarea(_page, frame) {
  await frame.evaluate((text) => {
    const input = document.querySelector("textarea");
    Object.assign(input.style, { width: "100%", height: "40vh", font: "13px/1.5 sans-serif" });
    input.value = text;
    input.focus();
    input.setSelectionRange(text.length, text.length);
    input.scrollTop = input.scrollHeight;
  }, asText());
}

async function putInGalley(_page, frame) {
  await frame.evaluate((given) => {
    window.postMessage({ type: "insert", parts: given, at: "end" }, "*");
    window.postMessage({ type: "focus" }, "*");
  }, parts());
  const measured = frame.locator(".chip-rest", { hasText: "~" });
  for (const deadline = Date.now() + 30_000; (await measured.count()) < 50; await setTimeout(100))
    if (Date.now() > deadline) throw new Error("The chips were not measured in half a minute.");
}

async function putInChat(_page, frame) {
  await frame.locator(chatInput).first().click();
  await frame.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, asText());
  await frame.locator(chatInput, { hasText: "typing" }).first().waitFor();
}

/** In the frame: from the moment a key was pressed to the task after the frame it was drawn in. */
function watchKeys() {
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

function report(results) {
  const all = (name, field) => results[name].flatMap((result) => result[field]);
  const names = Object.keys(subjects);
  const p50 = Object.fromEntries(names.map((name) => [name, percentile(all(name, "times"), 50)]));
  const p95 = Object.fromEntries(names.map((name) => [name, percentile(all(name, "times"), 95)]));
  const idle95 = percentile(all("galley", "idle"), 95);
  const over = { textarea: p50.galley / p50.textarea, chat: p50.galley / p50.chat, idle: p95.galley - idle95 };
  const longest = Math.max(0, ...all("galley", "longTasks"));
  const count = all("galley", "longTasks").length;
  const ms = (value) => `${value.toFixed(1)} ms`;
  printTable([
    ...names.map((name) => ({ subject: `${name}, p50`, median: ms(p50[name]), spread: `p95 ${ms(p95[name])}` })),
    { subject: "idle frame beside Galley, p95", median: ms(idle95) },
    {
      subject: "Galley against the textarea, p50",
      ratio: over.textarea.toFixed(2),
      aim: `≤ ${aims.textarea}`,
      met: over.textarea <= aims.textarea,
    },
    { subject: "Galley against the Chat, p50", ratio: over.chat.toFixed(2), aim: `< ${aims.chat}`, met: over.chat < 1 },
    {
      subject: "Galley over the idle frame, p95",
      median: ms(over.idle),
      aim: `≤ ${aims.frame} ms`,
      met: over.idle <= aims.frame,
    },
    { subject: "long tasks in Galley", median: String(count), spread: ms(longest), aim: "0", met: count === 0 },
  ]);
  return {
    galley_over_textarea_p50: round(over.textarea),
    galley_over_chat_p50: round(over.chat),
    galley_p50_ms: round(p50.galley, 1),
    galley_p95_ms: round(p95.galley, 1),
    p95_over_idle_ms: round(over.idle, 1),
    long_tasks: count,
    floor_noise: noiseOf(results.textarea.map(({ times }) => percentile(times, 50))),
  };
}
