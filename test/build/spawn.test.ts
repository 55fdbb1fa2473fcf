// Every program is started without a window: on Windows a console would flash.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../extension");

const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));

/** The calls of a file that start a program, as they are written. */
function startsIn(path: string): string[] {
  const text = readFileSync(join(root, path), "utf8");
  if (!/from "(?:node:child_process|cross-spawn)"/.test(text)) return [];
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(?:spawn|exec|execFile|fork)(?:Sync)?$/.test(node.expression.getText()))
      found.push(`${path}: ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

it("each call that starts a program hides its window", () => {
  const starts = files.flatMap(startsIn);
  expect(starts.length).toBeGreaterThan(4);
  expect(starts.filter((call) => !call.includes("windowsHide: true"))).toEqual([]);
});
