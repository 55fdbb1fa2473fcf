// What a benchmark tells: medians with their spread, and one table with the aims and whether they were met.
import { availableParallelism, loadavg } from "node:os";
import { isTrusted, noiseIn } from "./summary.mjs";

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  return (sorted[Math.floor(last / 2)] + sorted[Math.ceil(last / 2)]) / 2;
}

export function percentile(values, percent) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((percent / 100) * sorted.length))];
}

/** "12.3 ms" and "10.1–15.0" of a list of numbers. */
export function figures(values, unit, digits = 1) {
  const text = (value) => value.toFixed(digits);
  return {
    median: `${text(median(values))} ${unit}`,
    spread: `${text(Math.min(...values))}–${text(Math.max(...values))}`,
  };
}

/** What was printed since it was last taken: rows with an aim, and how far the floor varied. */
let told = { rows: [], noise: 0 };

/** For the table at the end of a run. */
export function takeTold() {
  const taken = told;
  told = { rows: [], noise: 0 };
  return taken;
}

/** Rows of { subject, median, spread, ratio, aim, met }; what a row has no word for stays empty. */
export function printTable(rows) {
  told.rows.push(...rows.filter(({ met }) => met !== undefined));
  const columns = ["subject", "median", "spread", "ratio", "aim"];
  const cells = [columns, ...rows.map((row) => columns.map((name) => String(row[name] ?? "")))];
  const widths = columns.map((_, column) => Math.max(...cells.map((line) => line[column].length)));
  cells.forEach((line, index) => {
    const met = rows[index - 1]?.met;
    const sign = met === undefined ? "" : met ? "✔" : "✘";
    console.log(`${line.map((cell, column) => cell.padEnd(widths[column])).join("  ")}  ${sign}`.trimEnd());
  });
}

/** How far the floor itself varied, from 0: says whether the machine was quiet enough. The aims are judged all the same. */
export function noiseOf(floor) {
  const noise = noiseIn(floor);
  told.noise = Math.max(told.noise, noise);
  const load = `load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`;
  console.log(
    `The middle half of the floor varied by ${Math.round(noise * 100)} % (${load})${isTrusted({ noise }) ? "." : ": too busy to trust it."}`,
  );
  return round(noise);
}

export const round = (value, digits = 2) => Number(value.toFixed(digits));
