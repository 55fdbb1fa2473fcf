// From a key to the painted frame that shows it, in a long text: Galley with chips, a plain textarea, and VS Code's own Chat.
import { files, frameWith, keybindings, subjects } from "./shared/inputs.mjs";
import { pressAll, typeLetters, watchKeys } from "./shared/key-times.mjs";
import { noiseOf, percentile, printTable, round } from "./shared/report.mjs";
import { interleave, withWindows } from "./shared/windows.mjs";

const rounds = 3;
const keys = 140;
/** Keys that do nothing, to know what a frame takes by itself. */
const idleKeys = 60;
/** Typed and forgotten: the code has not run yet. */
const firstKeys = 20;
const aims = { textarea: 1.3, chat: 1, frame: 16.7 };

export function run() {
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
  await pressAll(page, Array(idleKeys).fill("Shift"));
  const idle = await frame.evaluate("takeTimes()");
  const typed = await typeLetters(page, frame, keys);
  return { idle: idle.times.slice(firstKeys), times: typed.times.slice(firstKeys), longTasks: typed.longTasks };
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
