// npm run drill -- NAME: breaks things on purpose and prints what held. Fails when anything did not.
import { fail } from "./fail.mjs";
import { onNode24 } from "./node24.mjs";

await onNode24();
// Node remarks on every source file that is not marked as a module; the extension's package cannot be marked so.
process.removeAllListeners("warning");

const drills = { idle, memory, record, safety, soak };
const [name = "", ...args] = process.argv.slice(2);
if (!Object.hasOwn(drills, name)) fail(`There is no drill "${name}"; there are ${Object.keys(drills).join(", ")}.`);
const started = Date.now();
const held = await drills[name](...args);
console.log(`seconds              ${((Date.now() - started) / 1000).toFixed(0)}`);
process.exit(held ? 0 : 1);

/** idle [SECONDS]: leaves a window alone with the panel open, and counts what wakes Galley and what it writes. */
async function idle(seconds = "60") {
  if (!/^[1-9]\d*$/.test(seconds)) fail(`${seconds} is not a number of seconds.`);
  const { idleDrill } = await import("../test/drills/idle.mjs");
  const { timers, tooOften, written } = await idleDrill(Number(seconds) * 1000);
  for (const { site, times } of timers) console.log(`${String(times).padStart(5)} × ${site}`);
  console.log(`
timers               ${timers.length} fired, ${tooOften.length} of them more than once in 10 s
files written        ${written.length} ${written.join(", ")}`);
  return tooOften.length + written.length === 0;
}

/** memory [COUNT]: opens and closes so many conversations, and looks at what the extension host still holds. */
async function memory(count = "100") {
  if (!/^[1-9]\d*$/.test(count)) fail(`${count} is not a number of conversations.`);
  const { memoryDrill } = await import("../test/drills/memory.mjs");
  const { before, after } = await memoryDrill(Number(count));
  const grown = after.heap - before.heap;
  const row = (name) => `${before[name].toFixed(1)} → ${after[name].toFixed(1)} MB`;
  console.log(`
heap of the host     ${row("heap")}: ${grown.toFixed(1)} MB more, of at most 5
resident             ${row("resident")}`);
  return grown <= 5;
}

/** record [KILLS]: kills a writing host again and again, and looks for everything it had acknowledged. */
async function record(kills = "1000") {
  if (!/^[1-9]\d*$/.test(kills)) fail(`${kills} is not a number of kills.`);
  const { drill } = await import("../test/fakes/drill.ts");
  const figures = await drill(Number(kills), ({ kills: done, lost }) => {
    if (done % 20 === 0) console.log(`${done} kills, ${lost} lost`);
  });
  const { messages, queued, drafts, answers, edits } = figures;
  console.log(`
kills                ${figures.kills}, of them ${figures.killedInStart} while starting
messages             ${messages.acknowledged} acknowledged, ${messages.found} found
queued               ${queued.acknowledged} acknowledged, ${queued.found} found
answers              ${answers.acknowledged} acknowledged, ${answers.found} found, ${answers.interrupted} cut off and marked interrupted
drafts               ${drafts.acknowledged} acknowledged, ${drafts.due} due after a restart, ${drafts.found} found
edits                ${edits.acknowledged} acknowledged, ${edits.found} found, ${edits.whole} files whole
lost                 ${figures.lost}
faults               ${figures.faults.length}`);
  for (const fault of figures.faults.slice(0, 20)) console.error(`  ${fault}`);
  return figures.lost + figures.faults.length === 0;
}

/** safety [WORD]: attacks every promise, or only those attacks whose attacker or sentence holds the word. */
async function safety(word = "") {
  const { PROMISES } = await import("../test/drills/attack.ts");
  const { canRun, loadAttacks, measureAttack, LONGEST_STALL_MS } = await import("../test/drills/run-attacks.ts");
  const named = (await loadAttacks()).filter(({ attacker, tries }) => `${attacker} ${tries}`.includes(word));
  const attacks = named.filter((attack) => canRun(attack));
  if (attacks.length === 0) fail(`No attack is about "${word}".`);
  const outcomes = [];
  for (const promise of Object.keys(PROMISES)) {
    const own = attacks.filter((attack) => attack.promise === promise);
    if (own.length > 0) console.log(`\n${PROMISES[promise]}`);
    for (const attack of own) {
      const outcome = await measureAttack(attack);
      outcomes.push(outcome);
      console.log(lineOf(outcome));
    }
  }
  const broken = outcomes.filter((outcome) => outcome.broken !== undefined);
  const slowest = outcomes.toSorted((a, b) => (b.stall ?? 0) - (a.stall ?? 0))[0];
  const longest = slowest.stall ?? 0;
  console.log(`
attacks              ${outcomes.length}, ${outcomes.reduce((sum, { tried }) => sum + tried, 0)} things tried
broken               ${broken.length}
longest stall        ${longest.toFixed(0)} ms of at most ${LONGEST_STALL_MS} (${slowest.attack.attacker}: ${slowest.attack.tries})`);
  return broken.length === 0 && longest <= LONGEST_STALL_MS;
}

/** soak [--minutes N]: uses a window for two hours, or so long, and looks at what grows in the second half. */
async function soak(option = "--minutes", minutes = "120") {
  if (option !== "--minutes" || !/^[1-9]\d*$/.test(minutes)) fail("Run `npm run drill -- soak --minutes N`.");
  const { soakDrill } = await import("../test/drills/soak.mjs");
  const { judgeSoak } = await import("../test/drills/judge-soak.mjs");
  const mb = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MB`.padStart(9);
  const done = await soakDrill(Number(minutes), ({ turns, heap, resident, handles, page }) => {
    console.log(`${turns} turns: heap${mb(heap)}, resident${mb(resident)}, ${handles} handles, page${mb(page)}`);
  });
  console.log(`
answers              ${done.answers}, with ${done.toolRounds} results of tools
keys typed           ${done.keys}
reloads              ${done.windowReloads} of the window, ${done.pageReloads} of its pages
in the second half`);
  const judged = judgeSoak(done.samples);
  for (const { subject, unit, from, to, growth, allowed, held } of judged)
    console.log(
      `  ${held ? "✔" : "✘"} ${subject.padEnd(28)} ${from.toFixed(1)} → ${to.toFixed(1)} ${unit}: trend ${growth.toFixed(1)}, at most ${allowed}`,
    );
  return judged.every(({ held }) => held) && done.answers > 0 && done.keys > 0;
}

function lineOf({ attack: { attacker, tries }, tried, stall, broken }) {
  const count = tried > 1 ? ` (${tried} tried)` : "";
  const blocked = stall === undefined ? "" : `, host blocked ${stall.toFixed(0)} ms`;
  return broken === undefined
    ? `  ✔ ${attacker}: ${tries}${count}${blocked}`
    : `  ✘ ${attacker}: ${tries}\n      ${broken}`;
}
