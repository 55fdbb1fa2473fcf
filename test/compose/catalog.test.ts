import { describe, expect, it } from "vitest";
import { BUILT_INS } from "../../extension/compose/built-in.ts";
import { type Command, mergeCommands, type Source } from "../../extension/compose/catalog.ts";

const from = (source: Source, id: string, origin: string = source): Command => ({
  id,
  description: "",
  source,
  origin,
  arguments: [],
  body: { kind: "template", text: origin },
});

describe("the catalog", () => {
  it("merges built-in, project, user, MCP prompts, skills and other extensions; the first wins and says whom it hides", () => {
    const sources: Source[] = ["extension", "skill", "mcp", "user", "project", "built-in"];
    for (let first = sources.length - 1; first > 0; first -= 1) {
      const { commands } = mergeCommands(sources.slice(0, first + 1).map((source) => from(source, "/a")));
      expect(commands).toHaveLength(1);
      expect(commands[0]).toMatchObject({ source: sources[first], hides: sources.slice(0, first).reverse() });
    }
  });

  it("within one source the first file wins", () => {
    const { byId } = mergeCommands([from("project", "/a", ".galley/a.md"), from("project", "/a", ".claude/a.md")]);
    expect(byId.get("/a")).toMatchObject({ origin: ".galley/a.md", hides: [".claude/a.md"] });
  });

  it("lists what Galley can do and nothing it cannot do yet", () => {
    expect(BUILT_INS.map(({ id }) => id)).toEqual([
      "/new",
      "/branch",
      "/sidecar",
      "/inspect",
      "/rewind",
      "/compact",
      "/queue",
      "/archive",
      "/model",
      "/memory",
      "/export",
      "/help",
      "/read",
      "/diff",
      "/problems",
      "/search",
    ]);
  });
});
