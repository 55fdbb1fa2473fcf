// The test rings that vitest runs; the in-host ring is mocha inside VS Code (scripts/test-host.mjs).
import { defineConfig } from "vitest/config";

const core =
  "{build,message,protocol,acquire,compose,disk,persist,assemble,lower,send,tools,memory,skills,mcp,turn,cli,turns}";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "core", include: [`test/${core}/**/*.test.ts`], testTimeout: 20_000 } },
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
          // A window on a busy machine may take the focus later than a person would type: once more, and it is said.
          retry: 1,
          testTimeout: 120_000,
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
