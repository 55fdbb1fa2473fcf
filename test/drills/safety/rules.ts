// Rules against rules: a folder or a profile that tries to lift what the user denied, and files that hide their names.
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { PERMISSIONS } from "../../../extension/message/permission.ts";
import { decide, type Rule, ruleFor } from "../../../extension/tools/rules/rules.ts";
import type { Need } from "../../../extension/tools/tool.ts";
import { seeded } from "../../fakes/seeded.ts";
import type { Attack, Setting } from "../attack.ts";

const STRICTNESS: readonly Rule["action"][] = ["allow", "ask", "deny"];
const NAMES = [
  "git push",
  "src/a.ts",
  ".env",
  "user/style",
  "example.com",
  "a && b",
  "npm test -- x",
  "files_read",
  ".",
];

/** The user's rules with and without those of a folder and a profile: never less strict with them. */
async function narrowing({ isFull }: Setting): Promise<number> {
  const chance = seeded(5);
  const count = isFull ? 20_000 : 1_000;
  for (let round = 0; round < count; round += 1) {
    if (round % 20 === 0) await setImmediate();
    const need: Need = { permission: chance.pick(PERMISSIONS), pattern: chance.pick(NAMES) };
    const exact = ruleFor(need, "session").pattern;
    const made = (from: readonly Rule["from"][]): Rule[] =>
      Array.from({ length: chance.below(4) }, () => ({
        permission: need.permission,
        pattern: chance.pick([exact, "*", "**", `${exact.slice(0, 2)}*`, `*${exact.slice(-2)}`, `${exact}*`]),
        action: chance.pick(STRICTNESS),
        from: chance.pick(from),
      }));
    const own = made(["settings", "project", "session"]);
    const others = made(["workspace", "manifest"]);
    const [without, withOthers] = [own, [...others, ...own]].map((rules) => decide(rules, need));
    const told = JSON.stringify({ need, own, others });
    assert(STRICTNESS.indexOf(withOthers ?? "allow") >= STRICTNESS.indexOf(without ?? "deny"), told);
    const denies =
      decide(
        own.filter(({ from }) => from === "settings"),
        need,
      ) === "deny";
    if (denies) assert.equal(decide([...own, ...others, ruleFor(need, "project")], need), "deny", told);
  }
  return count;
}

/** Files that hold secrets or run code, in the names under which file systems find them too. */
async function disguises(): Promise<number> {
  const wide: Rule[] = (["read", "outside", "write"] as const).map((permission) => ({
    permission,
    pattern: "**",
    action: "allow",
    from: "settings",
  }));
  const secrets =
    ".env prod.env app/prod.tfvars .dev.vars service-account-prod.json kubeconfig .yarnrc.yml .ssh/id_rsa .netrc .vault-token .git/config";
  const powerful =
    ".claude/settings.json .agents/a.md AGENTS.md .github/prompts/a.prompt.md a.code-workspace .husky/pre-commit .zshenv .vscode/tasks.json .galley/agents/a.toml .mcp.json .envrc";
  const disguised = (path: string): string[] => [
    path,
    `deep/er/${path}`,
    path.toUpperCase(),
    `${path}.`,
    `${path} . `,
    `${path}::$DATA`,
    path.replace(/(?<=[a-z])(?=[a-z])/, "\u200b"),
    path.replaceAll("/", "\\"),
    path.replaceAll("/", "./"),
    `/home/a/${path}`,
    `C:/Users/a/${path}`,
  ];
  let tried = 0;
  const asks = async (permission: "read" | "outside" | "write", path: string): Promise<void> => {
    await setImmediate();
    for (const name of disguised(path)) {
      tried += 1;
      assert.equal(decide(wide, { permission, pattern: name }), "ask", `${permission} ${JSON.stringify(name)}`);
    }
  };
  for (const path of secrets.split(" "))
    for (const permission of ["read", "outside", "write"] as const) await asks(permission, path);
  for (const path of powerful.split(" ")) await asks("write", path);
  return tried;
}

/** What a folder or a profile writes to be rid of a denial, and what a model remembers for all projects. */
function lifting(): Promise<number> {
  const need: Need = { permission: "bash", pattern: "git push" };
  const deny: Rule = { ...need, pattern: "git push*", action: "deny", from: "settings" };
  const lifts = (["workspace", "manifest", "project", "session"] as const).flatMap((from) =>
    (["ask", "allow"] as const).flatMap((action) =>
      ["git push*", "git push", "*"].map((pattern): Rule => ({ ...need, pattern, action, from })),
    ),
  );
  for (const lift of lifts) assert.equal(decide([deny, lift], need), "deny", JSON.stringify(lift));
  for (const pattern of ["user/style", "project/style"])
    assert.equal(decide([], { permission: "memory", pattern }), "ask");
  return Promise.resolve(lifts.length + 2);
}

export const attacks: readonly Attack[] = [
  {
    promise: "folder",
    attacker: "hostile workspace",
    tries: "rules that lift what the user asks or denies",
    run: narrowing,
  },
  {
    promise: "folder",
    attacker: "hostile workspace",
    tries: "the pattern of the user's denial with ask or allow",
    run: lifting,
  },
  {
    promise: "permission",
    attacker: "hostile model",
    tries: "secrets and files that run, under other names",
    run: disguises,
  },
];
