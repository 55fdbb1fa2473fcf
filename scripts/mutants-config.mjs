// How vitest runs the tests of one group over files in which all changes are, each behind its switch.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import config from "../vitest.config.mts";
import { root } from "./node24.mjs";

const { texts, tests, cache } = JSON.parse(readFileSync(process.env.GALLEY_MUTANTS, "utf8"));
const core = config.test.projects.find(({ test }) => test.name === "core");

/** No file is written: what is loaded is another text. */
const changedFiles = {
  name: "changed-files",
  enforce: "pre",
  load: (id) => texts[id],
};

export default defineConfig({
  root,
  plugins: [changedFiles],
  test: {
    ...core.test,
    name: "mutants",
    include: tests,
    maxWorkers: 1,
    // What is kept of a file does not depend on the text that takes its place: each group has a cache of its own.
    fsModuleCachePath: cache,
    runner: join(root, "scripts", "mutants-runner.mjs"),
    reporters: [{}],
    // The rest is for the runner to find.
    dangerouslyIgnoreUnhandledErrors: true,
  },
});
