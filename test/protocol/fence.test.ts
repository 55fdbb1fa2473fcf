// Which file a block of code says it is.
import { expect, test } from "vitest";
import { pathsOfFence } from "../../extension/protocol/fence.ts";

test.each([
  ["ts src/net/upload.ts", "", ["src/net/upload.ts"]],
  ["ts:src/net/upload.ts", "", ["src/net/upload.ts"]],
  ['ts title="src/a.ts"', "", ["src/a.ts"]],
  ["src/a.ts#L10-L20", "", ["src/a.ts"]],
  ["ts", "// src/a.ts\nlet x;", ["src/a.ts"]],
  ["py", "# file: tools/run.py\nx = 1", ["tools/run.py"]],
  ["css", "/* ./theme.css */\na {}", ["theme.css"]],
  ["html", "<!-- index.html -->\n<p>", ["index.html"]],
  ["ts a.ts", "// b.ts\n", ["a.ts", "b.ts"]],
])("%s / %j names %j", (info, text, paths) => {
  expect(pathsOfFence(info, text)).toEqual(paths);
});

test.each([
  ["ts", "const a = 1;"],
  ["", "// see the readme for more\n"],
  ["sh", "#!/bin/sh\nls"],
  ["ts", "let x;\n// src/a.ts"],
])("%s / %j names none", (info, text) => {
  expect(pathsOfFence(info, text)).toEqual([]);
});
