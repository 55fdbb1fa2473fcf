// What stands inline in the HTML of a page ends where it should, and the page asks at once for all that its script imports.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MAIN_IMPORTS } from "../../extension/host/window/page.ts";

const root = join(import.meta.dirname, "../..");
const built = (name: string): string => readFileSync(join(root, "dist", name), "utf8");

test("the style and the script in the HTML do not close their own element", () => {
  expect(built("webview/main.css")).not.toMatch(/<\/style|<!--/i);
  expect(built("first.js")).not.toMatch(/<\/script|<!--/i);
});

test("the style names no other file, because it has no address of its own", () => {
  expect(built("webview/main.css")).not.toMatch(/url\(|@import/);
});

test("the page asks at once for everything that its script imports", () => {
  const imported = [...built("webview/main.js").matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map(([, name]) => name);
  expect(imported).toEqual(MAIN_IMPORTS);
});
