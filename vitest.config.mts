// The test rings that vitest runs; the in-host ring is mocha inside VS Code (scripts/test-host.mjs).
import { defineConfig } from "vitest/config";

const core =
  "{acp,apply,build,drills,message,protocol,acquire,compose,disk,persist,assemble,lower,send,tools,memory,skills,mcp,turn,cli,turns}";

export default defineConfig({
  test: {
    projects: [
      // A slow machine makes a test late; only a test that waits in vain ends by this.
      { test: { name: "core", include: [`test/${core}/**/*.test.ts`], testTimeout: 60_000 } },
      {
        test: {
          name: "webview",
          include: ["test/webview/**/*.test.ts"],
          maxWorkers: 2,
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
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
