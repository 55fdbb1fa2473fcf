// The search that goes with /search: names and texts of files, ranked and bounded.
import { describe, expect, it } from "vitest";
import { decide, type Rule } from "../../extension/tools/rules/rules.ts";
import { rankFiles, termsOf } from "../../extension/tools/search/rank.ts";
import { searchWorkspace } from "../../extension/tools/search/search-workspace.ts";
import { type ToolWorld, toolWorld } from "../fakes/tool-world.ts";

const search = async ({ ports }: Pick<ToolWorld, "ports">, query: string, signal = new AbortController().signal) =>
  (await searchWorkspace(ports, { query, session_id: "s", roots: ["."], now: 1, signal })).payload as string;

describe("a search of the workspace", () => {
  it("finds names and texts, whatever the case, the files with most of the words first", async () => {
    const world = toolWorld();
    world.write({
      "src/retry.ts": "// The upload waits.\nfunction again() {}\n",
      "src/upload.ts": "export function retryUpload() {\n  return 'retry the upload';\n}\n",
      "src/other.ts": "const upload = 1;\n",
      "README.md": "Nothing.\n",
    });
    expect(await search(world, "Retry UPLOAD")).toBe(
      [
        "src/upload.ts",
        "  1: export function retryUpload() {",
        "  2: return 'retry the upload';",
        "src/retry.ts",
        "  1: // The upload waits.",
        "src/other.ts",
        "  1: const upload = 1;",
      ].join("\n"),
    );
  });

  it("says that it found nothing, and takes signs as they are", async () => {
    const world = toolWorld();
    world.write({ "a.ts": "if (a[0] === b.*) {}\n" });
    expect(await search(world, "where is it")).toBe("No matches found.");
    expect(await search(world, "b.*")).toBe("a.ts\n  1: if (a[0] === b.*) {}");
    expect(await search(world, "(")).toContain("a.ts\n  1:");
  });

  it("leaves out ignored files, files with secrets and those that a rule denies", async () => {
    const rules: Rule[] = [{ permission: "read", pattern: "private/**", action: "deny", from: "settings" }];
    const world = toolWorld({ judge: (need) => decide(rules, need) });
    world.write({
      ".gitignore": "dist\n",
      "dist/a.ts": "word",
      ".env": "word",
      "private/a.ts": "word",
      "src/a.ts": "word",
    });
    expect(await search(world, "word")).toBe("src/a.ts\n  1: word");
  });

  it("is bounded: twenty files with five lines each, and it says what is left out", async () => {
    const world = toolWorld();
    world.write(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}.txt`, "word\n".repeat(50)])));
    const found = await search(world, "word");
    expect(found.match(/^f\d+\.txt$/gm)).toHaveLength(20);
    expect(found.match(/^ {2}\d+: word$/gm)).toHaveLength(100);
    expect(found).toContain("[45 more lines]");
    expect(found).toContain("[10 more files; narrow the search]");
  });

  it("that is stopped says that not all files were searched", async () => {
    const world = toolWorld();
    world.write({ "a.ts": "word" });
    expect(await search(world, "word", AbortSignal.abort())).toContain("[Not all files were searched]");
  });

  it("that fails says so", async () => {
    const { ports } = toolWorld();
    const files = { ...ports.files, list: () => Promise.reject(new Error("the disk is gone")) };
    expect(await search({ ports: { ...ports, files } }, "word")).toBe(
      "[The workspace could not be searched: the disk is gone]",
    );
  });
});

describe("the words of a query", () => {
  it("are its phrase and its words, in lower case and once each", () => {
    expect(termsOf("  Where  do Uploads end? uploads")).toEqual([
      "where do uploads end? uploads",
      "where",
      "do",
      "uploads",
      "end",
    ]);
    expect(termsOf("src/net/upload.ts")).toEqual(["src/net/upload.ts"]);
    expect(termsOf("  ")).toEqual([]);
  });

  it("count the more, the fewer files have them", () => {
    const line = (path: string, text: string) => ({ path, line: 1, text });
    const common = Array.from({ length: 9 }, (_, n) => line(`c${n}.ts`, "the"));
    const ranked = rankFiles(termsOf("the lease"), [], [...common, line("z.ts", "lease")]);
    expect(ranked[0]?.path).toBe("z.ts");
  });
});
