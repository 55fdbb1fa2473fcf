// The files related to the active one: each once, with its reason, of a bounded number.
import { describe, expect, it } from "vitest";
import { counterpartOf, nearestTo } from "../../../extension/acquire/nearby/counterpart.ts";
import { nearContext } from "../../../extension/acquire/nearby/near-files.ts";
import { countNeighbours, relatedFiles, type RelatedPorts } from "../../../extension/acquire/nearby/related.ts";

function world(files: string[], commits: string[][] = []): RelatedPorts {
  return {
    exists: (path, kind) =>
      Promise.resolve(kind === "file" ? files.includes(path) : files.some((file) => file.startsWith(`${path}/`))),
    withName: (names) => Promise.resolve(files.filter((file) => names.includes(file.split("/").at(-1) ?? ""))),
    neighbours: (path) => Promise.resolve(countNeighbours(path, commits)),
  };
}

describe("the test of a file, or the file of a test", () => {
  it.each([
    ["src/upload.ts", "test", "upload.test.ts"],
    ["src/upload.ts", "test", "upload.spec.tsx"],
    ["pkg/upload.go", "test", "upload_test.go"],
    ["app/upload.py", "test", "test_upload.py"],
    ["a/Upload.java", "test", "UploadTest.java"],
    ["lib/upload.rb", "test", "upload_spec.rb"],
    ["ui/Upload.svelte", "test", "Upload.test.ts"],
    ["test/net/upload.test.ts", "source", "upload.ts"],
    ["app/test_upload.py", "source", "upload.py"],
    ["a/UploadTests.cs", "source", "Upload.cs"],
  ])("of %s is its %s %s", (path, kind, name) => {
    const counterpart = counterpartOf(path);
    expect(counterpart?.kind).toBe(kind);
    expect(counterpart?.names).toContain(name);
  });

  it("is no pattern, however the file is called", () => {
    expect(counterpartOf("src/[id].ts")).toBeUndefined();
    expect(counterpartOf("src/{a,b}.ts")).toBeUndefined();
    expect(counterpartOf("Makefile")).toBeUndefined();
  });

  it("is the nearest where several have the name", () => {
    expect(nearestTo("extension/net/a.ts", ["old/a.test.ts", "test/net/a.test.ts"])[0]).toBe("test/net/a.test.ts");
  });
});

describe("related files", () => {
  it("are imports, the test and neighbours in commits, each once with its first reason", async () => {
    const ports = world(
      ["src/a.ts", "src/b.ts", "test/a.test.ts", "docs/a.md", "src/c.ts"],
      [
        ["src/a.ts", "src/b.ts", "docs/a.md"],
        ["src/a.ts", "docs/a.md", "gone.ts"],
      ],
    );
    expect(await relatedFiles(ports, "src/a.ts", 'import "./b.ts";\nimport "./none.ts";')).toEqual([
      { path: "src/b.ts", reason: "imported" },
      { path: "test/a.test.ts", reason: "its test" },
      { path: "docs/a.md", reason: "changed in 2 of its last 2 commits" },
    ]);
  });

  it("of a Go file are packages, which are folders", async () => {
    const ports = world(["internal/net/a.go", "main.go"]);
    expect(await relatedFiles(ports, "main.go", 'import "example.com/m/internal/net"')).toEqual([
      { path: "internal/net", reason: "imported", isFolder: true },
    ]);
  });

  it("that cannot be found out are left out, and the rest is told", async () => {
    const broken = { ...world(["src/b.ts"]), neighbours: () => Promise.reject(new Error("no git")) };
    const files = await relatedFiles(
      { ...broken, withName: () => Promise.reject(new Error("too slow")) },
      "src/a.ts",
      'import "./b.ts"',
    );
    expect(files.map(({ path }) => path)).toEqual(["src/b.ts"]);
  });

  it("do not count a commit that changed everything", () => {
    const all = Array.from({ length: 200 }, (_, at) => `f${at}.ts`);
    expect(countNeighbours("f0.ts", [all, ["f0.ts", "f1.ts"]])).toEqual([{ path: "f1.ts", commits: 1, of: 1 }]);
  });
});

describe("a list of files as context", () => {
  it("names paths with their reasons, never contents, and says how many are left out", () => {
    const files = Array.from({ length: 40 }, (_, at) => ({ path: `f${at}`, reason: "imported" }));
    const { parts } = nearContext("related", files, 5, "src/a.ts");
    expect(parts[0]).toMatchObject({ type: "editor-context", kind: "related", source: "src/a.ts" });
    expect(JSON.stringify(parts)).toContain('"f0 (imported)"');
    expect(JSON.stringify(parts)).toContain('"left_out":"10 more files"');
    expect(nearContext("folder", [{ path: "lib", isFolder: true }], 5, "src").parts[0]).toMatchObject({
      payload: { files: ["lib/"] },
    });
    expect(nearContext("recent", [], 5)).toEqual({ parts: [], reason: "no recent files" });
  });
});
