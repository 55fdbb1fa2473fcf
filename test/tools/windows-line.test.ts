// Command lines and rules on Windows: what PowerShell and Git Bash would run is found under all of its names.
import { describe, expect, test } from "vitest";
import { grammarsOf } from "../../extension/tools/rules/grammar.ts";
import { parsePlainLine } from "../../extension/tools/rules/plain-line.ts";
import { decide, type Rule, ruleFor } from "../../extension/tools/rules/rules.ts";
import { commandsOf } from "../../extension/tools/rules/shell-commands.ts";
import { pushLines } from "../fakes/push-lines.ts";
import type { ShellKind } from "../../extension/tools/shell-kind.ts";
import { workedMs } from "../fakes/worked.ts";

const rule = (pattern: string, action: Rule["action"]): Rule => ({
  permission: "bash",
  pattern,
  action,
  from: "settings",
});
const judged = (rules: readonly Rule[], pattern: string, shell: ShellKind): string =>
  decide(rules, { permission: "bash", pattern, shell });

describe("in PowerShell, with `rm*` and `git push*` denied and `*` allowed", () => {
  const rules = [rule("*", "allow"), rule("rm*", "deny"), rule("git push*", "deny")];
  const powershell = (line: string): string => judged(rules, line, "windows-powershell");

  test.each([
    "rm x",
    "RM x",
    "Remove-Item -Recurse x",
    "REMOVE-ITEM x",
    "del x",
    "ri x",
    "Microsoft.PowerShell.Management\\Remove-Item x",
    "ls | ForEach-Object {Remove-Item $_}",
    "ls | ForEach-Object { Remove-Item $_ }",
    "ls | % {ri $_}",
    "ls|%{rm $_}",
    "1..3 | % { git push }",
    "git.exe push",
    "GIT.EXE PUSH",
    '& "C:\\Program Files\\Git\\bin\\git.exe" push',
    "& git push",
    ". git push",
    "&{git push}",
    "ls; git push",
    "ls\ngit push",
    "ls && git push",
    "ls || git push",
    "ls & git push",
    "ls 2>&1 | git push",
    "echo $(git push)",
    'echo "a $(git push) b"',
    "echo (git push)",
    "@(git push)",
    "$x = git push",
    "$x=git push",
    "if (1) { git push } else { ls }",
    "try { return git push } catch {}",
    "g`it push",
    "'git push' | iex",
    "npm test --% & git push",
    "cmd /c g^it push",
    "git `\n  push",
    "g'i't push",
    "git \u201cpush\u201d",
    "git <# note #> push",
    "iex 'git push'",
    'Invoke-Expression "git push"',
    "Invoke-Command { git push }",
    "Start-Process git push",
    "Start-Process git -ArgumentList push,origin",
    "saps -FilePath git.exe -ArgumentList 'push'",
    "cmd /c git push",
    'cmd.exe /d /c "dir & git push"',
    'pwsh -c "git push"',
    'bash -c "git push"',
    "git -C . push",
    "git 2> x push",
    "!git push",
    "ls a,#b; git push",
  ])("%j is denied", (line) => {
    expect(powershell(line)).toBe("deny");
  });

  test.each([
    "$x push",
    "& $x push",
    "git $x",
    "git @x",
    "git ('pu' + 'sh')",
    "Get-Content x | iex",
    "gi`t push",
    "iex $x",
    "ls | % Delete",
    "New-Item -Path function:x -Value y; x",
    "ls <# note #> x",
    "[IO.File]::Delete('x')",
    "& ('gi' + 't') push",
    "Set-Alias g git; g push",
    "sal g git; g push",
    "npm test --% x",
    "cmd /c ^x",
    "cmd /c %X% push",
    "pwsh -enc AAAA",
    "npm run 'x & git push'",
    "echo 'open",
    "git @'\npush\n'@",
    "`u{67}it push",
    "ls { x",
    "forfiles /c x",
  ])("%j is asked about", (line) => {
    expect(powershell(line)).toBe("ask");
    expect(judged([rule("*", "allow")], line, "pwsh")).toBe("allow");
  });

  test.each([
    "git status",
    "npm test -- --watch=false",
    "npm.cmd run build; npm test",
    "Get-ChildItem -Recurse src",
    "ls src | Select-String TODO",
    "git log --format=%h",
    "git commit -m 'remove rm from the docs'",
    "echo a > out.txt 2>&1",
    "cd C:\\work && npm test",
    "Write-Output done # then rm x",
    "git diff -- .\\src\\a.ts",
  ])("%j runs", (line) => {
    expect(powershell(line)).toBe("allow");
  });
});

test("no generated spelling of a denied command runs, however it is wrapped", () => {
  const rules = [rule("*", "allow"), rule("git push*", "deny")];
  const spellings = ["git push", "GIT PUSH", "git.exe push", "& git push", ". git push", "g`it push", "git -C . push"];
  const wrappers: ((line: string) => string)[] = [
    (line) => `ls; ${line}`,
    (line) => `ls | ${line}`,
    (line) => `ls && ${line}`,
    (line) => `$x = ${line}`,
    (line) => `if (1) {${line}}`,
    (line) => `1..3|%{${line}}`,
    (line) => `try{ ls }catch{ ${line} }`,
    (line) => `echo (${line})`,
    (line) => `echo "a$(${line})"`,
    (line) => `iex '${line}'`,
    (line) => `pwsh -Command "${line}"`,
    (line) => `cmd /c ${line}`,
    (line) => `Start-Job { ${line} }`,
    (line) => `# note\n${line}`,
  ];
  const once = wrappers.flatMap((wrap) => spellings.map(wrap));
  const lines = [...spellings, ...once, ...wrappers.flatMap((wrap) => once.map(wrap))];
  expect(lines.filter((line) => judged(rules, line, "pwsh") === "allow")).toEqual([]);
  expect(pushLines(100).filter((line) => judged(rules, line, "git-bash") === "allow")).toEqual([]);
});

describe("patterns on Windows", () => {
  test.each([
    ["Remove-Item*", "rm x"],
    ["remove-item *", "Del x"],
    ["git.exe push*", "git push"],
    ["NPM publish*", "npm.cmd publish"],
    ["curl *", "iwr https://example.com"],
    ["Remove-Item *", "ls | rm"],
  ])("%s finds %s", (pattern, line) => {
    expect(judged([rule("*", "allow"), rule(pattern, "deny")], line, "pwsh")).toBe("deny");
  });
});

describe("in Git Bash, with `git push*` denied and `*` allowed", () => {
  const rules = [rule("*", "allow"), rule("git push*", "deny")];

  test.each([
    "git push",
    "GIT push",
    "Git.EXE push",
    "/mingw64/bin/git.exe push",
    "C:/Git/bin/git.exe push",
    "echo $(git push)",
    "g\\it push",
    "cmd //c git push; cmd /c git push",
    'powershell -Command "& { git push }"',
    "powershell.exe -c '% { git push }'",
  ])("%j is denied", (line) => {
    expect(judged(rules, line, "git-bash")).toBe("deny");
  });

  test.each(["npm run 'x & git push'", "npm run 'x & g^it push'", "wmic process call create x", "$x push"])(
    "%j is asked about",
    (line) => {
      expect(judged(rules, line, "git-bash")).toBe("ask");
    },
  );

  test.each(["git log --format=%h", 'for f in *.ts; do echo "$f"; done', "git commit -m 'a & b'", "ls | grep x"])(
    "%j runs",
    (line) => {
      expect(judged(rules, line, "git-bash")).toBe("allow");
    },
  );
});

describe("a wildcard allows plain words only", () => {
  const rules = [rule("npm test*", "allow")];

  test.each(["npm test", "npm test -- --watch=false", "npm test 'a b'"])("%j runs in every shell", (line) => {
    for (const shell of ["posix", "git-bash", "pwsh", "windows-powershell"] as const)
      expect(judged(rules, line, shell)).toBe("allow");
  });

  test.each([
    "npm test { rm x }",
    "npm test; rm x",
    "npm test $(rm x)",
    "npm test & rm x",
    "npm test | rm",
    "npm test @x",
    "npm test a,b",
    "npm test $x",
    "npm test `x",
    "npm test 'a&calc'",
    "npm test --% x",
    "npm test \u2018x\u2019",
    "& npm test",
    "npm test x'y'",
  ])("%j asks in PowerShell", (line) => {
    expect(judged(rules, line, "pwsh")).toBe("ask");
  });

  test("a scope and a list are plain words for Git Bash", () => {
    expect(parsePlainLine("npm test @scope/a b,c", "git-bash").plain).toBe(true);
  });
});

test("a line that was allowed is allowed as that very text, in any shell", () => {
  const line = "ls | % { $_.Name }";
  const given = [ruleFor({ permission: "bash", pattern: line }, "session"), rule("git push*", "deny")];
  expect(judged(given, line, "pwsh")).toBe("allow");
});

test("a line whose shell is not known is read by each that the system usually has", () => {
  expect(grammarsOf(undefined, "win32")).toEqual(["git-bash", "powershell"]);
  expect(grammarsOf(undefined, "linux")).toEqual(["posix"]);
  expect(grammarsOf(undefined, "darwin")).toEqual(["posix"]);
});

test("a long or strange line is read in little time", () => {
  const strange = ["$(", '"$(', "{", "`", "@'\n", "<#", "'", "a;", "$x="].flatMap((sign) => [
    sign.repeat(2_000),
    `x ${sign.repeat(500)} y`,
  ]);
  const begun = workedMs();
  for (const line of strange) expect(commandsOf(line, "powershell").commands.length).toBeLessThan(400);
  expect(workedMs() - begun).toBeLessThan(2_000);
});
