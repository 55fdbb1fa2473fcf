// The table at the end of all benchmarks: every figure with its aim and what became of it, and against an earlier run.

/** A floor that varies by more than this share of itself says that the machine is busy. A median of eight runs is then off by up to 7 %. */
const MOST_NOISE = 0.2;
const ATTEMPTS = 3;

/** By how much the middle half of the runs varied, as a share of their median: one late run says nothing of the others. */
export function noiseIn(floor) {
  const sorted = floor.toSorted((a, b) => a - b);
  const at = (share) => {
    const place = share * (sorted.length - 1);
    const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return below + (above - below) * (place % 1);
  };
  return (at(0.75) - at(0.25)) / at(0.5);
}

/** What a benchmark told: rows with aims, and how far the floor varied. */
export function isTrusted({ noise }) {
  return noise <= MOST_NOISE;
}

/** Runs a benchmark until the machine was quiet enough, three times at most. `run` returns what it measured and told. */
export async function runTrusted(run, say) {
  for (let attempt = 1; ; attempt += 1) {
    const done = await run();
    if (isTrusted(done.told) || attempt === ATTEMPTS) return done;
    say(`The machine was too busy: attempt ${attempt + 1} of ${ATTEMPTS} …`);
  }
}

/** One line of the table for each row that has an aim. */
export function figuresOf(bench, { rows, noise }) {
  const verdict = ({ met }) => (!isTrusted({ noise }) ? "not trusted" : met ? "met" : "missed");
  return rows.map((row) => ({
    figure: `${bench}: ${row.subject.trim()}`,
    aim: row.aim,
    result: resultIn(row),
    verdict: verdict(row),
  }));
}

/** An aim with a unit is one for the median; one without is for the ratio, if there is one. */
function resultIn({ result, aim, median = "", ratio }) {
  if (result !== undefined) return result;
  const hasUnit = /\d\s*(?:[a-z]+|%)/i.test(aim);
  return String(hasUnit ? median : (ratio ?? median));
}

const signs = { met: "✔", missed: "✘", "not trusted": "?" };

export function summaryLines(figures) {
  const cells = figures.map(({ figure, aim, result, verdict }) => [
    figure,
    aim,
    result,
    `${signs[verdict]} ${verdict}`,
  ]);
  const count = (verdict) => figures.filter((one) => one.verdict === verdict).length;
  const doubt = count("not trusted");
  return [
    ...aligned([["figure", "aim", "result", ""], ...cells]),
    `${count("met")} met, ${count("missed")} missed${doubt === 0 ? "." : `, ${doubt} not trusted: the machine was too busy.`}`,
  ];
}

/** What both runs have, before and now. The change is of the first number in the result. */
export function compareLines(figures, before) {
  const known = new Map(before.map((one) => [one.figure, one]));
  const cells = figures.flatMap(({ figure, result, verdict }) => {
    const old = known.get(figure);
    return old ? [[figure, old.result, result, changeOf(old.result, result), doubtOf(old.verdict, verdict)]] : [];
  });
  if (cells.length === 0) return ["The earlier run has none of these figures."];
  return aligned([["figure", "before", "now", "change", ""], ...cells]);
}

function changeOf(before, now) {
  const [old, fresh] = [before, now].map((text) =>
    Number(/-?[\d.]+/.exec(text.replaceAll(",", ""))?.[0] ?? Number.NaN),
  );
  if (Number.isNaN(old) || Number.isNaN(fresh) || old === 0) return "";
  const percent = Math.round((fresh / old - 1) * 100);
  return `${percent > 0 ? "+" : ""}${percent} %`;
}

function doubtOf(before, now) {
  const doubted = [before, now].map((verdict) => verdict === "not trusted");
  return doubted.some(Boolean) ? `not trusted${doubted.every(Boolean) ? "" : doubted[0] ? " before" : " now"}` : "";
}

function aligned(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]))
      .join("  ")
      .trimEnd(),
  );
}
