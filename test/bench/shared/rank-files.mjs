// How far up the file stands that is edited next: Galley's @ against VS Code's Quick Open, over this repository's history.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../../../scripts/node24.mjs";
import { PLACES, ranksIn } from "./found-ranks.mjs";
import { indexRanks } from "./index-ranks.mjs";
import { openPanel, untilIndexed } from "./mention-panel.mjs";
import { nextFiles, readHistory, reciprocalRank } from "./next-files.mjs";
import { printTable, round } from "./report.mjs";

const count = 300;
/** The rules were chosen with the first set; the second was not looked at before. */
const seeds = { first: 1, unseen: 2 };

/** The mean reciprocal rank of the files edited next, in both lists. Where there is no history it says so and measures nothing. */
export async function rankFiles(inWindow) {
  const { reason, ...history } = readHistory(root);
  const moments = reason ? [] : nextFiles(history, { count, seed: seeds.first });
  if (moments.length === 0) {
    console.log(`The ranking was not measured: ${reason ?? "the history of this repository is too short."}`);
    return {};
  }
  const folder = emptyFiles(history.files);
  const plan = { commands: ["galley.composer.focus"], open: moments.map(({ used }) => used) };
  try {
    const ranks = await inWindow({ extensions: ["galley"], plan, folder }, async (page) => {
      const panel = await openPanel(page);
      await untilIndexed(page, panel, "extension");
      return ranksIn(page, panel, folder, moments);
    });
    return report(ranks, history);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report({ galley, quickOpen }, history) {
  const [own, other] = [reciprocalRank(galley), reciprocalRank(quickOpen)];
  const indexed = (seed) => reciprocalRank(indexRanks(history.files, nextFiles(history, { count, seed }), PLACES));
  const [first, unseen] = [indexed(seeds.first), indexed(seeds.unseen)];
  const row = (subject, rank) => ({ subject, median: rank.toFixed(3), ratio: (rank / other).toFixed(2) });
  printTable([
    { ...row(`Galley, 1 / rank of ${galley.length}`, own), aim: "≥ Quick Open", met: own >= other },
    row("Quick Open, 1 / rank", other),
    row("Galley's index alone", first),
    row("the same, unseen queries", unseen),
  ]);
  return {
    ...{ rank: round(own, 3), rank_quick_open: round(other, 3), rank_over_quick_open: round(own / other) },
    ...{ rank_index: round(first, 3), rank_index_unseen: round(unseen, 3) },
  };
}

/** The repository's files, empty. */
function emptyFiles(paths) {
  const folder = mkdtempSync(join(tmpdir(), "galley-names-"));
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), "");
  }
  return folder;
}
