// A long answer that streams in: what its scripts cost beside drawing the finished text once, its longest task, and how
// long keys take meanwhile. The first two are processor time of the page's main thread, which a busy machine does not
// lengthen: scripting is Chromium's own count (CDP Performance, ScriptDuration in thread ticks), tasks are the RunTask
// events of its trace.
import { Studio } from "../webview/page.ts";
import { conversation } from "../webview/samples.ts";
import { figures, median, noiseOf, percentile, printTable, round } from "./shared/report.mjs";
import { longAnswer } from "./shared/answer.mjs";
import { answer, asked, chunks, keysIn, stream } from "./shared/streaming.mjs";

const rounds = 3;
const aims = { ratio: 2.5, taskMs: 40, keys: 1.5 };

export async function run() {
  const text = longAnswer();
  const studio = await Studio.open();
  const times = { whole: [], streamed: [], tasks: [] };
  try {
    for (let index = 0; index < rounds; index++) {
      times.whole.push((await inPanel(studio, (panel) => drawWhole(panel, text))).scripting);
      const { scripting, longest } = await inPanel(studio, (panel) => stream(panel, text));
      times.streamed.push(scripting);
      times.tasks.push(longest);
    }
    times.idleKeys = await keysIn(studio);
    times.streamKeys = await keysIn(studio, text);
  } finally {
    await studio.close();
  }
  return report(times);
}

/** In a new page that has settled: what the work and all that follows from it cost. */
async function inPanel(studio, work) {
  const panel = await studio.panel({ snapshot: conversation({ messages: [asked] }) });
  const scripting = await scriptingOf(panel.page);
  const browser = panel.page.context().browser();
  await browser.startTracing(panel.page, { categories: ["disabled-by-default-devtools.timeline"] });
  const before = await scripting();
  const text = await work(panel);
  await panel.page.evaluate(idle);
  const took = (await scripting()) - before;
  const longest = longestTask(JSON.parse(await browser.stopTracing()));
  const plain = await panel.page.locator("pre.code code > span:not(:has(span))").count();
  if (plain > 0) throw new Error(`${plain} pieces of code have no colours yet.`);
  const shown = await panel.page.getByRole("article", { name: "Bench" }).locator(".markdown").textContent();
  if (shown.length < 0.8 * text.length) throw new Error(`Only ${shown.length} characters were drawn.`);
  await panel.close();
  return { scripting: took, longest };
}

/** The scripting of a page that has settled, in milliseconds so far. */
async function scriptingOf(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.evaluate(idle);
  return async () =>
    1000 * (await cdp.send("Performance.getMetrics")).metrics.find(({ name }) => name === "ScriptDuration").value;
}

/** In milliseconds, of the threads that draw pages: the panel's, and the poster's, which does little. */
function longestTask({ traceEvents }) {
  const main = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const isMain = ({ pid, tid }) => main.some((thread) => thread.pid === pid && thread.tid === tid);
  const tasks = traceEvents.filter((event) => event.name === "RunTask" && isMain(event));
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
}

async function drawWhole(panel, text) {
  const message = { ...answer, finish: "end", parts: [{ type: "text", text }] };
  await panel.page.evaluate(post, { type: "message", session_id: "ses_1", message });
  return text;
}

/** In the page. */
function post(message) {
  window.postMessage(message, "*");
}

/** In the page: two frames, then idle moments until nothing is added in forty of them: colours come one by one. */
async function idle() {
  for (let frame = 0; frame < 2; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
  let before;
  do {
    before = document.getElementsByTagName("*").length;
    for (let turn = 0; turn < 40; turn++) await new Promise((resolve) => requestIdleCallback(resolve));
  } while (document.getElementsByTagName("*").length !== before);
}

function report({ whole, streamed, tasks, idleKeys, streamKeys }) {
  const ratio = median(streamed) / median(whole);
  const longest = Math.max(...tasks);
  const [idleKey, streamKey] = [idleKeys, streamKeys].map((times) => percentile(times, 50));
  const isShort = longest <= aims.taskMs;
  printTable([
    { subject: "the finished text, drawn once", ...figures(whole, "ms scripting", 0), ratio: "1.00" },
    {
      subject: `the same in ${chunks} chunks`,
      ...figures(streamed, "ms scripting", 0),
      ratio: ratio.toFixed(2),
      aim: `≤ ${aims.ratio}`,
      met: ratio <= aims.ratio,
    },
    { subject: "longest task meanwhile", ...figures(tasks, "ms", 0), aim: `≤ ${aims.taskMs} ms`, met: isShort },
    { subject: "a key, p50", ...spreadOf(idleKeys) },
    {
      subject: "a key while it streams, p50",
      ...spreadOf(streamKeys),
      ratio: (streamKey / idleKey).toFixed(2),
      aim: `≤ ${aims.keys}`,
      met: streamKey / idleKey <= aims.keys,
    },
  ]);
  return {
    streamed_over_whole: round(ratio),
    longest_task_ms: round(longest, 0),
    key_over_idle: round(streamKey / idleKey),
    floor_noise: noiseOf(whole),
  };
}

function spreadOf(times) {
  return {
    median: `${percentile(times, 50).toFixed(1)} ms`,
    spread: `p95 ${percentile(times, 95).toFixed(1)} ms`,
  };
}
