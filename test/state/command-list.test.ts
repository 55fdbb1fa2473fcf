// What the input knows of commands: which of them the host may complete.
import { describe, expect, it } from "vitest";
import type { CommandSpec } from "../../extension/protocol/catalog.ts";
import { hasCompletions } from "../../webview/state/commands.ts";

const spec = (source: CommandSpec["source"], argument?: CommandSpec["arguments"][number]): CommandSpec => ({
  id: "/it",
  description: "",
  source,
  arguments: argument === undefined ? [] : [argument],
  hides: [],
});

describe("the arguments of a command", () => {
  it("are completed for prompts of servers and where they are paths", () => {
    const plain = { name: "focus", required: false };
    expect(hasCompletions(spec("mcp", plain))).toBe(true);
    expect(hasCompletions(spec("built-in", { name: "path", required: true, isPath: true }))).toBe(true);
    expect(hasCompletions(spec("mcp"))).toBe(false);
    expect(hasCompletions(spec("project", plain))).toBe(false);
  });
});
