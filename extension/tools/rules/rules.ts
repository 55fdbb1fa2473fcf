// Decides by rules whether a call is allowed, denied, or needs a question to the user. Pure.
import * as z from "zod/mini";
import { type Permission, PERMISSIONS } from "../../message/permission.ts";
import { escapeGlob, hasWildcard, matchWildcards, parseGlob } from "./glob-pattern.ts";
import { allowsLine, partsOf } from "./fits-line.ts";
import { grammarsOf } from "./grammar.ts";
import { isDelicate } from "./delicate.ts";
import type { Need } from "../tool.ts";

/** A rule as settings contain it. */
export const RuleText = z.object({
  permission: z.enum(PERMISSIONS),
  /** A glob for paths, a command line with `*`, a host or `*.host`. A backslash escapes the next character. */
  pattern: z.string(),
  action: z.enum(["allow", "ask", "deny"]),
});
export type RuleText = z.infer<typeof RuleText>;

export interface Rule extends RuleText {
  /** `settings`: the user's own. `workspace`: the folder's. `manifest`: of the profile that answers. */
  from: "settings" | "workspace" | "project" | "session" | "manifest";
}

export type Action = RuleText["action"];

const DEFAULTS: Readonly<Record<Permission, Action>> = {
  read: "allow",
  outside: "ask",
  write: "ask",
  bash: "ask",
  fetch: "ask",
  memory: "ask",
  mcp: "ask",
  skill: "allow",
  other: "ask",
};

/** Rules that the user did not write can only make the user's rules stricter. */
const NARROWING = ["workspace", "manifest"] as const;

const STRICTNESS: readonly Action[] = ["allow", "ask", "deny"];

/** The rules that fit a part of a call. A rule that only may fit makes Galley ask. */
interface Fitting {
  sure: readonly Rule[];
  likely: readonly Rule[];
  /** Any of these might fit, because Galley cannot read the part. */
  unknown: readonly Rule[];
}

/** The strictest of what the user's rules, the folder's and the profile's say, each by its most specific rule that fits. */
export function decide(rules: readonly Rule[], need: Need): Action {
  const own = rules.filter(({ permission }) => permission === need.permission);
  return strictest(fittings(own, need).map((fitting) => decidePart(fitting, need)));
}

/** A command line has several parts, and a denied part denies the line. Any other call is one part. */
function fittings(rules: readonly Rule[], need: Need): Fitting[] {
  const fitting = rules.filter((rule) => fits(rule, need));
  const narrowing = rules.filter(({ permission, action }) => permission === "bash" && action !== "allow");
  if (narrowing.length === 0) return [{ sure: fitting, likely: [], unknown: [] }];
  return partsOf(need.pattern, grammarsOf(need.shell)).map((fitOf) => {
    const found = Map.groupBy(narrowing, ({ pattern }) => fitOf(pattern));
    // Keeps the order of the rules: of two equal rules the later one counts.
    const sure = rules.filter((rule) => fitting.includes(rule) || found.get("sure")?.includes(rule) === true);
    return { sure, likely: found.get("likely") ?? [], unknown: found.get("unknown") ?? [] };
  });
}

function decidePart({ sure, likely, unknown }: Fitting, need: Need): Action {
  const delicate = isDelicate(need);
  const meant = sure.filter((rule) => (!delicate || isMeant(rule)) && (need.exact !== true || isExact(rule)));
  const of = (...from: readonly Rule["from"][]): Rule[] => meant.filter((rule) => from.includes(rule.from));
  if (strongest(of("settings"))?.action === "deny") return "deny";
  const byUser = strongest(of("settings", "project", "session"));
  const usual = delicate || need.exact === true ? "ask" : (need.fallback ?? DEFAULTS[need.permission]);
  // The user allowed exactly this: Galley does not ask again, but a denial still counts.
  const isAnswered = byUser?.action === "allow" && !hasWildcard(byUser.pattern);
  const isNamed = isAnswered || (byUser?.action === "allow" && literals(byUser.pattern) > 0);
  const doubted = likely.length > 0 ? !isAnswered : unknown.length > 0 && !isNamed;
  const narrowed = NARROWING.map((from) => strongest(of(from))?.action ?? "allow").filter(
    (action) => action === "deny" || !isAnswered,
  );
  return strictest([byUser?.action ?? usual, doubted ? "ask" : "allow", ...narrowed]);
}

function strictest(actions: readonly Action[]): Action {
  return STRICTNESS[Math.max(0, ...actions.map((action) => STRICTNESS.indexOf(action)))] ?? "deny";
}

/** The rule for "allow from now on": it covers only this very call. */
export function ruleFor({ permission, pattern }: Need, scope: "session" | "project"): Rule {
  return { permission, pattern: escapeGlob(pattern), action: "allow", from: scope };
}

/** The digest of the tool's description when the user allowed it: `server_tool#digest`. */
const DIGEST = /#[0-9a-f]{32}$/;

/** A rule that the user gave in an approval holds for one description of a tool; one in the settings holds for its name. */
function isOfOne(pattern: string): boolean {
  return DIGEST.test(pattern);
}

export function withoutDigest(pattern: string): string {
  return pattern.replace(DIGEST, "");
}

/** The user allowed the tool, but its server has changed its description since. */
export function hasChangedSince(rules: readonly Rule[], { permission, pattern }: Need): boolean {
  return (
    permission === "mcp" &&
    rules.some((rule) => {
      if (rule.permission !== "mcp" || rule.action !== "allow" || !isOfOne(rule.pattern)) return false;
      return (
        withoutDigest(rule.pattern) === escapeGlob(withoutDigest(pattern)) && !matchWildcards(rule.pattern, pattern)
      );
    })
  );
}

/** A rule with a wildcard allows a delicate file only if its own pattern names delicate files. */
function isMeant({ permission, pattern, action }: Rule): boolean {
  return action !== "allow" || !hasWildcard(pattern) || isDelicate({ permission, pattern });
}

/** Whether the rule can allow a need that is `exact`. */
function isExact({ pattern, action }: Rule): boolean {
  return action !== "allow" || !hasWildcard(pattern);
}

function strongest(rules: readonly Rule[]): Rule | undefined {
  let best: Rule | undefined;
  for (const rule of rules) if (best === undefined || compare(rule.pattern, best.pattern) >= 0) best = rule;
  return best;
}

/** A pattern without wildcards is stronger, then the one with more literal characters, then the one with fewer wildcards. */
function compare(a: string, b: string): number {
  return (
    Number(hasWildcard(b)) - Number(hasWildcard(a)) ||
    literals(a) - literals(b) ||
    countOf(b, "**") - countOf(a, "**") ||
    countOf(b, "*") - countOf(a, "*")
  );
}

function literals(pattern: string): number {
  return pattern.replace(/\\(.)/gs, "$1").replace(/[*?{}[\]]/g, "").length;
}

function countOf(pattern: string, sign: string): number {
  return pattern.split(sign).length - 1;
}

function fits({ permission, pattern, action }: Rule, need: Need): boolean {
  switch (permission) {
    case "read":
    case "outside":
    case "write":
      return parseGlob(pattern).matches(need.pattern);
    case "bash":
      return action === "allow" && allowsLine(pattern, need.pattern, grammarsOf(need.shell));
    case "fetch":
      return matchWildcards(pattern.toLowerCase(), need.pattern.toLowerCase());
    case "mcp":
      return matchWildcards(pattern, isOfOne(pattern) ? need.pattern : withoutDigest(need.pattern));
    case "memory":
    case "skill":
    case "other":
      return matchWildcards(pattern, need.pattern);
    default:
      return permission satisfies never;
  }
}
