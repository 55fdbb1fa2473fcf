// Shell lines against rules for bash: generated lines are judged by the rules, and what the rules let pass really runs.
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { decide, type Rule } from "../../../extension/tools/rules/rules.ts";
import { EVERYDAY_LINES, pushLines } from "../../fakes/push-lines.ts";
import { ALLOWED_PATTERNS, attackLines, plainLines } from "../../fakes/shell-attack.ts";
import { firing, openRange } from "../../fakes/shell-range.ts";
import type { Attack, Setting } from "../attack.ts";

const SHORT = 300;

/** Made before anything is measured: they are the attacker's work. */
const ATTACKS = attackLines();
const PUSHES = pushLines();

const rule = (pattern: string, action: Rule["action"]): Rule => ({
  permission: "bash",
  pattern,
  action,
  from: "settings",
});

/** The lines by what the rules say of them; other work goes on meanwhile. */
async function judged(rules: readonly Rule[], lines: readonly string[]): Promise<Record<Rule["action"], string[]>> {
  const by: Record<Rule["action"], string[]> = { allow: [], ask: [], deny: [] };
  for (const line of lines) {
    by[decide(rules, { permission: "bash", pattern: line })].push(line);
    await setImmediate();
  }
  return by;
}

async function wildcards({ folder, isFull }: Setting): Promise<number> {
  assert(new Set(ATTACKS).size >= 5_000, "the generator makes fewer than 5,000 different lines");
  const lines = isFull ? ATTACKS : ATTACKS.slice(0, SHORT);
  const rules = ALLOWED_PATTERNS.map((pattern) => rule(pattern, "allow"));
  const { allow } = await judged(rules, lines);
  const range = openRange(folder);
  assert.deepEqual(await firing(range, allow), [], "lines ran a second command without a question");
  // The canaries sing, and the rules are not merely shut.
  const unjudged = lines.slice(0, isFull ? 500 : 60);
  assert((await firing(range, unjudged)).length > unjudged.length / 3, "most canaries do not work");
  const plain = await judged(rules, plainLines(isFull ? 1_000 : 100));
  assert.deepEqual([...plain.ask, ...plain.deny], [], "plain words are asked about");
  return lines.length;
}

async function denials({ folder, isFull }: Setting): Promise<number> {
  const lines = isFull ? PUSHES : PUSHES.slice(0, SHORT);
  const rules = [rule("*", "allow"), rule("git push*", "deny")];
  const { allow, deny } = await judged(rules, lines);
  const range = openRange(folder);
  assert.deepEqual(await firing(range, allow), [], "lines pushed though it is denied");
  assert(deny.length > lines.length / 3, "too few spellings are recognised as what is denied");
  const unjudged = lines.slice(0, isFull ? 500 : 60);
  assert((await firing(range, unjudged)).length > unjudged.length / 2, "most lines push nothing");
  const everyday = await judged(rules, EVERYDAY_LINES);
  assert.deepEqual([...everyday.ask, ...everyday.deny], [], "harmless lines are asked about");
  return lines.length;
}

/** Long and deep lines, made one at a time: they are the attacker's work. */
function* monsterLines(): Generator<string> {
  const pieces =
    "a|x |env |env -a |$(|$(x) |`|`\\|(|\"|'|$'|{|{a,|it's $x\n|-x |$x |${x:-|;x|sh -c '|-exec git x |<<E\n|eval 'a b' |<(|\\|a=b |[|*|&>x |case x in |)|};|!|$[|$((|\u3000";
  for (const beginning of ["", "git ", "echo ", "find ", "cat <<E\n", "if ", 'sh -c "', "env -S '"])
    for (const piece of pieces.split("|"))
      for (const length of [8_000, 100_000])
        yield (beginning + piece.repeat(Math.ceil(length / piece.length))).slice(0, length);
}

/** Reading them must not hold up the host. */
async function monsters({ isFull }: Setting): Promise<number> {
  const rules = [
    rule("*", "allow"),
    ...["git push*", "rm *", "*secret*", "*--force*", "*a*b*c*d*"].map((pattern) => rule(pattern, "deny")),
    ...["npm test*", "git *x*y*z*"].map((pattern) => rule(pattern, "allow")),
  ];
  let made = 0;
  for (const line of monsterLines()) {
    made += 1;
    if (!isFull && made % 11 !== 0) continue;
    await setImmediate();
    decide(rules, { permission: "bash", pattern: line });
  }
  return isFull ? made : Math.floor(made / 11);
}

export const attacks: readonly Attack[] = [
  {
    promise: "permission",
    attacker: "hostile model",
    tries: "a second command behind an allowed beginning, in everything bash and sh expand",
    needsPosix: true,
    run: wildcards,
  },
  {
    promise: "permission",
    attacker: "hostile model",
    tries: "a denied command in every spelling",
    needsPosix: true,
    run: denials,
  },
  { promise: "peers", attacker: "hostile model", tries: "shell lines too long or too deep to read", run: monsters },
];
