// The table at the end of all benchmarks, the attempts on a busy machine, and the comparison with an earlier run.
import { describe, expect, test } from "vitest";
import { compareLines, type Figure, figuresOf, noiseIn, runTrusted, summaryLines } from "./shared/summary.mjs";

const rows = [
  { subject: "Galley", median: "12.0 ms", ratio: "1.20", aim: "≤ 1.3", met: true },
  { subject: "  longest task", median: "61 ms", ratio: "3.00", aim: "≤ 50 ms", met: false },
  { subject: "long tasks", median: "0", aim: "0", met: true },
  { subject: "first results", median: "9.0 ms", aim: "p95 < 30 ms", result: "22.0 ms", met: true },
];

describe("a figure", () => {
  test("has the result that its aim is about", () => {
    expect(figuresOf("panel", { rows, noise: 0.1 })).toEqual([
      { figure: "panel: Galley", aim: "≤ 1.3", result: "1.20", verdict: "met" },
      { figure: "panel: longest task", aim: "≤ 50 ms", result: "61 ms", verdict: "missed" },
      { figure: "panel: long tasks", aim: "0", result: "0", verdict: "met" },
      { figure: "panel: first results", aim: "p95 < 30 ms", result: "22.0 ms", verdict: "met" },
    ]);
  });

  test("is not trusted, met or missed, if the floor varied too much", () => {
    expect(figuresOf("panel", { rows, noise: 0.21 }).map(({ verdict }) => verdict)).toEqual(
      rows.map(() => "not trusted"),
    );
  });
});

test("a floor is as noisy as the middle half of its runs", () => {
  expect(noiseIn([10, 10, 10, 10, 90])).toBe(0);
  expect(noiseIn([8, 9, 10, 11, 12])).toBeCloseTo(0.2);
  expect(noiseIn([10, 20, 10, 20])).toBeCloseTo(10 / 15);
  expect(noiseIn([7])).toBe(0);
});

describe("on a busy machine", () => {
  async function run(...noises: number[]): Promise<{ noise: number; said: string[] }> {
    const said: string[] = [];
    const left = [...noises];
    const once = (): Promise<{ told: { noise: number } }> => Promise.resolve({ told: { noise: left.shift() ?? 0 } });
    const { told } = await runTrusted(once, (words) => said.push(words));
    return { ...told, said };
  }

  test("a benchmark runs again until it can be trusted", async () => {
    expect(await run(0.1, 0.1)).toEqual({ noise: 0.1, said: [] });
    expect(await run(0.5, 0.2)).toEqual({ noise: 0.2, said: ["The machine was too busy: attempt 2 of 3 …"] });
  });

  test("three times at most, and the last result counts", async () => {
    const { noise, said } = await run(0.5, 0.6, 0.7, 0);
    expect([noise, said.length]).toEqual([0.7, 2]);
  });
});

const figure = (name: string, result: string, verdict: Figure["verdict"] = "met"): Figure => ({
  figure: name,
  aim: "≤ 2",
  result,
  verdict,
});

test("the table names each figure with its aim, its result and what became of it, and counts them", () => {
  const figures = [figure("a: one", "1.5"), figure("b: another", "2.5", "missed"), figure("c", "1", "not trusted")];
  expect(summaryLines(figures)).toEqual([
    "figure      aim  result",
    "a: one      ≤ 2  1.5     ✔ met",
    "b: another  ≤ 2  2.5     ✘ missed",
    "c           ≤ 2  1       ? not trusted",
    "1 met, 1 missed, 1 not trusted: the machine was too busy.",
  ]);
  expect(summaryLines(figures.slice(0, 1)).at(-1)).toBe("1 met, 0 missed.");
});

test("a comparison has the figures of both runs, by how much they changed, and which were not trusted", () => {
  const before = [figure("a", "2.0"), figure("b", "1,000 ms", "not trusted"), figure("c", "0"), figure("gone", "1")];
  const now = [figure("a", "1.5"), figure("b", "1,100 ms"), figure("c", "3"), figure("new", "1")];
  expect(compareLines(now, before)).toEqual([
    "figure  before    now       change",
    "a       2.0       1.5       -25 %",
    "b       1,000 ms  1,100 ms  +10 %   not trusted before",
    "c       0         3",
  ]);
  expect(compareLines(now, [])).toEqual(["The earlier run has none of these figures."]);
});
