// The test rings that vitest runs; the in-host ring is mocha inside VS Code (scripts/test-host.mjs).
import { existsSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const core =
  "{acp,apply,bench,build,drills,message,text,stream,providers,protocol,preview,pipelines,acquire,compose,disk,persist,assemble,lower,send,tools,memory,skills,mcp,turn,cli,turns,wire,servers,settings,refactor,completion}";

/** A disk in memory where there is a large one: thousands of small databases are flushed, and none has to outlive us. */
function quickDisk(): Record<string, string> {
  const path = "/dev/shm";
  if (!existsSync(path)) return {};
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > 4 * 1024 ** 3 ? { TMPDIR: path } : {};
}

/**
 * Where no run before tells how long files take, vitest begins with the largest. Those whose journeys stand in other files
 * are small and take longest: they come first, so that the other worker is not idle at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /\/e2e\/(?:messages|conversations|models|brought)\./.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      // A slow machine makes a test late; only a test that waits in vain ends by this.
      {
        test: {
          name: "core",
          include: [`test/${core}/**/*.test.ts`],
          // Files wait for processes and disks a third of their time: one more works than there are cores for tests.
          maxWorkers: 3,
          // A file does not count on fresh modules; loading them anew for each took a third of the processor's time.
          isolate: false,
          // Programs that tests start again and again, such as agents and the command line, are compiled once.
          env: { ...quickDisk(), NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/galley-compiled") },
          setupFiles: process.env["GALLEY_QUICK"] === undefined ? [] : ["test/fakes/quick-properties.ts"],
          testTimeout: 60_000,
          // A test without a check proves nothing.
          expect: { poll: { timeout: 50_000, interval: 5 }, requireAssertions: true },
        },
      },
      {
        // Compiled as for the panel: what is derived follows, as it does in a browser.
        plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
        resolve: { conditions: ["browser"] },
        test: {
          name: "state",
          include: ["test/state/**/*.test.ts"],
          environment: "./test/state/environment.ts",
          maxWorkers: 1,
          isolate: false,
          expect: { requireAssertions: true },
        },
      },
      {
        test: {
          name: "webview",
          include: ["test/webview/**/*.test.ts"],
          maxWorkers: 2,
          // The browser of a worker stays open from file to file.
          isolate: false,
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 }, requireAssertions: true },
          hookTimeout: 120_000,
        },
      },
      // Real agents, if the machine has any: scripts/test-agents.mjs says which one.
      {
        test: {
          name: "agents",
          include: ["test/agents/**/*.test.ts"],
          testTimeout: 180_000,
          expect: { requireAssertions: true },
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          setupFiles: ["test/e2e/on-failure.ts"],
          // The server and the browser of a worker stay from file to file.
          isolate: false,
          // Two windows at once wait for each other less than they gain.
          maxWorkers: 2,
          // On a busy machine a minute is nothing; a test that waits in vain ends by its own waits.
          testTimeout: 300_000,
          // A test that checks nothing fails.
          expect: { poll: { timeout: 30_000 }, requireAssertions: true },
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
