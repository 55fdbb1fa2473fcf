// docs/architecture.md names files and folders: each exists, and the way of a selection stays short.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const text = readFileSync(join(root, "docs/architecture.md"), "utf8");

describe("docs/architecture.md", () => {
  it("names only files and folders that exist", () => {
    const named = [...text.matchAll(/`((?:extension|webview|test)\/[\w./-]+)`/g)].flatMap(([, path]) => path ?? []);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((path) => !path.includes("NAME") && !existsSync(join(root, path)))).toEqual([]);
  });

  it("shows the way of a selection in at most 25 steps, each a file", () => {
    const way = text.slice(text.indexOf("## The way of a selection"), text.indexOf("## Where do I add"));
    const steps = [...way.matchAll(/^(\d+)\. `([^`]+)`/gm)];
    expect(steps.map(([, count]) => Number(count))).toEqual(steps.map((_, index) => index + 1));
    expect(steps.length).toBeGreaterThan(10);
    expect(steps.length).toBeLessThanOrEqual(25);
    for (const [, , path] of steps) expect(path, path).toMatch(/\.ts$/);
  });
});
