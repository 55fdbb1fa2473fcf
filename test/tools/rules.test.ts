// Permission rules: what is allowed without asking, and what no rule can open again.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Permission, PERMISSIONS } from "../../extension/message/permission.ts";
import { decide, hasChangedSince, type Rule, ruleFor } from "../../extension/tools/rules/rules.ts";
import type { Need } from "../../extension/tools/tool.ts";

const rule = (
  permission: Permission,
  pattern: string,
  action: Rule["action"],
  from: Rule["from"] = "session",
): Rule => ({
  permission,
  pattern,
  action,
  from,
});
const need = (permission: Permission, pattern: string): Need => ({ permission, pattern, shell: "posix" });

describe("without rules", () => {
  test.each([
    ["read", "src/a.ts", "allow"],
    ["read", ".", "allow"],
    ["outside", "/etc/hosts", "ask"],
    ["write", "src/a.ts", "ask"],
    ["bash", "ls", "ask"],
    ["fetch", "example.com", "ask"],
    ["memory", "user/style", "ask"],
    ["memory", "project/style", "ask"],
    ["mcp", "server_tool#0123456789abcdef0123456789abcdef", "ask"],
    ["other", "server_tool", "ask"],
  ] as const)("%s %s: %s", (permission, pattern, action) => {
    expect(decide([], need(permission, pattern))).toBe(action);
  });

  test.each([
    ".env",
    "app/.env.local",
    "certs/server.pem",
    "id_rsa",
    ".ssh/id_ed25519.old",
    ".git/config",
    ".npmrc",
    "deploy/key.KEY",
    ".aws/credentials",
    "config/secrets.yaml",
  ])("%s is asked for even inside", (path) => {
    expect(decide([], need("read", path))).toBe("ask");
  });

  test.each([".env.example", "id_rsa.pub", "src/environment.ts", "keys/index.ts"])(
    "%s is read like any file",
    (path) => {
      expect(decide([], need("read", path))).toBe("allow");
    },
  );
});

describe("the most specific rule", () => {
  test("decides, wherever it stands", () => {
    const rules = [rule("write", "src/gen/**", "deny"), rule("write", "src/**", "allow"), rule("write", "**", "ask")];
    for (const order of [rules, rules.toReversed()]) {
      expect(decide(order, need("write", "src/a.ts"))).toBe("allow");
      expect(decide(order, need("write", "src/gen/a.ts"))).toBe("deny");
      expect(decide(order, need("write", "a.ts"))).toBe("ask");
    }
  });

  test("is the later one of equals", () => {
    const rules = [rule("bash", "ls", "deny"), rule("bash", "ls", "allow")];
    expect(decide(rules, need("bash", "ls"))).toBe("allow");
    expect(decide(rules.toReversed(), need("bash", "ls"))).toBe("deny");
  });

  test("is an exact one before any pattern, and a narrow pattern before a wide one", () => {
    expect(decide([rule("write", "a", "allow"), rule("write", "a*", "deny")], need("write", "a"))).toBe("allow");
    expect(decide([rule("write", "a/*", "allow"), rule("write", "a/**", "deny")], need("write", "a/b"))).toBe("allow");
  });

  test("is the one that leaves less open where as much is written out", () => {
    const rules = [rule("write", "a*b", "allow"), rule("write", "a*b*", "deny")];
    for (const order of [rules, rules.toReversed()]) expect(decide(order, need("write", "a-b"))).toBe("allow");
  });
});

test("what settings or a manifest deny stays denied", () => {
  for (const from of ["settings", "manifest"] as const) {
    const rules = [
      rule("bash", "rm*", "deny", from),
      rule("bash", "rm a", "allow"),
      rule("bash", "rm a", "allow", "project"),
    ];
    expect(decide(rules, need("bash", "rm a"))).toBe("deny");
  }
  const own = [rule("bash", "*", "deny", "settings"), rule("bash", "npm test", "allow", "settings")];
  expect(decide(own, need("bash", "npm test"))).toBe("allow");
  expect(decide([...own, rule("bash", "*", "deny", "manifest")], need("bash", "npm test"))).toBe("deny");
});

describe("rules of a folder and of a profile", () => {
  test("never lift a denial of the user's, whatever their pattern", () => {
    const deny = rule("bash", "git push*", "deny", "settings");
    for (const from of ["workspace", "manifest"] as const)
      for (const action of ["ask", "allow"] as const)
        for (const pattern of ["git push*", "git push", "*"])
          expect(decide([deny, rule("bash", pattern, action, from)], need("bash", "git push"))).toBe("deny");
  });

  test("narrow what the user allows, each by its own most specific rule", () => {
    const own = [rule("write", "src/**", "allow", "settings")];
    expect(decide([...own, rule("write", "**", "ask", "workspace")], need("write", "src/a.ts"))).toBe("ask");
    expect(decide([...own, rule("write", "**", "deny", "workspace")], need("write", "src/a.ts"))).toBe("deny");
    const both = [...own, rule("write", "**", "deny", "manifest"), rule("write", "src/*", "ask", "manifest")];
    expect(decide(both, need("write", "src/a.ts"))).toBe("ask");
    expect(decide([rule("write", "**", "allow", "workspace")], need("write", "src/a.ts"))).toBe("ask");
  });

  test("an answer of the user's for exactly this settles a question of theirs, never a denial", () => {
    const given = ruleFor(need("write", "src/a.ts"), "project");
    expect(decide([rule("write", "src/**", "ask", "workspace"), given], need("write", "src/a.ts"))).toBe("allow");
    expect(decide([rule("write", "**", "deny", "workspace"), given], need("write", "src/a.ts"))).toBe("deny");
  });
});

describe("files that hold secrets or run code", () => {
  test.each(
    "prod.env a/x.tfvars x.auto.tfvars.json .dev.vars service-account-1.json kubeconfig dev.kubeconfig .yarnrc.yml .ENV .env. .env::$DATA .e\u200bnv a\\.env .bash_history wp-config.php .config/gh/hosts.yml .cargo/credentials.toml".split(
      " ",
    ),
  )("%j is read after a question", (path) => {
    expect(decide([rule("read", "**", "allow", "settings")], need("read", path))).toBe("ask");
  });

  test.each(
    ".claude/settings.json .agents/a.md AGENTS.md docs/CLAUDE.md .github/prompts/a.md .github/workflows/ci.yml a.code-workspace .husky/pre-commit .zshenv .envrc .devcontainer/devcontainer.json .mcp.json .gitattributes .npmrc .vscode./tasks.json".split(
      " ",
    ),
  )("%j is written after a question", (path) => {
    expect(decide([rule("write", "**", "allow", "settings")], need("write", path))).toBe("ask");
    expect(decide([rule("write", path, "allow", "settings")], need("write", path))).toBe("allow");
  });

  test.each(
    "src/env.ts src/secrets.ts src/auth.ts src/cookies.ts package.json Makefile prod.env.example x.tfvars.example docs/agents/a.md .gitignore .github/CODEOWNERS key.md".split(
      " ",
    ),
  )("%s is a file like any other", (path) => {
    expect(decide([], need("read", path))).toBe("allow");
    expect(decide([rule("write", "**", "allow", "settings")], need("write", path))).toBe("allow");
  });
});

describe("a rule for the beginning of a command", () => {
  const rules = [rule("bash", "npm test*", "allow")];

  test("allows its arguments", () => {
    expect(decide(rules, need("bash", "npm test -- --watch=false"))).toBe("allow");
    expect(decide(rules, need("bash", "npm install"))).toBe("ask");
  });

  test.each([";", "&&", "&", "|", "||", "\n", "\r\n", ">", ">>", "<", "`", "$(", "<(", "("])(
    "allows no second command behind %j",
    (joint) => {
      expect(decide(rules, need("bash", `npm test ${joint} rm -rf x`))).toBe("ask");
      expect(decide(rules, need("bash", `npm test${joint}x`))).toBe("ask");
    },
  );

  test("denies it wherever it stands in the line", () => {
    const all = [rule("bash", "*", "allow"), rule("bash", "rm *", "deny"), rule("bash", "reboot", "deny")];
    expect(decide(all, need("bash", "ls"))).toBe("allow");
    for (const line of ["rm x", "ls; rm x", "ls && (rm x)", "echo $(rm x)", "echo `rm x`", "true | reboot"]) {
      expect(decide(all, need("bash", line)), line).toBe("deny");
    }
  });
});

test("hosts are named in full or with what stands before them left open", () => {
  const rules = [rule("fetch", "*.example.com", "allow"), rule("fetch", "docs.rs", "allow")];
  const host = (name: string): string => decide(rules, need("fetch", name));
  expect([host("a.example.com"), host("a.b.EXAMPLE.com"), host("docs.rs")]).toEqual(["allow", "allow", "allow"]);
  expect([host("example.com"), host("evilexample.com"), host("a.example.com.evil.org")]).toEqual(["ask", "ask", "ask"]);
});

test("what is delicate is allowed by a rule that means it, not by one for everything", () => {
  const wide = [rule("read", "**", "allow", "settings"), rule("write", "**", "allow", "settings")];
  expect(decide(wide, need("read", "app/.env"))).toBe("ask");
  for (const path of [".git/hooks/pre-commit", ".vscode/tasks.json", ".env", ".galley/rules.json"]) {
    expect(decide(wide, need("write", path)), path).toBe("ask");
  }
  expect(decide(wide, need("write", "src/a.ts"))).toBe("allow");
  expect(decide([...wide, rule("read", "app/.env*", "allow")], need("read", "app/.env"))).toBe("allow");
  expect(decide([ruleFor(need("read", "app/.env"), "session")], need("read", "app/.env"))).toBe("allow");
});

test("what is delicate is denied by a rule for everything", () => {
  expect(decide([rule("write", "**", "deny", "settings")], need("write", ".env"))).toBe("deny");
});

test("what is only partly known is allowed by a rule for this very thing, and denied by any", () => {
  const known: Need = { ...need("read", "more than 200 paths"), exact: true };
  expect(decide([], known)).toBe("ask");
  expect(decide([rule("read", "**", "allow", "settings")], known)).toBe("ask");
  expect(decide([ruleFor(known, "session")], known)).toBe("allow");
  expect(decide([rule("read", "**", "deny", "settings")], known)).toBe("deny");
});

/** As tools write paths: none begins with `./`, which a pattern may. */
const anyText = fc
  .string({ unit: fc.constantFrom(...Array.from("ab/.*?[]{} ;-")), minLength: 1, maxLength: 6 })
  .filter((text) => !text.startsWith("./"));
const anyNeed: fc.Arbitrary<Need> = fc.record({ permission: fc.constantFrom(...PERMISSIONS), pattern: anyText });
const anyAction = fc.constantFrom("allow", "ask", "deny");

/** Rules that often fit the need, in all ways a pattern can. */
function rulesAround({ permission, pattern }: Need): fc.Arbitrary<Rule[]> {
  const exact = ruleFor({ permission, pattern }, "session").pattern;
  const patterns = [exact, `${exact.slice(0, 1)}*`, "*", "**", `*${exact}`, pattern].map((one) => fc.constant(one));
  const around = fc.record({
    permission: fc.oneof(fc.constant(permission), fc.constantFrom(...PERMISSIONS)),
    pattern: fc.oneof(...patterns, anyText),
    action: anyAction,
    from: fc.constantFrom<Rule["from"][]>("settings", "workspace", "project", "session", "manifest"),
  });
  return fc.array(around, { maxLength: 8 });
}

const needAndRules = anyNeed.chain((wanted) => fc.tuple(fc.constant(wanted), rulesAround(wanted), rulesAround(wanted)));
const isNarrowing = ({ from }: Rule): boolean => from === "workspace" || from === "manifest";
const isPinning = (rule: Rule): boolean => rule.from === "settings" || isNarrowing(rule);

describe("always", () => {
  test("no rule of a conversation or a project widens what settings and manifests deny", () => {
    fc.assert(
      fc.property(needAndRules, ([wanted, rules, more]) => {
        const pins = rules.filter(isPinning);
        fc.pre(decide(pins, wanted) === "deny");
        const others = more.filter((one) => !isPinning(one));
        const allowed = [ruleFor(wanted, "session"), ruleFor(wanted, "project")];
        expect(decide([...pins, ...others, ...allowed], wanted)).toBe("deny");
        expect(decide([...others, ...allowed, ...pins], wanted)).toBe("deny");
      }),
    );
  });

  test("rules of a folder or a profile never make a decision less strict", () => {
    const strictness = ["allow", "ask", "deny"];
    fc.assert(
      fc.property(needAndRules, ([wanted, rules, more]) => {
        const own = rules.filter((one) => !isNarrowing(one));
        const others = more.filter(isNarrowing);
        const before = strictness.indexOf(decide(own, wanted));
        for (const all of [
          [...own, ...others],
          [...others, ...own],
        ])
          expect(strictness.indexOf(decide(all, wanted))).toBeGreaterThanOrEqual(before);
      }),
      { numRuns: 2_000 },
    );
  });

  test("allowing something allows it and nothing else", () => {
    fc.assert(
      fc.property(needAndRules, anyText, ([wanted, rules], text) => {
        const own = rules.filter((one) => !isPinning(one));
        const more = [...own, ruleFor(wanted, "session")];
        expect(decide(more, wanted)).toBe("allow");
        const other = { ...wanted, pattern: text };
        if (text !== wanted.pattern) expect(decide(more, other)).toBe(decide(own, other));
      }),
    );
  });

  test("a rule for one thing never changes what another may do", () => {
    fc.assert(
      fc.property(needAndRules, anyText, ([wanted, rules], text) => {
        fc.pre(text !== wanted.pattern);
        const added = { ...ruleFor({ ...wanted, pattern: text }, "session"), from: "settings" } as const;
        for (const action of ["allow", "ask", "deny"] as const) {
          // A denial looks at every command of a line, and through its options and gaps.
          const isPiece = wanted.permission === "bash" && action !== "allow";
          if (!isPiece) expect(decide([...rules, { ...added, action }], wanted)).toBe(decide(rules, wanted));
        }
      }),
    );
  });

  test("the order of rules that agree, or are not equally specific, does not matter", () => {
    const patterns = ["**", "a/**", "a/b/*", "a/b/c"];
    const ordered = fc.shuffledSubarray(patterns.map((_, at) => at));
    fc.assert(
      fc.property(ordered, fc.array(anyAction, { minLength: 4, maxLength: 4 }), (order, actions) => {
        const made = order.map((at) => rule("write", patterns[at] ?? "", actions[at] ?? "ask"));
        const sorted = made.toSorted((one, other) => one.pattern.length - other.pattern.length);
        expect(decide(made, need("write", "a/b/c"))).toBe(decide(sorted, need("write", "a/b/c")));
      }),
    );
  });
});

describe("a tool of a server", () => {
  const [before, after] = ["a", "b"].map((sign) => `files_read#${sign.repeat(32)}`) as [string, string];

  test("that was allowed is allowed as it was described then", () => {
    const given = [ruleFor(need("mcp", before), "project")];
    expect(decide(given, need("mcp", before))).toBe("allow");
    expect(decide(given, need("mcp", after))).toBe("ask");
    expect(hasChangedSince(given, need("mcp", after))).toBe(true);
    expect(hasChangedSince(given, need("mcp", before))).toBe(false);
    expect(hasChangedSince(given, need("mcp", "files_other#".padEnd(44, "a")))).toBe(false);
  });

  test("has not changed for a denial, a rule by its name alone, or a rule for something else", () => {
    const { pattern } = ruleFor(need("mcp", before), "project");
    const others = [rule("mcp", pattern, "deny"), rule("mcp", "files_read", "allow"), rule("other", pattern, "allow")];
    for (const other of others) expect(hasChangedSince([other], need("mcp", after))).toBe(false);
  });

  test("is named in settings without what is said of it, and a denial there is final", () => {
    expect(decide([rule("mcp", "files_*", "allow", "settings")], need("mcp", after))).toBe("allow");
    expect(decide([rule("mcp", "files_read", "allow", "settings")], need("mcp", after))).toBe("allow");
    const given = ruleFor(need("mcp", before), "session");
    expect(decide([rule("mcp", "files_read", "deny", "settings"), given], need("mcp", before))).toBe("deny");
  });

  test("that is believed to only read goes unasked, unless a rule says otherwise", () => {
    const believed: Need = { permission: "mcp", pattern: before, fallback: "allow" };
    expect(decide([], believed)).toBe("allow");
    expect(decide([rule("mcp", "*", "ask")], believed)).toBe("ask");
  });
});
