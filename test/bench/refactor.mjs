// How many answers become exactly the change that was meant, with how few edited lines, beside replacing the selection by the first code block.
import { finishRefactor } from "../../extension/pipelines/refactor/finish/finish.ts";
import { leastChange } from "../../extension/pipelines/refactor/finish/least-change.ts";
import { chanceOf, refused, styles } from "./shared/refactor-oracle.mjs";
import { changesOf, linesOf, plainly, show, sizeOf } from "./shared/refactor-measure.mjs";
import { tasks } from "./shared/refactor-tasks.mjs";
import { timesToPaint } from "./shared/refactor-window.mjs";
import { figures, median, percentile, printTable, round } from "./shared/report.mjs";

const TASKS = 60;
const LINES = 500;
const ROUNDS = 30;
const codes = { elided: "leaves-out", "cut off": "cut-off", "prose only": "no-code" };
const aims = { exact: 98, edited: 1.05, finish: 50, painted: 50 };

export async function run() {
  const { isShallow, tasks: all } = tasks(TASKS);
  console.log(`${all.length} tasks from the history of this repository${isShallow ? ", which is shallow here" : ""}.`);
  const rows = [];
  for (const [style, say] of Object.entries(styles)) rows.push(await measure(style, say, all));
  const refusals = [];
  for (const [style, say] of Object.entries(refused)) refusals.push(await countRefused(style, say, all));
  return report(all.length, rows, refusals, await timeOfFinish(), await timesToPaint(longTask()));
}

async function measure(style, say, all) {
  const sum = { exact: 0, plain: 0, edited: 0, least: 0 };
  for (const task of all) {
    const known = linesOf(task);
    const output = say(known, chanceOf(task, style));
    const wanted = [...known.before, ...task.becomes, ...known.after].join("\n");
    const finished = await finishRefactor({ text: task.text, target: task.range, language: task.language, output });
    const isExact = finished.ok && finished.value.text === wanted;
    sum.exact += Number(isExact);
    sum.plain += Number(plainly(known, output) === wanted);
    if (isExact) {
      sum.edited += finished.value.edits.reduce((total, edit) => total + sizeOf(edit), 0);
      sum.least += changesOf(known.old, task.becomes);
    } else if (process.env.GALLEY_SHOW) show(style, task, output, finished, wanted);
  }
  return { style, ...sum };
}

async function countRefused(style, say, all) {
  let [right, count] = [0, 0];
  for (const task of all) {
    const output = say(linesOf(task), chanceOf(task, style));
    if (output === undefined) continue;
    count++;
    const finished = await finishRefactor({ text: task.text, target: task.range, language: task.language, output });
    right += Number(!finished.ok && finished.failure.code === codes[style]);
    if ((finished.ok || finished.failure.code !== codes[style]) && process.env.GALLEY_SHOW)
      show(style, task, output, finished, "");
  }
  return { style, right, count };
}

/** A file of as many lines, of which a third changes, answered whole. */
function longTask() {
  const lines = Array.from({ length: LINES }, (_, line) =>
    line % 10 === 9 ? "}" : line % 10 === 0 ? `function task${line}(value) {` : `  step${line}(value, ${line});`,
  );
  const changed = lines.map((line, at) => (at % 3 === 1 ? line.replace("value", "other") : line));
  const edits = lines.flatMap((line, at) => {
    const { from, to, text } = leastChange(line, changed[at]);
    return from === to ? [] : [{ line: at, from, to, text }];
  });
  return { text: `${lines.join("\n")}\n`, output: `\`\`\`js\n${changed.join("\n")}\n\`\`\``, edits, mark: "other" };
}

/** From the last byte to the edits, without a window. */
async function timeOfFinish() {
  const { text, output } = longTask();
  const input = { text, target: { start: 1, end: LINES }, language: "javascript", output };
  const took = [];
  for (let at = 0; at < ROUNDS; at++) {
    const start = performance.now();
    await finishRefactor(input);
    took.push(performance.now() - start);
  }
  return took;
}

function report(count, rows, refusals, took, painted) {
  const total = (name) => rows.reduce((sum, row) => sum + row[name], 0);
  const share = (sum, of) => (100 * sum) / of;
  const exact = share(total("exact"), count * rows.length);
  const plain = share(total("plain"), count * rows.length);
  const edited = total("edited") / total("least");
  const refusedRight = share(
    refusals.reduce((sum, { right }) => sum + right, 0),
    refusals.reduce((sum, row) => sum + row.count, 0),
  );
  const percent = (value) => `${value.toFixed(1)} %`;
  const high = percentile(took, 95);
  printTable([
    ...rows.map((row) => ({
      subject: row.style,
      median: percent(share(row.exact, count)),
      ratio: `${(row.edited / row.least).toFixed(2)} × least`,
      spread: `plain ${percent(share(row.plain, count))}`,
    })),
    ...refusals.map((row) => ({ subject: `refused: ${row.style}`, median: percent(share(row.right, row.count)) })),
    {
      subject: "applied exactly",
      median: percent(exact),
      spread: `plain ${percent(plain)}`,
      aim: `≥ ${aims.exact} %`,
      met: exact >= aims.exact,
    },
    {
      subject: "edited lines, of the least",
      ratio: edited.toFixed(3),
      aim: `≤ ${aims.edited}`,
      met: edited <= aims.edited,
    },
    {
      subject: "incomplete answers refused",
      median: percent(refusedRight),
      aim: `≥ ${aims.exact} %`,
      met: refusedRight >= aims.exact,
    },
    {
      subject: `finish of ${LINES} lines`,
      median: `${median(took).toFixed(1)} ms`,
      spread: `95 % ${high.toFixed(1)} ms`,
      aim: `≤ ${aims.finish} ms`,
      met: high <= aims.finish,
    },
    { subject: "the same change made by an extension that knows it, painted", ...figures(painted.floor, "ms", 0) },
    {
      subject: `last byte to painted change, ${LINES} lines`,
      ...figures(painted.galley, "ms", 0),
      ratio: `${(median(painted.galley) / median(painted.floor)).toFixed(2)} × that`,
      aim: `≤ ${aims.painted} ms`,
      met: median(painted.galley) <= aims.painted,
    },
  ]);
  return {
    tasks: count,
    exact: round(exact),
    plain: round(plain),
    edited_of_least: round(edited, 3),
    refused: round(refusedRight),
    finish_ms: round(median(took), 1),
    finish_95_ms: round(high, 1),
    painted_ms: round(median(painted.galley), 1),
    painted_floor_ms: round(median(painted.floor), 1),
  };
}
