// Command lines and rules for bash: what a wildcard allows, what a denial finds, and that no line is too odd to judge.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allowsLine } from "../../extension/tools/rules/fits-line.ts";
import { parsePlainLine } from "../../extension/tools/rules/plain-line.ts";
import { decide, type Rule, ruleFor } from "../../extension/tools/rules/rules.ts";
import { commandsOf } from "../../extension/tools/rules/shell-commands.ts";
import { EVERYDAY_LINES, pushLines } from "../fakes/push-lines.ts";

const rule = (pattern: string, action: Rule["action"], from: Rule["from"] = "settings"): Rule => ({
  permission: "bash",
  pattern,
  action,
  from,
});
const bash = (rules: readonly Rule[], line: string): string => decide(rules, { permission: "bash", pattern: line });

describe("a wildcard allows", () => {
  test.each([
    "npm test",
    "npm   test\t-- --watch=false",
    "npm test 'a; b' \"it's\" '$HOME'",
    '"npm" test',
    "npm testx",
    "npm test HEAD~1 größe",
  ])("plain words and quotes: %s", (line) => {
    expect(bash([rule("npm test*", "allow")], line)).toBe("allow");
  });

  test.each([
    "npm test ${x:=$'\\x24\\x28CMD\\x29'}${x@P}",
    "npm test $[x]",
    "npm test $x",
    'npm test "$x"',
    "npm test `x`",
    "npm test {a,b}",
    "npm test *",
    "npm test ~",
    "npm test a=~/x",
    "npm test \\a",
    "npm test 'open",
    "npm test a\nb",
    "npm test \u00a0x",
    "npm test #x",
    "npm test !x",
    "FOO=1 npm test",
    "npm 'test x'",
    "'npm test' x",
    "npm test \u2019x\u2019",
  ])("nothing a shell expands, joins or reads otherwise: %j", (line) => {
    expect(bash([rule("npm test*", "allow")], line)).toBe("ask");
  });

  test("in Windows, no sign in quotes that cmd would read in a batch file", () => {
    expect(parsePlainLine('npm test "a&calc"', "git-bash").plain).toBe(false);
    expect(parsePlainLine('npm test "a&b"', "posix").plain).toBe(true);
    expect(parsePlainLine("npm test 'a b'", "powershell")).toEqual({ plain: true, words: ["npm", "test", "a b"] });
  });

  test("no name that bash would run as part of a variable", () => {
    expect(bash([rule("printf *", "allow")], "printf -v 'a[$(touch x)]' y")).toBe("ask");
    expect(bash([rule("printf *", "allow")], "printf '%s' y")).toBe("allow");
  });
});

test("a line that was allowed is allowed as that very text", () => {
  const line = "npm test && echo $(date) | tee log";
  const given = [ruleFor({ permission: "bash", pattern: line }, "session")];
  expect(bash(given, line)).toBe("allow");
  expect(bash(given, `${line} `)).toBe("ask");
  // Also where a denial cannot tell what the line does.
  expect(bash([rule("*", "allow"), rule("git push*", "deny"), ...given], line)).toBe("allow");
  expect(bash([rule("npm test*", "deny"), ...given], line)).toBe("deny");
});

describe("with `git push*` denied and `*` allowed", () => {
  const rules = [rule("*", "allow"), rule("git push*", "deny")];

  test.each([
    "git push",
    "git  push",
    "git\tpush --force",
    "FOO=1 git push",
    "{ git push; }",
    "( git push )",
    "env git push",
    "env -i A=1 git push",
    "git -C . push",
    "git --no-pager -c a.b=c push",
    "/usr/bin/git push",
    "command git push",
    "sudo -u root git push",
    "timeout -s KILL 5 git push",
    "xargs git push",
    'bash -c "git push"',
    "eval 'git push'",
    'g"it" push',
    "g\\it push",
    "git pu''sh",
    "echo $(git push)",
    'echo "`git push`"',
    "if true; then git push; fi",
    "f() { git push; }; f",
    "ls\ngit push",
    "ls & git push",
    "! git push",
    "cat <<E\n$(git push)\nE",
    "git-push",
    "git >x push",
  ])("%j is denied", (line) => {
    expect(bash(rules, line)).toBe("deny");
  });

  test.each([
    "x=push; git $x",
    "$x push",
    "{git,push}",
    "/usr/bin/gi? push",
    "$'git' push",
    "printf 'git push' | sh",
    ". ./file",
    "alias g=git\ng push",
    "echo push | xargs git",
    "PATH=. x",
    "python3 -c 'import os'",
    "git -c alias.p=push p",
    "find . -exec git push \\;",
    'echo "open',
    `echo ${"x".repeat(9_000)}`,
  ])("%j is asked about", (line) => {
    expect(bash(rules, line)).toBe("ask");
    expect(bash([rule("*", "allow")], line)).toBe("allow");
  });

  test.each(EVERYDAY_LINES)("%j runs", (line) => {
    expect(bash(rules, line)).toBe("allow");
  });

  test("no generated spelling runs", () => {
    const lines = pushLines(200).slice(0, 600);
    expect(lines.filter((line) => bash(rules, line) === "allow")).toEqual([]);
  });

  test("a rule for a program allows what the program is told, but not what is denied", () => {
    const own = [...rules, rule("python3 *", "allow"), rule("bash *", "allow")];
    expect(bash(own, "python3 -c 'print(1)'")).toBe("allow");
    expect(bash(own, "bash -c 'git push'")).toBe("deny");
  });
});

test("each command of a line is judged by the most specific rule for it", () => {
  const rules = [rule("*", "allow"), rule("git push*", "deny"), rule("git push origin main*", "ask")];
  expect(bash(rules, "git push origin main")).toBe("ask");
  expect(bash(rules, "git push origin main; git push evil")).toBe("deny");
});

const signs = fc.string({
  unit: fc.constantFrom(...Array.from("ab '\"\\$`(){}[];&|<>#~*?!=-\n\t\u00a0ä")),
  maxLength: 40,
});
const word = fc.string({ unit: fc.constantFrom(...Array.from("abc.-_/=:,0 ;$&|")), minLength: 1, maxLength: 8 });

describe("always", () => {
  test("any line can be read, and what is allowed by a wildcard holds nothing but its own words", () => {
    fc.assert(
      fc.property(signs, (line) => {
        for (const grammar of ["posix", "git-bash", "powershell"] as const) commandsOf(line, grammar);
        if (!allowsLine("a*", line, ["posix"])) return;
        expect(line.replace(/'[^']*'|"[^"$`\\!]*"/g, "")).not.toMatch(/[$`;&|<>(){}[\]#*?!\n\\]/);
      }),
      { numRuns: 3_000 },
    );
  });

  test("words in single quotes are read as they were, and nothing else runs", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        const line = ["npm", ...words.map((one) => `'${one}'`)].join("  ");
        expect(parsePlainLine(line, "posix")).toEqual({ plain: true, words: ["npm", ...words] });
        expect(allowsLine("npm*", line, ["posix"])).toBe(true);
        expect(commandsOf(line, "posix").commands).toHaveLength(1);
      }),
    );
  });

  test("a denial never makes a line freer, nor does one more command in it", () => {
    const strictness = ["allow", "ask", "deny"];
    fc.assert(
      fc.property(signs, fc.constantFrom("a*", "b", "* a", "git *"), (line, pattern) => {
        const own = [rule("*", "allow"), rule("b a*", "ask")];
        const before = strictness.indexOf(bash(own, line));
        expect(strictness.indexOf(bash([...own, rule(pattern, "deny", "workspace")], line))).toBeGreaterThanOrEqual(
          before,
        );
        expect(bash([rule("*", "allow"), rule("reboot*", "deny")], `reboot; ${line}`)).toBe("deny");
      }),
      { numRuns: 1_000 },
    );
  });
});
