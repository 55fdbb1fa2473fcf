// A long answer that streams in: what its scripts cost beside drawing the finished text once, its longest task, and how
// long keys take meanwhile. The first two in processor time of the page's main thread, which a busy machine does not lengthen: scripting is Chromium's own
// count (CDP Performance, ScriptDuration in thread ticks), tasks are the RunTask events of its trace. The chunks are
// posted from a page of another site, which has a thread of its own, as the host has.
import { Studio } from "../webview/page.ts";
import { conversation } from "../webview/samples.ts";
import { figures, median, noiseOf, percentile, printTable, round } from "./shared/report.mjs";
import { typeLetters, watchKeys } from "./shared/key-times.mjs";
import { chunksOf, longAnswer } from "./shared/answer.mjs";

const rounds = 3;
const chunks = 5_000;
/** Faster than models are, and slow enough for a frame between every few. */
const everyMs = 4;
const POSTER = "http://poster.test/";
/** Pressed while an answer streams and while none does; the first are forgotten. */
const keys = 140;
const firstKeys = 20;
const aims = { ratio: 2.5, taskMs: 40, keys: 1.5 };

const asked = { role: "user", id: "m1", at: 1, parts: [{ type: "text", text: "Why?" }] };
const answer = { role: "assistant", id: "m2", at: 2, model: "Bench", finish: null, parts: [] };

export async function run() {
  const text = longAnswer();
  const studio = await Studio.open();
  const times = { whole: [], streamed: [], tasks: [], idleKeys: [], streamKeys: [] };
  try {
    for (let index = 0; index < rounds; index++) {
      times.whole.push((await inPanel(studio, (panel) => drawWhole(panel, text))).scripting);
      const { scripting, longest } = await inPanel(studio, (panel) => stream(panel, text));
      times.streamed.push(scripting);
      times.tasks.push(longest);
      times.idleKeys.push(...(await keysIn(studio)));
      times.streamKeys.push(...(await keysIn(studio, text)));
    }
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

/** In a new page of its own, because keys cost too: how long they take, while `text` streams in if there is one. */
async function keysIn(studio, text) {
  const panel = await studio.panel({ snapshot: conversation({ messages: [asked] }) });
  const { page } = panel;
  await page.evaluate(watchKeys);
  await page.locator(".input[role=textbox]").focus();
  let isStreaming = text !== undefined;
  const streamed = text && stream(panel, text).then(() => (isStreaming = false));
  if (text) await page.getByRole("article", { name: "Bench" }).waitFor();
  await page.locator(".input[role=textbox]").focus();
  const { times } = await typeLetters(page, page, keys);
  if (text && !isStreaming) throw new Error("The answer ended before the last key.");
  await streamed;
  await panel.close();
  return times.slice(firstKeys);
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

async function stream(panel, text) {
  const poster = await posterOf(panel.page);
  const run = { state: "busy", message_id: "m1" };
  await panel.send({ type: "run", run }, { type: "message", session_id: "ses_1", message: answer });
  await poster.evaluate(pump, { pieces: chunksOf(text, chunks), everyMs });
  const message = { ...answer, finish: "end", parts: [{ type: "text", text }] };
  await panel.send(
    { type: "message", session_id: "ses_1", message },
    { type: "run", run: { state: "idle", message_id: null } },
  );
  return text;
}

/** A page that can post to the panel, and draws nothing. */
async function posterOf(page) {
  await page.context().route(POSTER, (route) => route.fulfill({ contentType: "text/html", body: "<p>Poster</p>" }));
  const [poster] = await Promise.all([page.waitForEvent("popup"), page.evaluate((url) => void open(url), POSTER)]);
  await poster.waitForLoadState();
  await page.bringToFront();
  return poster;
}

/** In the page. */
function post(message) {
  window.postMessage(message, "*");
}

/** In the poster: one piece after the other at a steady pace. */
function pump({ pieces, everyMs }) {
  const delta = { type: "delta", session_id: "ses_1", message_id: "m2", part: 0, kind: "text" };
  const begun = performance.now();
  let next = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(pieces.length, next + 20, Math.ceil((performance.now() - begun) / everyMs));
      for (; next < due; next++) opener.postMessage({ ...delta, text: pieces[next] }, "*");
      if (next < pieces.length) return;
      clearInterval(timer);
      resolve();
    }, everyMs);
  });
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
