// Plain Node, for which Svelte compiles the panel's state as it does for a browser.
import type { Environment } from "vitest/runtime";

export default {
  name: "state",
  viteEnvironment: "client",
  setup: () => ({ teardown: () => undefined }),
} satisfies Environment;
