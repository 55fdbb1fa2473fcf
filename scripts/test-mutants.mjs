// npm run test:mutants: changes chosen files in small ways, one at a time, and lists the changes that no test notices. `-- WORD …` takes only the files whose path holds one of the words.
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fail } from "./fail.mjs";
import { onNode24, root } from "./node24.mjs";

await onNode24();
const { createVitest } = await import("vitest/node");
const { mutantsOf } = await import("./mutate.mjs");

/** Which tests are asked about which files. */
const groups = [
  { files: "extension/lower/*.ts", tests: ["test/lower/", "test/turns/"] },
  {
    files: "extension/assemble/budget.ts",
    tests: ["test/assemble/budget", "test/assemble/properties", "test/assemble/assemble"],
  },
  {
    files: "extension/tools/{rules,parse-rules}.ts",
    tests: ["test/tools/rules", "test/tools/parse-rules", "test/tools/security"],
  },
  { files: "extension/{turn,persist}/queue.ts", tests: ["test/turn/queue", "test/persist/queue", "test/turn/session"] },
  { files: "extension/compose/command.ts", tests: ["test/compose/", "test/turn/commands"] },
  { files: "extension/compose/expand.ts", tests: ["test/compose/", "test/turn/commands", "test/cli/expand"] },
];

/** A change can make a loop without an end. */
const PATIENCE_MS = 20_000;

const words = process.argv.slice(2);
const chosen = groups.flatMap(({ files, tests }) =>
  globSync(files, { cwd: root })
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .map((file) => ({ file, tests })),
);
if (chosen.length === 0) fail(`No file is chosen; there are ${groups.map(({ files }) => files).join(", ")}.`);

/** The changed text of the file that is looked at now; the file itself is never written. */
let changed = { path: "", text: "" };
const mutant = {
  name: "galley-mutant",
  enforce: "pre",
  load: (id) => (id === changed.path ? changed.text : undefined),
};
const vitest = await createVitest(
  {
    config: join(root, "vitest.config.mts"),
    project: ["core"],
    watch: false,
    bail: 1,
    reporters: [quiet()],
    testTimeout: PATIENCE_MS,
  },
  { plugins: [mutant] },
);
await vitest.standalone();

const survivors = [];
let [killed, tried] = [0, 0];
for (const { file, tests } of chosen) await look(file, tests);
await vitest.close();
console.log(`\n${killed} of ${tried} changes were noticed: ${((100 * killed) / tried).toFixed(1)} %.`);
if (survivors.length > 0) console.log(`No test notices:\n${survivors.map((line) => `  ${line}`).join("\n")}`);
process.exit(0);

async function look(file, tests) {
  const path = join(root, file);
  const source = readFileSync(path, "utf8");
  const specifications = await vitest.globTestSpecifications(tests);
  const passes = async (text) => {
    changed = { path, text };
    vitest.invalidateFile(path);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    return unhandledErrors.length === 0 && testModules.every((module) => module.ok());
  };
  if (!(await passes(source))) fail(`The tests of ${file} fail without any change.`);
  const mutants = mutantsOf(path, source);
  let noticed = 0;
  for (const { line, from, to, text, what } of mutants) {
    if (await passes(source.slice(0, from) + text + source.slice(to)))
      survivors.push(`${relative(root, path)}:${line}  ${what}`);
    else noticed += 1;
  }
  changed = { path: "", text: "" };
  vitest.invalidateFile(path);
  killed += noticed;
  tried += mutants.length;
  console.log(`${file}: ${noticed} of ${mutants.length}`);
}

/** Hundreds of runs, nearly all of which fail: none is told. */
function quiet() {
  return {};
}
