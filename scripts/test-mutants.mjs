// npm run test:mutants: changes chosen files in small ways, one at a time, and lists the changes that no test notices. `-- WORD …` takes only the files whose path holds one of the words.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "./fail.mjs";
import { onNode24, root } from "./node24.mjs";

await onNode24();
const { mutate } = await import("./mutate.mjs");
const { findNoticed } = await import("./mutants.mjs");

/** Which tests are asked about which files. */
const groups = [
  { files: "extension/lower/*.ts", tests: ["test/lower/*.test.ts", "test/turns/*.test.ts", "test/cli/acp.test.ts"] },
  { files: "extension/assemble/budget.ts", tests: ["test/assemble/*.test.ts", "test/turns/*.test.ts"] },
  {
    files: "extension/tools/rules/{rules,parse-rules}.ts",
    tests: ["test/tools/{rules,parse-rules,shell-line}.test.ts"],
  },
  {
    files: "extension/{turn/conversation,persist}/queue.ts",
    tests: ["test/turn/{queue,editing}.test.ts", "test/persist/queue.test.ts"],
  },
  {
    files: "extension/compose/{command,expand}.ts",
    tests: ["test/compose/*.test.ts", "test/turn/commands.test.ts", "test/mcp/prompts.test.ts"],
  },
];

const words = process.argv.slice(2);
const isChosen = (file) => words.length === 0 || words.some((word) => file.includes(word));
const chosen = groups
  .map(({ files, tests }) => ({ files: globSync(files, { cwd: root }).filter(isChosen).sort(), tests }))
  .filter(({ files }) => files.length > 0);
if (chosen.length === 0) fail(`No file is chosen; there are ${groups.map(({ files }) => files).join(", ")}.`);

const begun = Date.now();
const survivors = [];
let [noticed, tried] = [0, 0];
for (const group of chosen) await look(group);
const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
if (survivors.length > 0) console.log(`\nNo test notices:\n${survivors.map((line) => `  ${line}`).join("\n")}`);
console.log(
  `\n${noticed} of ${tried} changes were noticed: ${((100 * noticed) / tried).toFixed(1)} %, in ${minutes} min.`,
);

async function look({ files, tests }) {
  let first = 0;
  const changed = files.map((file) => {
    const { text, mutants } = mutate(file, readFileSync(join(root, file), "utf8"), first);
    first += mutants.length;
    return { file, text, mutants };
  });
  const texts = Object.fromEntries(changed.map(({ file, text }) => [join(root, file), text]));
  const { found, reached } = await findNoticed({ texts, tests, count: first });
  for (const { file, mutants } of changed) {
    const missed = mutants.filter(({ id }) => !found.has(id));
    noticed += mutants.length - missed.length;
    tried += mutants.length;
    console.log(`${file}: noticed ${mutants.length - missed.length} of ${mutants.length}`);
    const where = ({ id }) => (reached.has(id) ? "" : "  (no test comes here)");
    survivors.push(...missed.map((mutant) => `${file}:${mutant.line}  ${mutant.what}${where(mutant)}`));
  }
}
