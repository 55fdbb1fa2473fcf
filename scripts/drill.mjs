// npm run drill -- record [KILLS]: kills a writing host again and again, and fails when anything it had kept is lost.
import { fail } from "./fail.mjs";
import { onNode24 } from "./node24.mjs";

await onNode24();
const [name, kills = "200"] = process.argv.slice(2);
if (name !== "record") fail("There is one drill: npm run drill -- record [KILLS].");
if (!/^[1-9]\d*$/.test(kills)) fail(`${kills} is not a number of kills.`);

// Node remarks on every source file that is not marked as a module; the extension's package cannot be marked so.
process.removeAllListeners("warning");
const { drill } = await import("../test/fakes/drill.ts");
const started = Date.now();
const figures = await drill(Number(kills), ({ kills: done, lost }) => {
  if (done % 20 === 0) console.log(`${done} kills, ${lost} lost`);
});

const { messages, queued, drafts, answers } = figures;
console.log(`
kills                ${figures.kills}, of them ${figures.killedInStart} while starting
messages             ${messages.acknowledged} acknowledged, ${messages.found} found
queued               ${queued.acknowledged} acknowledged, ${queued.found} found
answers              ${answers.acknowledged} acknowledged, ${answers.found} found, ${answers.interrupted} cut off and marked interrupted
drafts               ${drafts.acknowledged} acknowledged, ${drafts.due} due after a restart, ${drafts.found} found
lost                 ${figures.lost}
faults               ${figures.faults.length}
seconds              ${((Date.now() - started) / 1000).toFixed(0)}`);
for (const fault of figures.faults.slice(0, 20)) console.error(`  ${fault}`);
process.exit(figures.lost + figures.faults.length > 0 ? 1 : 0);
