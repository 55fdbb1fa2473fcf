// How far estimates are from exact counts, before and after five answers have been counted, and how much faster they come.
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { corrected } from "../../extension/assemble/tokens/calibrate.ts";
import { Estimator, measureText } from "../../extension/assemble/tokens/estimate.ts";
import { figures, median, printTable, round } from "./shared/report.mjs";
import { textsByKind } from "./shared/texts.mjs";

const TURNS = 5;
const aims = { before: 10, after: 4, faster: 50 };

export function run() {
  const kinds = Object.entries(textsByKind()).map(([kind, texts]) => measureKind(kind, texts));
  const speed = measureSpeed(kinds.flatMap(({ texts }) => texts));
  return report(kinds, speed);
}

/** A conversation that is only about one kind: five requests are counted, then the others are estimated. */
function measureKind(kind, texts) {
  const counted = texts.map((text) => encode(text).length);
  let ratios = {};
  for (let turn = 0; turn < TURNS; turn++) {
    const measured = measureText(texts[turn]);
    const estimate = new Estimator("bench", ratios).tokens(measured);
    ratios = corrected(ratios, [measured], { estimate, counted: counted[turn] });
  }
  const errors = (estimator) =>
    texts.slice(TURNS).map((text, index) => {
      const exact = counted[TURNS + index];
      return (100 * Math.abs(estimator.tokensIn(text) - exact)) / exact;
    });
  return { kind, texts, before: errors(new Estimator("bench")), after: errors(new Estimator("bench", ratios)) };
}

function measureSpeed(texts) {
  const estimator = new Estimator("bench");
  const rounds = 7;
  const took = { tokenizer: [], estimator: [] };
  for (let index = 0; index < rounds; index++) {
    took.tokenizer.push(timed(() => texts.forEach((text) => encode(text))));
    took.estimator.push(timed(() => texts.forEach((text) => estimator.tokensIn(text))));
  }
  return took;
}

function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function report(kinds, { tokenizer, estimator }) {
  const before = median(kinds.flatMap((kind) => kind.before));
  const after = median(kinds.flatMap((kind) => kind.after));
  const faster = median(tokenizer) / median(estimator);
  const percent = (value) => `${value.toFixed(1)} %`;
  printTable([
    ...kinds.map((kind) => ({
      subject: `${kind.kind}, seeded`,
      ...figures(kind.before, "%"),
      ratio: `${percent(median(kind.after))} learned`,
    })),
    { subject: "all, seeded", median: percent(before), aim: `≤ ${aims.before} %`, met: before <= aims.before },
    {
      subject: "all, after five counted turns",
      median: percent(after),
      aim: `≤ ${aims.after} %`,
      met: after <= aims.after,
    },
    {
      subject: "faster than the tokenizer",
      ratio: faster.toFixed(0),
      aim: `≥ ${aims.faster}`,
      met: faster >= aims.faster,
    },
  ]);
  return { error_seeded: round(before), error_learned: round(after), faster_than_tokenizer: round(faster, 0) };
}
