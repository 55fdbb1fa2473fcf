// What is allowed, what must be asked, what is denied. Pure: rules and a need in, a decision out.
import * as z from "zod/mini";
import { type Permission, PERMISSIONS } from "../message/permission.ts";
import { escapeGlob, hasWildcard, matchWildcards, parseGlob } from "./glob-pattern.ts";
import { isDelicate } from "./delicate.ts";
import type { Need } from "./tool.ts";

/** As it is written in settings. */
export const RuleText = z.object({
  permission: z.enum(PERMISSIONS),
  /** A glob for paths, a command line with `*`, a host or `*.host`. A backslash before a sign means the sign. */
  pattern: z.string(),
  action: z.enum(["allow", "ask", "deny"]),
});
export type RuleText = z.infer<typeof RuleText>;

export interface Rule extends RuleText {
  /** `manifest`: the profile of the agent that answers. */
  from: "settings" | "project" | "session" | "manifest";
}

export type Action = RuleText["action"];

const DEFAULTS: Readonly<Record<Permission, Action>> = {
  read: "allow",
  outside: "ask",
  write: "ask",
  bash: "ask",
  fetch: "ask",
  memory: "allow",
  mcp: "ask",
  skill: "allow",
  other: "ask",
};

/** Their denials hold whatever anybody else allows. */
const PINNING = ["settings", "manifest"] as const;

/** The most specific rule that fits decides, the later of equals. */
export function decide(rules: readonly Rule[], need: Need): Action {
  const fitting = rules.filter((rule) => rule.permission === need.permission && fits(rule, need));
  const isPinned = PINNING.some((from) => strongest(fitting.filter((rule) => rule.from === from))?.action === "deny");
  if (isPinned) return "deny";
  if (need.exact === true)
    return strongest(fitting.filter((rule) => rule.action !== "allow" || !hasWildcard(rule.pattern)))?.action ?? "ask";
  if (!isDelicate(need)) return strongest(fitting)?.action ?? need.fallback ?? DEFAULTS[need.permission];
  // What is delicate must be meant: a pattern for everything is not enough to allow it.
  const meant = fitting.filter((rule) => rule.action !== "allow" || isMeant(rule));
  return strongest(meant)?.action ?? "ask";
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

function isMeant({ permission, pattern }: Rule): boolean {
  return !hasWildcard(pattern) || isDelicate({ permission, pattern });
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
      return fitsCommand(pattern, need.pattern, action);
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

/** Signs with which a command line holds more than one command, or writes somewhere. */
const JOINTS = /[;&|`<>()\n\r]/;

/** An allowed beginning allows no second command; a denied one is denied wherever it stands in the line. */
function fitsCommand(pattern: string, command: string, action: Action): boolean {
  if (!JOINTS.test(command)) return matchWildcards(pattern, command);
  if (action === "allow") return (pattern === "*" || !hasWildcard(pattern)) && matchWildcards(pattern, command);
  return [command, ...command.split(JOINTS)].some((piece) => matchWildcards(pattern, piece.trim()));
}
