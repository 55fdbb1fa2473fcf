// Which file a block of code says it is.
import { expect, test } from "vitest";
import { filesOfFence, isShell, languageOfFence, pathsOfFence, withoutMarker } from "../../extension/text/fence.ts";

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
  ["src/a.ts:10-20", "", ["src/a.ts"]],
  ['ts title="docs/my notes.md"', "", ["docs/my notes.md"]],
  ["tsx app/[id]/(group)/page.tsx", "", ["app/[id]/(group)/page.tsx"]],
  ["ts src\\größe.ts", "", ["src/größe.ts"]],
])("%s / %j names %j", (info, text, paths) => {
  expect(pathsOfFence(info, text)).toEqual(paths);
});

test.each([
  ["ts", "const a = 1;"],
  ["", "// see the readme for more\n"],
  ["sh", "#!/bin/sh\nls"],
  ["ts", "let x;\n// src/a.ts"],
  ["asp.net", ""],
  ["js", "// Node.js\nlet x;"],
  ["ts 1.5", ""],
  [`ts ${"a/".repeat(10_000)}b.ts`, ""],
])("%s / %j names none", (info, text) => {
  expect(pathsOfFence(info, text)).toEqual([]);
});

test.each([
  ["src/a.ts:10-20", { start: 10, end: 20 }],
  ["ts src/a.ts#L7", { start: 7, end: 7 }],
  ["ts src/a.ts#L7-L9", { start: 7, end: 9 }],
  ["ts src/a.ts", undefined],
])("%s names the lines %j", (info, lines) => {
  expect(filesOfFence(info, "")).toEqual([{ path: "src/a.ts", ...(lines && { lines }) }]);
});

test.each([
  ["ts src/a.ts", "ts"],
  ["ts:src/a.ts", "ts"],
  ["src/a.py:10-20", "py"],
  ["Dockerfile", "Dockerfile"],
  ["js {1,3}", "js"],
  ["", ""],
])("%s is of the language %s", (info, language) => {
  expect(languageOfFence(info)).toBe(language);
});

test("blocks for a terminal are known by their language", () => {
  const shells = "sh bash zsh shell shellscript console fish powershell pwsh ps1 bat cmd Bash shell-session".split(" ");
  for (const info of [...shells, "sh scripts/run.sh", "bash {1}"]) expect(isShell(info), info).toBe(true);
  for (const info of ["", "ts", "scripts/run.sh", "shader", "bashful"]) expect(isShell(info), info).toBe(false);
});

test("the line that names the file is no part of the code; any other first line is", () => {
  expect(withoutMarker("// src/a.ts\nlet x;", "src/a.ts")).toBe("let x;");
  expect(withoutMarker("# file: a.py\n\nx = 1", "a.py")).toBe("x = 1");
  expect(withoutMarker("// src/b.ts\nlet x;", "src/a.ts")).toBe("// src/b.ts\nlet x;");
  expect(withoutMarker("let x;", "src/a.ts")).toBe("let x;");
  expect(withoutMarker("// src/a.ts", "src/a.ts")).toBe("");
});
