// glob and grep on real folders.
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decide, type Rule } from "../../extension/tools/rules/rules.ts";
import { noLinks } from "../fakes/systems.ts";
import { toolWorld } from "../fakes/tool-world.ts";

describe("glob", () => {
  test("finds files by their path, by their name, and below a folder", async () => {
    const { write, call } = toolWorld();
    write({ "src/a.ts": "", "src/deep/b.tsx": "", "test/a.test.ts": "", "README.md": "" });
    const glob = async (input: object): Promise<string[]> => (await call("glob", input)).output.split("\n");
    expect(await glob({ pattern: "src/**/*.{ts,tsx}" })).toEqual(["src/a.ts", "src/deep/b.tsx"]);
    expect(await glob({ pattern: "*.ts" })).toEqual(["src/a.ts", "test/a.test.ts"]);
    expect(await glob({ pattern: "*.tsx", path: "src" })).toEqual(["src/deep/b.tsx"]);
    expect(await glob({ pattern: "deep/*", path: "src" })).toEqual(["src/deep/b.tsx"]);
    expect(await glob({ pattern: "src\\*.ts" })).toEqual(["src/a.ts"]);
    expect(await glob({ pattern: "*.py" })).toEqual(["No files match *.py."]);
  });

  test("leaves out what is ignored or what the editor hides", async () => {
    const { write, call } = toolWorld({}, ["**/hidden"]);
    write({
      ".gitignore": "*.log",
      ".galleyignore": "private/",
      "a.log": "",
      "private/a.ts": "",
      "hidden/a.ts": "",
      "a.ts": "",
    });
    expect((await call("glob", { pattern: "**/*.{ts,log}" })).output).toBe("a.ts");
  });

  test("stops at a thousand and says how many more there are", async () => {
    const { write, call } = toolWorld();
    write(Object.fromEntries(Array.from({ length: 1003 }, (_, n) => [`many/${n}.txt`, ""])));
    const lines = (await call("glob", { pattern: "**/*.txt" })).output.split("\n");
    expect(lines).toHaveLength(1001);
    expect(lines.at(-1)).toBe("[3 more; narrow the pattern]");
  });

  test("refuses what is no folder", async () => {
    const { write, call } = toolWorld();
    write({ "a.ts": "" });
    expect(await call("glob", { pattern: "*", path: "a.ts" })).toEqual({ ok: false, output: "a.ts is not a folder." });
    expect(await call("glob", { pattern: "*", path: "nowhere" })).toMatchObject({ ok: false });
  });
});

describe("grep", () => {
  test("finds lines with their numbers, file by file", async () => {
    const { write, call } = toolWorld();
    write({ "a.ts": "one\nfoo(1)\nFOO(2)\n", "b/c.ts": "\r\nfoo(3)\r\n", "d.md": "foo(4)" });
    expect((await call("grep", { pattern: "foo\\(\\d" })).output).toBe(
      "a.ts\n2\tfoo(1)\n\nb/c.ts\n2\tfoo(3)\n\nd.md\n1\tfoo(4)",
    );
    expect((await call("grep", { pattern: "foo", ignore_case: true, path: "a.ts" })).output).toBe(
      "a.ts\n2\tfoo(1)\n3\tFOO(2)",
    );
    expect((await call("grep", { pattern: "foo", include: "*.md" })).output).toBe("d.md\n1\tfoo(4)");
    expect(await call("grep", { pattern: "bar" })).toEqual({ ok: true, output: "No matches found." });
  });

  test("says in words what is wrong with a pattern", async () => {
    const { call } = toolWorld();
    const { ok, output } = await call("grep", { pattern: "foo(" });
    expect(ok).toBe(false);
    expect(output).toContain("Invalid regular expression");
    expect(output).toContain("Unterminated group");
  });

  test("passes over binary, ignored and very large files, and over secrets", async () => {
    const { write, call } = toolWorld();
    write({
      ".gitignore": "out/",
      "a.bin": Buffer.from("needle\0"),
      "out/a.ts": "needle",
      "big.txt": "needle\n".repeat(400_000),
      ".env": "needle",
      "a.ts": "needle",
    });
    const { output } = await call("grep", { pattern: "needle" });
    expect(output).toBe("a.ts\n1\tneedle\n\n[not searched, over 2 MB: 1; not searched, needs permission: 1]");
    expect((await call("grep", { pattern: "needle", path: "out" })).output).toContain("out/a.ts");
  });

  test("finds lines of UTF-16 with a mark", async () => {
    const { write, call } = toolWorld();
    write({ "wide.txt": Buffer.from("\uFEFFone\r\ncafé\r\n", "utf16le") });
    expect((await call("grep", { pattern: "caf." })).output).toContain("2\tcafé");
  });

  test("stops at two hundred lines", async () => {
    const { write, call } = toolWorld();
    write({ "a.txt": "x\n".repeat(150), "b.txt": "x\n".repeat(150) });
    const { output } = await call("grep", { pattern: "x" });
    expect(output.split("\n").filter((line) => line.endsWith("\tx"))).toHaveLength(200);
    expect(output).toContain("the first 200 matches");
  });

  test("searches more files than one batch holds", async () => {
    const { write, call } = toolWorld();
    write(Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`f${n}.txt`, n === 140 ? "needle" : "hay"])));
    expect((await call("grep", { pattern: "needle" })).output).toBe("f140.txt\n1\tneedle");
  });

  test("shows a long line around what was found", async () => {
    const { write, call } = toolWorld();
    write({ "a.js": `${"a".repeat(5_000)}needle${"b".repeat(5_000)}` });
    const { output } = await call("grep", { pattern: "needle" });
    expect(output).toContain("needle");
    expect(output.length).toBeLessThan(500);
  });

  test.skipIf(noLinks)("follows no link", async () => {
    const { root, outside, write, call } = toolWorld();
    write({ "secret.txt": "needle" }, outside);
    symlinkSync(outside, join(root, "folder"));
    symlinkSync(join(outside, "secret.txt"), join(root, "file.txt"));
    expect((await call("grep", { pattern: "needle" })).output).toBe("No matches found.");
  });

  test("keeps to what rules allow", async () => {
    const rule = (permission: "read" | "outside", pattern: string, action: "ask" | "deny"): Rule => ({
      permission,
      pattern,
      action,
      from: "settings",
    });
    const rules = [rule("read", "private/**", "ask"), rule("outside", "**/denied.txt", "deny")];
    const { outside, write, call } = toolWorld({ judge: (need) => decide(rules, need) });
    write({ "private/a.ts": "needle", "a.ts": "needle" });
    write({ "a.txt": "needle", "denied.txt": "needle", ".env": "needle" }, outside);
    expect((await call("grep", { pattern: "needle" })).output).toContain(
      "a.ts\n1\tneedle\n\n[not searched, needs permission: 1]",
    );
    // A permission for a folder covers its files, except those with secrets.
    expect((await call("grep", { pattern: "needle", path: "private" })).output).toContain("private/a.ts");
    expect((await call("grep", { pattern: "needle", path: outside })).output).toBe(
      `${outside}/a.txt\n1\tneedle\n\n[not searched, needs permission: 2]`,
    );
  });
});
