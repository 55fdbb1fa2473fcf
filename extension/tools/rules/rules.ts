// What is allowed, what must be asked, what is denied. Pure: rules and a need in, a decision out.
import * as z from "zod/mini";
import { type Permission, PERMISSIONS } from "../../message/permission.ts";
import { escapeGlob, hasWildcard, matchWildcards, parseGlob } from "./glob-pattern.ts";
import { allowsLine, partsOf } from "./fits-line.ts";
import { isDelicate } from "./delicate.ts";
import type { Need } from "../tool.ts";

/** As it is written in settings. */
export const RuleText = z.object({
  permission: z.enum(PERMISSIONS),
  /** A glob for paths, a command line with `*`, a host or `*.host`. A backslash before a sign means the sign. */
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

/** Sources that the user did not write: they may narrow what the user allows, and lift nothing. */
const NARROWING = ["workspace", "manifest"] as const;

const STRICTNESS: readonly Action[] = ["allow", "ask", "deny"];

/** What a rule has to do with a part of a call. A rule that may fit, for all that is known, asks. */
interface Fitting {
  sure: readonly Rule[];
  likely: readonly Rule[];
  /** Any of them might fit: the part cannot be read. */
  unknown: readonly Rule[];
}

/** The strictest of what the user's rules, the folder's and the profile's say, each by its most specific rule that fits. */
export function decide(rules: readonly Rule[], need: Need): Action {
  const own = rules.filter(({ permission }) => permission === need.permission);
  return strictest(fittings(own, need).map((fitting) => decidePart(fitting, need)));
}

/** A command line has several parts, and a denial of one denies the line; anything else is one. */
function fittings(rules: readonly Rule[], need: Need): Fitting[] {
  const fitting = rules.filter((rule) => fits(rule, need));
  const narrowing = rules.filter(({ permission, action }) => permission === "bash" && action !== "allow");
  if (narrowing.length === 0) return [{ sure: fitting, likely: [], unknown: [] }];
  return partsOf(need.pattern).map((fitOf) => {
    const found = Map.groupBy(narrowing, ({ pattern }) => fitOf(pattern));
    // In their order, which decides between equals.
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
  // The user saw exactly this and allowed it: a question is answered, a denial is not.
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

/** What "allow from now on" means: this very thing and nothing else. */
export function ruleFor({ permission, pattern }: Need, scope: "session" | "project"): Rule {
  return { permission, pattern: escapeGlob(pattern), action: "allow", from: scope };
}

/** What a server said of its tool when it was allowed: `server_tool#digest`. */
const DIGEST = /#[0-9a-f]{32}$/;

/** A rule of the settings is for a name, whatever the server says of it; one that was given by allowing is not. */
function isOfOne(pattern: string): boolean {
  return DIGEST.test(pattern);
}

export function withoutDigest(pattern: string): string {
  return pattern.replace(DIGEST, "");
}

/** The same tool was allowed, and its server has said other things of it since. */
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

/** What is delicate must be meant: a pattern for everything is not enough to allow it. */
function isMeant({ permission, pattern, action }: Rule): boolean {
  return action !== "allow" || !hasWildcard(pattern) || isDelicate({ permission, pattern });
}

/** What is only partly known, or does more than its text says, is allowed by a rule for this very thing. */
function isExact({ pattern, action }: Rule): boolean {
  return action !== "allow" || !hasWildcard(pattern);
}

function strongest(rules: readonly Rule[]): Rule | undefined {
  let best: Rule | undefined;
  for (const rule of rules) if (best === undefined || compare(rule.pattern, best.pattern) >= 0) best = rule;
  return best;
}

/** One without wildcards first, then by how much is written out, then by how little is left open. */
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
      return action === "allow" && allowsLine(pattern, need.pattern);
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
