// What of a block for a terminal may be put into one.
import fc from "fast-check";
import { expect, test } from "vitest";
import { commandsOf } from "../../extension/apply/shell-lines.ts";

test.each([
  ["npm test", ["npm test"]],
  ["npm ci\r\nnpm test\r\n", ["npm ci", "npm test"]],
  ["# first\nnpm ci\n\n  # then\nnpm test", ["npm ci", "npm test"]],
  ["$ git status\nOn branch main\n$ git push", ["git status", "git push"]],
  ["me@host:~/work$ ls -l\ntotal 0", ["ls -l"]],
  ["PS C:\\work> dir", ["dir"]],
  ["PS> Get-Item .", ["Get-Item ."]],
  ["C:\\> dir /s", ["dir /s"]],
  ["echo $HOME $(date) 'a\tb'", ["echo $HOME $(date) 'a b'"]],
  ["REM that\ndir", ["dir"]],
  ["echo ❤️ Größe", ["echo ❤️ Größe"]],
])("%j has the commands %j", (text, lines) => {
  expect(commandsOf(text)).toEqual({ ok: true, value: lines });
});

test.each(["", " \n", "# only a comment"])("%j has none", (text) => {
  expect(commandsOf(text)).toEqual({ ok: false, failure: "The code block contains no command." });
});

test.each([
  "ls\rrm -rf ~",
  "ls\u0003",
  "\u001b[Als",
  "ls\u0085rm",
  "ls \u202etxt",
  "a\u2028b",
  "\u009b2Jx",
  "ls\u0000",
  "ls\u007f",
  "$ ls\u001b\n",
])("%j is refused as a whole", (text) => {
  expect(commandsOf(text).ok).toBe(false);
});

test("no command ever holds a line break or another control character", () => {
  const sign = fc.oneof(
    fc.constantFrom("$ ", "\n", "\r", "\r\n", "\t", "\u001b", "# ", "ls", " "),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(fc.array(sign), (signs) => {
      const commands = commandsOf(signs.join(""));
      if (commands.ok) for (const line of commands.value) expect(line).not.toMatch(/[\0-\x1f\x7f-\x9f\u2028\u2029]/);
    }),
  );
});
